"""Answering what waits for the person: each act goes back to the list, which then says that it is done."""

from collections.abc import Callable, Mapping
from typing import get_args
from urllib.parse import urlencode, urlsplit

from renkei.board.decide import Write
from renkei.contracts.lifecycle import Transition
from renkei.documents.json_pointer import join
from renkei.edges.view.acts.acting import Acting
from renkei.edges.view.acts.findings import findings_of
from renkei.edges.view.forms.form import Form
from renkei.edges.view.numbers import whole_number
from renkei.edges.view.refusals import WrongFieldError
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.errors import BadValueError
from renkei.project.caller import Caller
from renkei.protocol.payloads import Freeform, Verdict

OTHER = "="
"""The value of the choice that is none of the options; an option is sent as `=` and its label."""

VERDICTS: Mapping[str, Verdict] = {one: one for one in get_args(Verdict)}
"""The verdicts, by the value of their buttons."""

STEPS: Mapping[str, Transition] = {"reopen": "reopen", "cancel": "cancel", "refuse": "refuse"}
"""The transitions of work that came back or is refused, by the value of their buttons."""

RESUME: Mapping[str, Callable[[Caller, str], Record | None]] = {
    "agent": lambda acts, ref: acts.resume(ref),
    "contract": lambda acts, ref: acts.resume_contract(ref),
    "project": lambda acts, ref: acts.resume_project(),
}
"""How each thing that is paused continues."""


def decide(acting: Acting, form: Form) -> str:
    """Make a decision, or settle a conflict."""
    chosen = form.one("choice", OTHER)
    option = form.one("other").strip() if chosen == OTHER else chosen.removeprefix(OTHER)
    if not option:
        raise WrongFieldError("/chosen_option", "wrong.option")
    ref = form.one("ref")
    acting.acts.decide(ref, option, form.one("rationale").strip())
    return _done(form, f"{ref}: {option}", "decided")


def judge(acting: Acting, form: Form) -> str:
    """Give a verdict on submitted work or on an artifact, with the findings that the form has."""
    ref, verdict = form.one("ref"), VERDICTS.get(form.one("verdict"))
    if verdict is None:
        raise BadValueError(path="/verdict", got=form.one("verdict"), expected=" | ".join(VERDICTS))
    summary, findings = form.one("summary").strip(), findings_of(form)
    if verdict != "approved" and not summary and not findings:
        raise WrongFieldError("/summary", "wrong.no_reason")
    said = summary or (findings[0].description if findings else "")
    acting.acts.review(ref, verdict, said, findings=findings)
    return _done(form, ref, verdict)


def hand_in(acting: Acting, form: Form) -> str:
    """Hand in work of the person's own, with the evidence for each criterion that has some."""
    acts, ref = acting.acts, form.one("ref")
    criteria = enumerate(acting.project.find_contract(ref).terms.acceptance_criteria)
    evidence = {one.criterion: text for index, one in criteria if (text := form.one(f"evidence-{index}").strip())}
    acts.submit(ref, form.one("summary").strip(), form.one("outputs").split(), evidence=evidence)
    return _done(form, ref, "submitted")


def transition(acting: Acting, form: Form) -> str:
    """Reopen or cancel work that came back, or refuse work."""
    ref, step = form.one("ref"), STEPS.get(form.one("step"))
    if step is None:
        raise BadValueError(path="/step", got=form.one("step"), expected=" | ".join(STEPS))
    acting.acts.do(c.TransitionContract(ref, step, form.one("reason").strip()))
    return _done(form, ref, step)


def answer(acting: Acting, form: Form) -> str:
    """Reply to a message in words."""
    acts, ref, text = acting.acts, form.one("ref"), form.one("text")
    asked = acting.project.state.messages.get(ref)
    to = asked.message.from_ if asked is not None else ""
    payload = Freeform(intent_hint="REPLY", body=text, requires_response=False, urgency="normal")
    line = text.partition("\n")[0][:120]
    acts.do(c.Send(acting.project.message(acting.person, payload, [to], "normal", line, in_reply_to=ref)))
    return _done(form, ref, "answered")


def mark_read(acting: Acting, form: Form) -> str:
    """Mark a message, or the oldest re-read notices, as read."""
    messages = [one for one in form.all("message") if one]
    acting.acts.mark_read(messages, notices=whole_number(form.one("notices"), digits=5) or 0)
    return _done(form, form.one("ref"), "read")


def resume(acting: Acting, form: Form) -> str:
    """Let an agent, a contract or the project continue."""
    ref, what = form.one("ref"), form.one("what")
    if what not in RESUME:
        raise BadValueError(path="/what", got=what, expected=" | ".join(RESUME))
    RESUME[what](acting.acts, ref)
    return _done(form, ref, "resumed")


def set_quota(acting: Acting, form: Form) -> str:
    """Set how many turns and tokens the project may use in all; an empty field means no limit."""
    acting.acts.do(c.SetQuota(form.limit("turns"), form.limit("tokens")))
    return _done(form, form.one("ref"), "quota_spent" if acting.project.state.spent else "quota")


def unblock(acting: Acting, form: Form) -> str:
    """Tell an agent that it need not wait any longer: its entry on the board says so, and it reads the answer."""
    acts, agent, text = acting.acts, form.one("agent"), form.one("text").strip()
    if not text:
        raise WrongFieldError("/text", "wrong.no_answer")
    payload = Freeform(intent_hint="UNBLOCK", body=text, requires_response=False, urgency="blocking")
    message = acting.project.message(acting.person, payload, [agent], "blocking", text.partition("\n")[0][:120])
    acts.do(*_without_wait(acting.project.state, agent), c.Send(message))
    return _done(form, agent, "resumed")


def _without_wait(state: State, agent: str) -> list[c.Action]:
    writes: list[c.Action] = [Write(join("agents", agent, "blocked_by"), None)]
    if state.board.agent(agent, "status") == "blocked":
        status = "working" if state.board.agent(agent, "current_task") else "idle"
        writes.append(Write(join("agents", agent, "status"), status))
    return writes


def _done(form: Form, what: str, how: str) -> str:
    """Return the address of the page of a form. The list of what waits then says what was done: `waiting.done.HOW`."""
    back = form.one("back")
    return f"/waiting?{urlencode({'done': what, 'how': how})}" if urlsplit(back).path == "/waiting" else back


def done_at(form: Form) -> str:
    """Return where to go when a form was done before: its page, or the list of what waits, which names what it was."""
    return _done(form, form.one("ref"), "")
