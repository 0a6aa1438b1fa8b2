"""Answering what waits for the person: each act goes back to the list, which then says that it is done."""

from urllib.parse import urlencode, urlsplit

from pydantic import ValidationError

from renkei.board.decide import Write
from renkei.documents.explain import first_problem
from renkei.documents.json_pointer import join
from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.forms import Form
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.errors import BadValueError
from renkei.protocol.payloads import Finding, Freeform, Verdict

OTHER = "="
"""The value of the choice that is none of the options; an option is sent as `=` and its label."""

VERDICTS: dict[str, Verdict] = {
    "approved": "approved",
    "changes_requested": "changes_requested",
    "rejected": "rejected",
}
"""The buttons of a verdict."""


def decide(acting: Acting, form: Form) -> str:
    """Make a decision, or settle a conflict."""
    chosen = form.one("choice", OTHER)
    option = form.one("other").strip() if chosen == OTHER else chosen.removeprefix(OTHER)
    if not option:
        raise BadValueError(
            path="/chosen_option", problem="no option was chosen", expected="an option, or your own words"
        )
    ref = form.one("ref")
    acting.acts.decide(ref, option, form.one("rationale").strip())
    return _done(form, ref)


def judge(acting: Acting, form: Form) -> str:
    """Give a verdict on submitted work or on an artifact, with the findings that the form has."""
    ref, verdict = form.one("ref"), VERDICTS.get(form.one("verdict"))
    if verdict is None:
        raise BadValueError(path="/verdict", got=form.one("verdict"), expected=" | ".join(VERDICTS))
    summary, findings = form.one("summary").strip(), _findings(form)
    if verdict != "approved" and not summary and not findings:
        raise BadValueError(path="/summary", problem="the reason is missing", expected="what is wrong, or a finding")
    acting.acts.review(ref, verdict, summary or verdict, findings=findings)
    return _done(form, ref)


FINDINGS = 3
"""Findings that a form has room for; more of them go into the summary."""


def _findings(form: Form) -> list[Finding]:
    rows = [{name: form.one(f"{name}-{row}").strip() for name in FIELDS} for row in range(1, FINDINGS + 1)]
    try:
        return [Finding.model_validate(one) for one in rows if one["description"]]
    except ValidationError as error:
        raise first_problem(error) from None


FIELDS = ("severity", "location", "description")
"""The fields of a finding in a form."""


def hand_in(acting: Acting, form: Form) -> str:
    """Hand in work of the person's own, with the evidence for each criterion that has some."""
    acts, ref = acting.acts, form.one("ref")
    criteria = enumerate(acts.find_contract(ref).terms.acceptance_criteria)
    evidence = {one.criterion: text for index, one in criteria if (text := form.one(f"evidence-{index}").strip())}
    acts.submit(ref, form.one("summary").strip(), form.one("outputs").split(), evidence=evidence)
    return _done(form, ref)


def transition(acting: Acting, form: Form) -> str:
    """Reopen or cancel work that came back, or refuse work."""
    ref, step = form.one("ref"), form.one("step")
    if step not in ("reopen", "cancel", "refuse"):
        raise BadValueError(path="/step", got=step, expected="reopen | cancel | refuse")
    acting.acts.transition(ref, step, form.one("reason").strip())  # type: ignore[arg-type]
    return _done(form, ref)


def answer(acting: Acting, form: Form) -> str:
    """Reply to a message in words."""
    acts, ref, text = acting.acts, form.one("ref"), form.one("text")
    asked = acts.state.messages.get(ref)
    to = asked.message.from_ if asked is not None else ""
    payload = Freeform(intent_hint="REPLY", body=text, requires_response=False, urgency="normal")
    line = text.partition("\n")[0][:120]
    acts.do(c.Send(acts.message(acting.person, payload, [to], "normal", line, in_reply_to=ref)))
    return _done(form, ref)


def mark_read(acting: Acting, form: Form) -> str:
    """Mark a message, or the oldest re-read notices, as read."""
    count = form.one("notices", "0")
    messages = [one for one in form.all("message") if one]
    acting.acts.mark_read(*messages, notices=int(count) if count.isdecimal() and len(count) < 6 else 0)
    return _done(form, form.one("ref"))


def resume(acting: Acting, form: Form) -> str:
    """Let an agent, a contract or the project continue."""
    acts, ref = acting.acts, form.one("ref")
    match form.one("what"):
        case "agent":
            acts.resume(ref)
        case "contract":
            acts.resume_contract(ref)
        case _:
            acts.resume_project()
    return _done(form, ref)


def set_quota(acting: Acting, form: Form) -> str:
    """Set how many turns and tokens the project may use in all; an empty field means no limit."""
    turns, tokens = (_number(form, name) for name in ("turns", "tokens"))
    acting.acts.do(c.SetQuota(turns, tokens))
    return _done(form, form.one("ref"))


def _number(form: Form, name: str) -> int | None:
    text = form.one(name).strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 13 and int(text)):
        raise BadValueError(path=f"/{name}", got=text, expected="a number from 1, or nothing for no limit")
    return int(text)


def unblock(acting: Acting, form: Form) -> str:
    """Tell an agent that it need not wait any longer: its entry on the board says so, and it reads the answer."""
    acts, agent, text = acting.acts, form.one("agent"), form.one("text").strip()
    if not text:
        raise BadValueError(
            path="/text", problem="the agent needs an answer", expected="how it can continue without waiting"
        )
    payload = Freeform(intent_hint="UNBLOCK", body=text, requires_response=False, urgency="blocking")
    message = acts.message(acting.person, payload, [agent], "blocking", text.partition("\n")[0][:120])
    acts.do(*_without_wait(acts.state, agent), c.Send(message))
    return _done(form, form.one("ref"))


def _without_wait(state: State, agent: str) -> list[c.Action]:
    writes: list[c.Action] = [Write(join("agents", agent, "blocked_by"), None)]
    if state.board.agent(agent, "status") == "blocked":
        status = "working" if state.board.agent(agent, "current_task") else "idle"
        writes.append(Write(join("agents", agent, "status"), status))
    return writes


def _done(form: Form, ref: str) -> str:
    """Return the address of the page of a form; the list of what waits is told what was answered."""
    back = form.one("back")
    return f"/waiting?{urlencode({'done': ref})}" if urlsplit(back).path == "/waiting" else back
