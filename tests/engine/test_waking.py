"""Who is woken, and when: the table, and the reasons that are not messages."""

from itertools import product
from typing import get_args

import pytest

import renkei
from renkei.board.decide import Write
from renkei.budget.relevance.tiers import Tier
from renkei.engine import commands as c
from renkei.engine.views.waking.wakes import WAKES, Reach
from renkei.protocol.primitives import Priority, later
from team import small_team, work

START = "2026-01-05T09:00:00.000000Z"
HELLO = renkei.Freeform(intent_hint="hello", body="hello", requires_response=False, urgency="normal")


def test_the_table_is_total() -> None:
    assert set(WAKES) == set(product(get_args(Tier), get_args(Reach), get_args(Priority)))


@pytest.mark.parametrize(
    ("tier", "reach", "priority", "when"),
    [
        ("critical", "group", "low", "now"),
        ("background", "group", "blocking", "now"),
        ("background", "copy", "blocking", "next_turn"),
        ("relevant", "copy", "blocking", "after_pause"),
        ("critical", "copy", "blocking", "now"),
        ("relevant", "name", "high", "now"),
        ("relevant", "group", "high", "after_pause"),
        ("relevant", "name", "normal", "after_pause"),
        ("relevant", "group", "normal", "after_pause"),
        ("relevant", "name", "low", "next_turn"),
        ("background", "group", "normal", "next_turn"),
        ("relevant", "answer", "low", "now"),
    ],
)
def test_a_message_wakes_as_its_row_says(tier: Tier, reach: Reach, priority: Priority, when: str) -> None:
    assert WAKES[tier, reach, priority] == when


def test_an_answer_wakes_at_once_whatever_its_priority() -> None:
    project = small_team()
    verdict = renkei.ReviewResult(artifact_ref="api", verdict="approved", summary="fine")
    project.send(project.message("bob", HELLO, "ann", "low"))
    assert project.wake_reason("ann", pause=3600) is None
    project.send(project.message("bob", verdict, "ann", "low", id="answer"))
    assert str(project.wake_reason("ann", pause=3600)).startswith("answer: ")


def test_an_agent_with_an_open_turn_is_interrupted_by_critical_messages_alone() -> None:
    project = small_team()
    with project.turn("ann"):
        project.send(project.message("lead", HELLO, "ann", "high"))
        assert project.wake_reason("ann") is None
        project.send(project.message("lead", HELLO, "ann", "blocking"))
        assert "blocking, to me" in str(project.wake_reason("ann"))


def test_an_agent_with_work_in_progress_takes_another_turn() -> None:
    project = small_team()
    project.do(work("T-1", assignee="ann"), actor="lead")
    assert project.wake_reason("ann") == "T-1 is ready to start"
    with project.turn("ann") as turn:
        turn.transition("T-1", "start")
    assert project.wake_reason("ann") == "T-1 is in progress"


def test_an_overdue_reply_wakes_once_and_without_anybody_calling_tick() -> None:
    now = [later(START, 3600 * 1_000_000)]
    project = small_team(now=lambda: now[0])
    ask = renkei.DecisionRequest(decision_id="D-1", question="Which?", options=[{"label": "a", "analysis": "-"}])
    soon = later(now[0], 10_000_000)
    project.send(project.message("lead", ask, "ann", "low", reply_by=soon))
    with project.turn("ann"):
        pass
    now[0] = later(now[0], 60_000_000)
    assert "overdue" in str(project.wait_for_work("ann", 0))
    with project.turn("ann"):
        pass
    assert project.wait_for_work("ann", 0) is None


def test_of_several_reasons_the_most_pressing_is_told() -> None:
    now = [START]
    project = small_team(now=lambda: now[0], guarded=False)

    def reason(read: bool = True) -> str | None:
        if read:
            with project.turn("ann"):
                pass
        return project.wake_reason("ann")

    project.do(work("T-1"), work("T-2", assignee="ann"), actor="lead")
    assert reason() == "T-2 is ready to start"
    project.start("T-2", actor="ann")
    project.do(Write("/agents/ann/status", "idle"), actor="ann")
    assert reason() == "T-2 is in progress"
    ask = renkei.DecisionRequest(decision_id="D-1", question="Which?", options=[{"label": "a", "analysis": "-"}])
    project.send(project.message("lead", ask, "ann", "low", id="q", reply_by=later(START, 60_000_000)))
    project.do(Write("/blockers/B", {"description": "one"}), actor="ann")
    assert reason() == "T-2 is in progress"
    now[0] = later(START, 61_000_000)
    project.tick()
    assert reason(read=False) == "your reply to q from lead is overdue"
    project.do(Write("/blockers/B/description", "two", read_seq=1), actor="bob")
    assert reason(read=False) == "a value it wrote was overwritten"
    project.send(project.message("lead", HELLO, "ann", "blocking", id="m"))
    assert reason(read=False) == "m: blocking, to me"
    project.begin_turn("ann")
    project.do(c.InterruptTurn("ann", "stop"), actor="lead")
    assert reason(read=False) == "its last turn was interrupted (lead ended it: stop)"


def test_an_agent_waiting_for_an_artifact_is_resumed_by_its_first_version() -> None:
    project = small_team()
    project.do(
        Write("/agents/bob/status", "blocked"), Write("/agents/bob/blocked_by", "api-specができるまで"), actor="bob"
    )
    with project.turn("ann") as turn:
        turn.artifact("api-spec", path="api.yaml")
    assert project.state.board.agent("bob", "blocked_by") is None
    assert "blocking, to me" in str(project.wake_reason("bob"))


def test_critical_messages_that_were_only_listed_come_again_until_each_stood_in_full() -> None:
    project = small_team(guarded=False)
    for number in range(10):
        body = f"incident {number}: " + f"detail {number} of what happened and what to do about it. " * 15
        text = renkei.Freeform(intent_hint="incident", body=body, requires_response=False, urgency="high")
        project.send(project.message("lead", text, "ann", "blocking", id=f"i-{number}"))
    in_full: list[str] = []
    for _ in range(10):
        with project.turn("ann", budget=1500) as turn:
            in_full += [one.id for one in turn.context.given if one.form == "full"]
    assert sorted(in_full) == [f"i-{number}" for number in range(10)]
    assert project.state.unread_of("ann") == []


def test_progress_reports_are_no_repetition_while_work_moves() -> None:
    project = small_team()
    report = renkei.StatusUpdate(new_status="working", progress_summary="still working on it")
    for number in range(8):
        with project.turn("ann") as turn:
            turn.send(report, to="lead")
            turn.artifact("code", path="code.py", description=f"part {number}")
    assert dict(project.state.suspended) == {}


def test_a_wait_ends_though_no_rule_sees_what_ended_it() -> None:
    project = small_team()
    question = renkei.DecisionRequest(decision_id="D-1", question="Which?", options=[])
    project.send(project.message("ann", question, "lead", id="q"))
    project.do(Write("/agents/ann/status", "blocked"), Write("/agents/ann/blocked_by", "q"), actor="ann")
    project.do(c.CloseObligations("q"), actor="human")
    assert project.state.board.agent("ann", "blocked_by") is None


def test_the_most_urgent_message_is_the_reason() -> None:
    project = small_team()
    project.send(project.message("lead", HELLO, "ann", id="m1", priority="high"))
    project.send(project.message("lead", HELLO, "ann", id="m2", priority="blocking"))
    assert project.wake_reason("ann") == "m2: blocking, to me"


def test_an_agent_that_says_that_it_waits_is_not_woken_by_its_work_in_progress() -> None:
    project = small_team()
    project.do(work("TC-1", assignee="ann"), actor="lead")
    project.start("TC-1", actor="ann")
    project.do(Write("/agents/ann/status", "blocked"), Write("/agents/ann/blocked_by", "the vendor"), actor="ann")
    assert project.wake_reason("ann") is None
    project.do(Write("/agents/ann/status", "working"), Write("/agents/ann/blocked_by", None), actor="ann")
    assert project.wake_reason("ann") == "TC-1 is in progress"


def test_a_result_of_what_an_agent_waits_for_is_critical_to_it_when_it_is_sent_to_it() -> None:
    project = small_team()
    project.do(work("TC-1", assignee="bob"), actor="lead")
    project.do(Write("/agents/ann/blocked_by", "TC-1"), actor="ann")
    result = renkei.TaskResult(original_task_ref="TC-1", status="completed", summary="done")
    project.send(project.message("bob", result, "all", id="to-all"))
    again = renkei.TaskResult(original_task_ref="TC-1", status="completed", summary="done, with tests")
    project.review("TC-1", "changes_requested", "tests?", actor="lead")
    project.send(project.message("bob", again, ["lead", "ann"], id="to-ann"))
    tiers = {one.id: (one.tier, one.rule) for one in project.context("ann").given}
    assert tiers["to-ann"] == ("critical", "waited_for")
    assert tiers["to-all"][0] == "relevant"
