"""Whom an agent waits for when it says so in words, and what ends that wait."""

import pytest

from engine.factory import after, events, send, submitted, team, terms
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.events import MessageSent, RuleFired
from renkei.engine.references import awaited_node
from renkei.engine.rules.defaults import default_rules
from renkei.engine.state import State
from renkei.protocol.payloads import DecisionRequest, DecisionResult, StatusUpdate


def doing(**tasks: str) -> State:
    state = team()
    for agent, task in tasks.items():
        state = after(state, agent, Write(f"/agents/{agent}/current_task", task))
    return state


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ログイン画面が終わるまで", "agent:ann"),
        ("the login page", "agent:bob"),
        ("the login page of bob's shop", "agent:bob"),
        ("the login, ann", "agent:ann"),
        ("the logins", "outside:the logins"),
        ("rain", "artifact:rain"),
    ],
)
def test_a_task_in_words_stands_for_its_agent_unless_an_id_is_named(text: str, found: str) -> None:
    state = doing(ann="ログイン画面", bob="the login page", lead="the login")
    assert awaited_node(state, "eve", text) == found


def test_nobody_waits_for_its_own_task() -> None:
    assert awaited_node(doing(eve="the login page"), "eve", "the login page") == "outside:the login page"


def blocked(state: State, agent: str, text: str) -> State:
    return after(state, agent, Write(f"/agents/{agent}/blocked_by", text), Write(f"/agents/{agent}/status", "blocked"))


def released(state: State, agent: str) -> bool:
    return state.board.get(f"/agents/{agent}/blocked_by") is None


@pytest.mark.parametrize(
    ("text", "ends"), [("login-page", True), ("login-pages", False), ("the login-page, please", True)]
)
def test_a_wait_that_names_a_task_before_somebody_has_it_ends_with_it(text: str, ends: bool) -> None:
    state = blocked(team(), "eve", text)
    state = after(state, "ann", Write("/agents/ann/current_task", "login-page"))
    state = after(state, "ann", Write("/agents/ann/status", "completed"))
    assert released(state, "eve") is ends


def test_a_wait_for_an_artifact_ends_when_a_task_that_delivers_it_is_completed() -> None:
    for output, ends in ("api", True), ("other", False):
        made = (Write(f"/agents/ann/artifacts/{ref}", {"version": 1}) for ref in ("api", "other"))
        state = blocked(after(team(), "ann", *made), "eve", "api")
        state = submitted(state, "TC-1", outputs=(output,))
        assert not released(state, "eve")
        assert released(after(state, "lead", c.AcceptContract("TC-1")), "eve") is ends
        assert not released(after(state, "lead", c.TransitionContract("TC-1", "cancel")), "eve")


def told(state: State, actor: str, *actions: c.Action) -> dict[str, str]:
    """Return what the rules tell each agent by messages of high priority."""
    sent = [one for one in events(state, actor, *actions) if isinstance(one, MessageSent)]
    mine = [
        one
        for one in sent
        if one.message.from_ == "renkei" and getattr(one.message.payload, "topic", "") != "wait_over"
    ]
    return {to: one.text for one in mine for to in one.recipients}


def test_a_decision_reaches_whose_work_it_touches_who_waits_for_it_and_who_asked() -> None:
    state = team(rules=default_rules())
    state = after(state, "bob", Write("/pending_decisions/決定-3", {"question": "port?", "owner": "lead"}))
    state = after(
        state, "lead", c.OpenContract(terms("TC-1", assignee="ann", inputs={"description": "決定-3で進める"}))
    )
    state = blocked(state, "eve", "決定-3が出るまで")
    made = "Decision 決定-3 was made: 80. Your work that it affects: "
    paths = (Write("/pending_decisions/決定-3/resolution", "80"), Write("/pending_decisions/決定-3/status", "resolved"))
    assert told(state, "lead", *paths) == {"ann": f"{made}TC-1", "eve": f"{made}–", "bob": f"{made}–"}


def test_an_agent_with_an_unread_decision_hears_of_it_once() -> None:
    ask = DecisionRequest(decision_id="D-1", question="port?")
    state = after(team(rules=default_rules()), "ann", send("ask", "ann", "lead", ask))
    state = blocked(state, "eve", "D-1")
    result = send("r", "lead", "ann", DecisionResult(decision_id="D-1", chosen_option="80", rationale=""))
    assert list(told(state, "lead", result)) == ["eve"]


def test_the_first_version_of_an_input_is_news_unless_the_work_came_with_it() -> None:
    work = c.OpenContract(terms("TC-1", assignee="ann", inputs={"description": "x", "artifacts": ["spec"]}))
    spec = Write("/agents/lead/artifacts/spec", {"version": 1, "description": "three pages"})
    state = team(rules=default_rules())
    state = after(
        state, "lead", c.OpenContract(terms("TC-2", assignee="bob", inputs={"description": "x", "artifacts": ["spec"]}))
    )
    unclaimed = terms("TC-3", delegator="eve", inputs={"description": "x", "artifacts": ["spec"]})
    state = after(state, "eve", c.OpenContract(unclaimed))
    lead_spec = Write("/agents/lead/artifacts/spec", spec.value)
    assert told(state, "lead", work, lead_spec) == {
        "bob": "spec, which your TC-2 uses, was registered (v1): three pages"
    }
    assert set(told(after(state, "lead", work), "lead", lead_spec)) == {"ann", "bob"}


def test_a_message_about_a_completed_task_names_it_and_its_own_artifacts_as_data() -> None:
    state = team(rules=default_rules())
    state = after(state, "ann", *(Write(f"/agents/ann/artifacts/{ref}", {"version": 1}) for ref in ("old", "api")))
    state = blocked(submitted(state, "TC-1", outputs=("api",)), "eve", "TC-1")
    found = events(state, "lead", c.AcceptContract("TC-1"))
    assert "task_completed" in [one.event for one in found if isinstance(one, RuleFired)]
    (sent,) = [one.message for one in found if isinstance(one, MessageSent) and one.recipients == ("eve",)]
    assert isinstance(sent.payload, StatusUpdate)
    assert (sent.task_ref, sent.payload.task_ref) == ("TC-1", "TC-1")
    assert [(ref.type, ref.id) for ref in sent.related_state_refs] == [("artifact", "api")]
    assert "Artifacts: api v1." in sent.payload.progress_summary
