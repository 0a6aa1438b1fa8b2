"""What waits for a person: found in the state, each with who waits behind it and what it touches."""

from typing import get_args

import pytest

from engine.factory import after, message, reading, send, submitted, talk, team, terms
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.views.waiting.entry import Kind, Waiting
from renkei.engine.views.waiting.person import FOUND, waiting_for
from renkei.errors import UnknownActorError
from renkei.protocol.payloads import (
    ConflictReport,
    DecisionOption,
    DecisionRequest,
    ExpectedOutput,
    KnowledgeShare,
    ReviewRequest,
    TaskHandoff,
    TaskResult,
)

QUESTION = DecisionRequest(
    decision_id="D-1", question="which port?", options=(DecisionOption(label="80", analysis="usual"),), deadline_steps=3
)


def only(state: State, person: str = "human") -> Waiting:
    (found,) = waiting_for(state, person)
    return found


def kinds(state: State, person: str = "human") -> list[str]:
    return [one.kind for one in waiting_for(state, person)]


def asked() -> State:
    """Build a state in which `ann`, whom `bob` waits for, has asked the human for a decision and waits for it."""
    state = after(team(), "lead", c.OpenContract(terms("T-1", assignee="ann")))
    state = after(
        state, "ann", c.TransitionContract("T-1", "start"), send("ask", "ann", "human", QUESTION, task_ref="T-1")
    )
    state = after(state, "ann", Write("/agents/ann/blocked_by", "D-1"))
    return after(state, "bob", Write("/agents/bob/blocked_by", "T-1"))


def test_every_kind_has_a_way_to_be_found() -> None:
    assert tuple(FOUND) == get_args(Kind)


def test_a_stranger_is_refused() -> None:
    with pytest.raises(UnknownActorError):
        waiting_for(team(), "nobody")


def test_a_decision_names_who_cannot_continue_behind_it_and_what_it_touches() -> None:
    found = only(asked())
    assert (found.kind, found.ref, found.message_id, found.creditors) == ("decision", "D-1", "ask", ("ann",))
    assert found.behind == ("ann", "bob")
    assert found.touches == ("contract:T-1",)
    assert (found.turns_left, found.blocks, found.overdue) == (3, True, False)


def test_two_requests_for_one_decision_are_one_entry() -> None:
    state = after(asked(), "eve", send("again", "eve", "human", QUESTION))
    assert only(state).creditors == ("ann", "eve")


def test_a_decision_of_the_board_that_nobody_asked_for_waits_for_its_owner() -> None:
    entry = {"question": "which port?", "owner": "human"}
    state = after(team(), "human", Write("/pending_decisions/D-9", entry))
    found = only(state)
    assert (found.kind, found.ref, found.message_id, found.creditors) == ("decision", "D-9", None, ())
    assert (found.summary, found.blocks) == ("which port?", False)
    assert waiting_for(after(state, "human", Write("/pending_decisions/D-9/status", "resolved")), "human") == []


def test_a_critical_conflict_waits_for_an_answer() -> None:
    state = after(team(), "ann", Write("/agents/ann/artifacts/api", {"description": "v1"}))
    report = ConflictReport(conflict_description="they differ", conflicting_artifacts=("api",), severity="critical")
    found = only(after(state, "eve", send("k", "eve", "human", report, priority="blocking")))
    assert (found.kind, found.ref, found.behind) == ("conflict", "k", ("eve", "ann"))
    assert found.touches == ("artifact:api",)


def test_submitted_work_waits_for_its_delegator_with_what_depends_on_it() -> None:
    state = submitted(team(), "T-1", delegator="human", outputs=("api",))
    state = after(state, "lead", c.OpenContract(terms("T-2", assignee="bob", depends_on=("T-1",))))
    found = only(state)
    assert (found.kind, found.ref, found.creditors) == ("result", "T-1", ())
    assert found.touches == ("artifact:api", "contract:T-2")
    assert kinds(after(state, "human", c.AcceptContract("T-1"))) == []


def test_a_review_of_an_artifact_is_no_result() -> None:
    state = after(team(), "ann", Write("/agents/ann/artifacts/api", {"description": "v1"}))
    ask = ReviewRequest(artifact_ref="api", blocking=True)
    found = only(after(state, "ann", send("r", "ann", "human", ask)))
    assert (found.kind, found.ref, found.behind) == ("review", "api", ("ann",))


def test_work_of_the_person_waits_with_and_without_a_message_once() -> None:
    handoff = TaskHandoff(
        task_description="try it",
        expected_output=ExpectedOutput(format="yes"),
        authority_scope="",
        fallback_on_failure="",
    )
    state = after(team(), "lead", send("h", "lead", "human", handoff, task_ref="T-1"))
    state = after(state, "lead", c.OpenContract(terms("T-2", assignee="human")))
    assert sorted((one.kind, one.ref, one.message_id) for one in waiting_for(state, "human")) == [
        ("task", "T-1", "h"),
        ("task", "T-2", None),
    ]
    waits = after(team(), "lead", c.OpenContract(terms("T-1", assignee="ann")))
    waits = after(waits, "lead", c.OpenContract(terms("T-2", assignee="human", depends_on=("T-1",))))
    assert kinds(waits) == []


def test_a_question_and_work_that_failed_wait() -> None:
    state = after(team(), "ann", send("q", "ann", "human", talk("really?", requires_response=True)))
    assert (only(state).kind, only(state).ref, only(state).blocks) == ("reply", "q", False)
    assert only(state).summary == "FREEFORM: really?"  # the message has no summary of its own
    state = after(team(), "human", c.OpenContract(terms("T-1", delegator="human", assignee="ann")))
    failed = TaskResult(original_task_ref="T-1", status="failed", summary="no")
    assert "returned" in kinds(after(state, "ann", send("f", "ann", "human", failed)))


def test_an_overwritten_value_and_an_urgent_message_wait_until_they_are_read() -> None:
    state = after(team(), "human", Write("/goal", "mine"), seconds=1)
    state = after(state, "lead", Write("/goal", "its", read_seq=1), seconds=2)
    assert (only(state).kind, only(state).ref) == ("reread", "/goal")
    note = KnowledgeShare(topic="t", content="look", relevance_to_recipients="", actionable=False)
    state = after(team(), "ann", send("n", "ann", "human", note, priority="blocking"))
    assert (only(state).kind, only(state).ref) == ("message", "n")
    assert kinds(after(team(), "ann", send("n", "ann", "human", note))) == []


def test_a_deadlock_waits_for_every_human_while_it_lasts() -> None:
    state = after(team(), "ann", Write("/agents/ann/blocked_by", "bob"))
    state = after(state, "bob", Write("/agents/bob/blocked_by", "ann"))
    found = only(state)
    assert (found.kind, found.ref, found.behind) == ("deadlock", "agent:ann", ("ann", "bob"))
    assert found.summary == "agent:ann → agent:bob → agent:ann"
    assert kinds(state, "lead") == []
    ended = after(state, "human", Write("/agents/bob/blocked_by", None))
    assert kinds(ended) == []  # though its report is unread


def test_what_is_paused_waits_for_every_human() -> None:
    state = after(
        asked(), "human", c.SuspendActor("ann", "stop"), c.PauseContract("T-1", "wait"), c.PauseProject("lunch")
    )
    found = {one.kind: one for one in waiting_for(state, "human")}
    assert (found["agent"].ref, found["agent"].summary, found["agent"].behind) == ("ann", "stop", ("ann", "bob"))
    assert (found["contract"].ref, found["contract"].summary) == ("T-1", "wait")
    assert (found["project"].summary, found["project"].behind) == ("lunch", ("lead", "ann", "bob", "eve"))
    state = after(state, "human", c.Join("mia", human=True))
    assert kinds(state, "mia") == ["project", "agent", "contract"]
    assert kinds(state, "lead") == []


def test_a_quota_that_is_used_up_waits() -> None:
    state = after(team(), "human", c.SetQuota(turns=1))
    state = after(state, "ann", reading(state, "ann"))
    state = after(state, "ann", c.EndTurn("ann", "t-1"))
    assert kinds(state) == ["quota"]
    assert kinds(after(state, "human", c.SetQuota(turns=9))) == []


def test_what_blocks_stands_before_what_is_overdue_and_that_before_what_is_older() -> None:
    state = after(team(), "eve", send("old", "eve", "human", talk("?", requires_response=True)))
    late = message("late", "eve", "human", talk("!", requires_response=True), reply_by="2026-01-05T09:00:10.000000Z")
    state = after(state, "eve", c.Send(late), seconds=5)
    state = after(state, "eve", c.Tick(), seconds=60)
    state = after(
        state, "ann", send("ask", "ann", "human", QUESTION), Write("/agents/ann/blocked_by", "D-1"), seconds=61
    )
    assert [one.ref for one in waiting_for(state, "human")] == ["D-1", "late", "old"]
