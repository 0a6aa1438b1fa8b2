"""Forms that are sent twice, too late, or after the session has ended."""

from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

import pytest

import renkei
from browsing import Served
from team import handoff
from visitor import Visitor, enter, hidden

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def question(project: renkei.Project) -> str:
    """The path of a decision that waits for the person."""
    options = ({"label": "EUR", "analysis": "a"}, {"label": "USD", "analysis": "b"})
    asked = {"decision_id": "D-1", "question": "Which?", "options": options}
    project.send(project.message("ann", renkei.DecisionRequest.model_validate(asked), "human"))
    return "/decisions/D-1"


def texts(project: renkei.Project) -> list[str]:
    """Return all that was posted."""
    return [one.body for record in project.records() for one in posts(record)]


def posts(record: renkei.Record) -> Iterator[renkei.Freeform]:
    for event in record.events:
        payload = getattr(getattr(event, "message", None), "payload", None)
        if isinstance(payload, renkei.Freeform):
            yield payload


def test_a_form_that_is_changed_and_sent_again_is_done_again(project: renkei.Project, person: Visitor) -> None:
    form = person.form(body="before going back", to="all")
    assert [person.post("/acts/post", form).status for _ in range(2)] == [303, 303]
    assert person.post("/acts/post", form | {"body": "after going back"}).status == 303
    assert texts(project)[-2:] == ["before going back", "after going back"]


def test_a_second_answer_to_a_decision_is_refused(project: renkei.Project, person: Visitor, question: str) -> None:
    form = person.form(decision_id="D-1", chosen_option="EUR", back=question)
    assert [person.post("/acts/decide", form).status for _ in range(2)] == [303, 303]
    again = person.post("/acts/decide", form | {"chosen_option": "USD"})
    assert again.status == 404
    assert "Not done" in again.text
    assert project.state.board.get("/pending_decisions/D-1/resolution") == "EUR"


def twice(person: Visitor, act: str, **fields: str) -> tuple[int, int]:
    """Send the same form twice; return what was answered."""
    form = person.form(back="/waiting", **fields)
    first, second = (person.post(f"/acts/{act}", form).status for _ in range(2))
    return first, second


def test_a_double_click_is_one_act(project: renkei.Project, person: Visitor) -> None:
    project.send(project.message("human", handoff("draw it"), "bob", task_ref="TC-9"))
    project.submit("TC-9", "drawn", actor="bob")
    done = (303, 303)
    assert (
        twice(person, "review", artifact_ref="TC-9", verdict="changes_requested", summary="a line is missing") == done
    )
    project.submit("TC-9", "drawn again", actor="bob")
    assert twice(person, "review", artifact_ref="TC-9", verdict="approved") == done
    assert project.find_contract("TC-9").status == "completed"
    note = renkei.Freeform(intent_hint="NOTE", body="?", requires_response=True, urgency="normal")
    project.send(project.message("ann", note, "human", id="m-asked"))
    assert twice(person, "reply", in_reply_to="m-asked", body="yes") == done
    assert texts(project).count("yes") == 1
    written = {"path": "/goal", "value": "another", "if_seq": str(project.state.seq), "action": "r"}
    assert twice(person, "write", **{f"/writes/0/{name}": value for name, value in written.items()}) == done
    assert twice(person, "join", participant="kim") == done


def test_a_token_is_made_once_for_a_form(project: renkei.Project, person: Visitor) -> None:
    before = len(project.tokens())
    form = person.form(agent="ann", days="", back="/agents/ann")
    first, second = (person.post("/acts/create-token", form).headers["location"] for _ in range(2))
    assert first == second
    assert len(project.tokens()) == before + 1
    assert "renkei_" in person.get(first).text
    assert "renkei_" not in person.get(second).text


@pytest.mark.parametrize("name", ["p" * 128, "ユ" * 128])
def test_a_person_with_the_longest_name_acts(team: Served, project: renkei.Project, name: str) -> None:
    project.join(name, human=True)
    person = enter(team.visitor, project.create_token(name))
    assert person.post("/acts/post", person.form(body="hello", to="all")).status == 303
    assert list(project.records())[-1].actor == name


def test_an_act_that_the_state_refuses_is_refused_at_its_form(project: renkei.Project, person: Visitor) -> None:
    project.send(project.message("human", handoff("paint it"), "bob", task_ref="TC-8"))
    cancelled, accepted = (person.form(contract="TC-8", back="/work/TC-8", form=one) for one in ("cancel", "accept"))
    assert person.post("/acts/cancel", cancelled).status == 303
    answer = person.post("/acts/accept", accepted)
    assert answer.status == 422
    assert "This is not possible while contract TC-8 is “cancelled”" in answer.text


def test_what_was_typed_outlives_the_sign_in(team: Served, project: renkei.Project) -> None:
    visitor = enter(team.visitor, project.create_token("human"))
    form = visitor.form(body="long words", to="all", form="post", back="/")
    visitor.post("/sign-out", visitor.form())
    asked = visitor.post("/acts/post", form)
    assert (asked.status, "Your input was not applied" in asked.text) == (403, True)
    sent = unescape(asked.text.partition('name="sent" value="')[2].partition('"')[0])
    shown = visitor.post("/sign-in", {"token": project.create_token("human"), "sent": sent})
    assert "long words</textarea>" in shown.text
    visitor.cookie = shown.headers["set-cookie"].partition(";")[0]
    again = visitor.post("/acts/post", form)  # from the old page, which another sign-in made
    assert (again.status, "long words</textarea>" in again.text) == (403, True)
    assert "long words" not in texts(project)
    fresh = {name: hidden(again.text.partition('id="form-post"')[2], name) for name in ("form_token", "command_id")}
    assert visitor.post("/acts/post", form | fresh).status == 303
    assert texts(project)[-1] == "long words"


@pytest.mark.parametrize("sent", ["\udc80", "%ff", "back=//evil.example", "back=%2Fnothing", "a&b&" * 2000])
def test_a_forged_form_is_not_done_by_signing_in(project: renkei.Project, nobody: Visitor, sent: str) -> None:
    before = project.state.seq
    body = f"token={project.create_token('human')}&sent={quote(sent, errors='surrogateescape')}"
    answer = nobody.send("POST", "/sign-in", body)
    assert (answer.status in (303, 400, 403), project.state.seq) == (True, before)
    assert answer.headers.get("location", "/") == "/"


def test_words_for_a_decision_that_a_colleague_made_are_shown_again(project: renkei.Project, person: Visitor) -> None:
    request = renkei.DecisionRequest(decision_id="D-9", question="Which?")
    project.send(project.message("ann", request, "human"))
    form = person.form(
        decision_id="D-9", chosen_option="north", rationale="a <long> reason", form="decide-D-9", back="/waiting"
    )
    project.decide("D-9", "south")
    answer = person.post("/acts/decide", form)
    assert answer.status in (404, 409, 422)
    assert 'What you wrote was not sent: <span class="words">north\na &lt;long&gt; reason</span>' in answer.text
    assert 'href="#form-decide-D-9"' not in answer.text


def test_a_refused_form_does_not_say_that_an_older_one_was_done(project: renkei.Project, person: Visitor) -> None:
    request = renkei.DecisionRequest(decision_id="D-10", question="Which?")
    project.send(project.message("ann", request, "human"))
    back = "/waiting?done=D-8&how=decide"
    form = person.form(decision_id="D-10", chosen_option="", form="decide-D-10", back=back)
    assert "Decided: D-8" in person.get(back).text
    answer = person.post("/acts/decide", form)
    assert (answer.status, "No option was chosen" in answer.text, "Decided: D-8" in answer.text) == (400, True, False)


@pytest.mark.parametrize(
    ("act", "fields", "said"),
    [
        ("snooze", {"entry": "decision:D-11", "seconds": "3600"}, "For later"),
        ("decide", {"decision_id": "D-11", "chosen_option": "north"}, "Decided: north"),
    ],
)
def test_an_act_is_announced_with_its_subject_if_it_has_one(
    project: renkei.Project, person: Visitor, act: str, fields: dict[str, str], said: str
) -> None:
    request = renkei.DecisionRequest(decision_id="D-11", question="Which?")
    project.send(project.message("ann", request, "human"))
    form = person.form(rehearsal="yes", form=act, back="/waiting", **fields)
    assert person.post(f"/acts/{act}", form).text == said


def test_a_name_that_nobody_has_is_asked_about_once(project: renkei.Project, person: Visitor) -> None:
    form = person.form(body="@nobody, see @ann and a@b.example", to="all", form="post", back="/")
    asked = person.post("/acts/post", form)
    assert (asked.status, "nobody is called @nobody." in asked.text) == (400, True)
    assert form["body"] not in texts(project)
    again = form | {"meant": hidden(asked.text, "meant")}
    assert again["meant"] == "@nobody"
    assert person.post("/acts/post", again | {"body": "@nobdy, see @ann"}).status == 400
    assert person.post("/acts/post", again).status == 303
    assert texts(project)[-1] == "`@nobody`, see @ann and a@b.example"
