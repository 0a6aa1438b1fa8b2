"""Whoever can act is told: of a block, its cause whenever it is named, an error, a conflict, a cancelled task."""

from collections.abc import Sequence
from typing import Any

import pytest

from renkei import ConflictReport, ExpectedOutput, Project, ReviewRequest, ReviewResult, TaskResult
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.protocol.messages import KnowledgeShareMessage
from team import handoff, small_team, work

CAUSES: dict[str, tuple[str, ...]] = {
    "ann": ("ann",),
    "lead": ("lead",),
    "the customer answers": ("human", "lead"),
    "an artifact that nobody makes": ("human", "lead"),
}
"""Who is told of a block, by its cause."""

ORDERS: tuple[Sequence[Sequence[str]], ...] = (
    (("blocked_by",), ("status",)),
    (("status",), ("blocked_by",)),
    (("status", "blocked_by"),),
    (("blocked_by", "status"),),
)


def write(project: Project, actor: str, **fields: str | None) -> None:
    project.do(*(Write(f"/agents/bob/{name}", value) for name, value in fields.items()), actor=actor)


def notices(project: Project, topic: str = "") -> list[tuple[str, str]]:
    """Return the receiver and the text of the notices in a project."""
    found = (kept.message for kept in project.state.messages.values())
    return sorted(
        (one.receivers[0], one.payload.content)
        for one in found
        if isinstance(one, KnowledgeShareMessage) and one.payload.topic.startswith(topic)
    )


def blockers(project: Project, *, resolved: bool = False) -> list[str]:
    board = project.state.board
    names = [one for one in board.ids("blockers") if board.get(f"/blockers/{one}/resolved") is resolved]
    return [board.get(f"/blockers/{one}/description") for one in names]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("cause", CAUSES)
def test_who_can_act_is_told_once_in_whatever_order_the_cause_and_the_status_are_written(
    cause: str, order: Sequence[Sequence[str]]
) -> None:
    project = small_team()
    values = {"status": "blocked", "blocked_by": cause}
    for names in order:
        write(project, "bob", **{name: values[name] for name in names})
    told = notices(project)
    assert tuple(name for name, _ in told) == CAUSES[cause]
    assert all(cause in text for _, text in told)
    assert blockers(project) == [f"bob: {cause}"]
    for name in set(CAUSES[cause]) - {"human"}:
        assert project.wake_reason(name) is not None
    assert bool(project.waiting_for("human")) is ("human" in CAUSES[cause])


def test_a_changed_cause_tells_the_new_source_and_a_block_that_is_over_tells_nobody() -> None:
    project = small_team()
    write(project, "bob", blocked_by="ann", status="blocked")
    write(project, "bob", blocked_by="lead")
    assert [name for name, _ in notices(project)] == ["ann", "lead"]
    assert blockers(project) == ["bob: lead"]
    write(project, "bob", blocked_by="the customer answers")
    assert [name for name, _ in notices(project)] == ["ann", "human", "lead", "lead"]
    write(project, "bob", blocked_by=None, status="idle")
    write(project, "bob", blocked_by="ann")
    assert len(notices(project)) == 4
    assert (blockers(project), blockers(project, resolved=True)) == ([], ["bob: the customer answers"])


def test_a_cause_whose_owner_is_paused_is_told_to_those_who_can_resume_it() -> None:
    project = small_team()
    project.do(c.SuspendActor("ann", "a break"), actor="human")
    write(project, "bob", blocked_by="ann", status="blocked")
    assert [name for name, _ in notices(project, "task_blocked")] == ["ann", "human", "lead"]


def test_who_blocks_an_agent_itself_is_not_told_of_it() -> None:
    project = small_team()
    write(project, "lead", blocked_by="the customer answers", status="blocked")
    assert [name for name, _ in notices(project)] == ["human"]


def test_an_error_tells_the_lead_and_the_people() -> None:
    project = small_team()
    write(project, "bob", current_task="the form", status="error")
    told = [(name, "the form" in text) for name, text in notices(project, "agent_failed")]
    assert told == [("human", True), ("lead", True)]
    assert (project.wake_reason("lead") is not None, len(project.waiting_for("human"))) == (True, 1)


def test_a_failed_task_tells_its_delegator_once() -> None:
    project = small_team()
    project.do(work("T-1", assignee="bob"), actor="lead")
    project.do(c.TransitionContract("T-1", "start"), actor="bob")
    project.send(project.message("bob", TaskResult(original_task_ref="T-1", status="failed", summary="no"), ["lead"]))
    assert [name for name, _ in notices(project, "agent_failed")] == ["human"]


def conflict(project: Project, to: Any, **fields: Any) -> None:
    payload = ConflictReport(conflict_description="two answers", severity="critical", **fields)
    project.send(project.message("bob", payload, to, id="cr"))


def test_the_owner_of_a_decision_in_conflict_receives_the_report() -> None:
    project = small_team()
    project.do(Write("/pending_decisions/D-1", {"question": "port?", "owner": "ann"}), actor="ann")
    conflict(project, ["lead"], conflicting_decisions=["D-1"])
    assert project.state.board.agent("ann", "blocked_by") == "cr"
    assert project.wake_reason("ann") is not None
    with project.turn("ann") as turn:
        assert "two answers" in turn.context.text


def test_who_has_to_answer_a_conflict_does_not_wait_for_it() -> None:
    project = small_team()
    project.do(Write("/pending_decisions/D-1", {"question": "port?", "owner": "ann"}), actor="ann")
    conflict(project, ["ann"], conflicting_decisions=["D-1"])
    assert (project.state.board.agent("ann", "status"), project.state.board.agent("ann", "blocked_by")) == (
        "idle",
        None,
    )
    assert [one.message_id for one in project.obligations("ann")] == ["cr"]


def test_a_cancelled_task_is_gone_from_the_board_and_its_agent_is_told() -> None:
    project = small_team()
    for name in ("T-1", "T-2"):
        project.do(work(name, assignee="bob"), actor="lead")
        project.do(c.TransitionContract(name, "start"), actor="bob")
    board = lambda: [project.state.board.agent("bob", one) for one in ("status", "current_task", "blocked_by")]  # noqa: E731
    project.do(c.TransitionContract("T-1", "cancel", "not needed"), actor="lead")
    assert board() == ["working", "T-2", None]
    write(project, "bob", blocked_by="ann", status="blocked")
    project.do(c.TransitionContract("T-2", "cancel", "not needed"), actor="lead")
    assert board() == ["idle", None, None]
    told = [text for name, text in notices(project, "cancelled") if name == "bob"]
    assert [one.split("cancelled ")[1][:4] for one in told] == ["T-1;", "T-2;"]
    assert all("not needed" in one for one in told)


def test_an_error_and_a_conflict_outlast_a_cancelled_task() -> None:
    project = small_team()
    project.do(work("T-1", assignee="bob"), actor="lead")
    project.do(c.TransitionContract("T-1", "start"), actor="bob")
    write(project, "bob", status="error")
    project.do(c.TransitionContract("T-1", "cancel"), actor="lead")
    assert [project.state.board.agent("bob", one) for one in ("status", "current_task")] == ["error", None]


def test_a_result_without_criteria_completes_its_agent_and_tells_who_waits_for_it() -> None:
    project = small_team()
    payload = handoff("build it").model_copy(update={"expected_output": ExpectedOutput(format="code")})
    project.send(project.message("lead", payload, ["bob"], task_ref="T-1"))
    project.do(c.TransitionContract("T-1", "start"), actor="bob")
    project.do(Write("/agents/ann/blocked_by", "bob"), Write("/agents/ann/status", "blocked"), actor="ann")
    project.send(
        project.message("bob", TaskResult(original_task_ref="T-1", status="completed", summary="done"), ["lead"])
    )
    assert [project.state.board.agent("bob", one) for one in ("status", "current_task")] == ["completed", "T-1"]
    fired = [event.event for record in project.records(0) for event in record.events if event.kind == "rule_fired"]
    assert fired == ["task_blocked", "task_completed"]
    write(project, "bob", status="idle")
    assert project.state.board.agent("bob", "current_task") is None


@pytest.mark.parametrize("verdict", ["approved", "changes_requested", "rejected", "accept"])
def test_a_verdict_withdraws_the_requests_for_it(verdict: Any) -> None:
    project = small_team()
    project.do(work("T-1", assignee="bob"), actor="lead")
    project.do(c.TransitionContract("T-1", "start"), actor="bob")
    project.send(
        project.message("bob", TaskResult(original_task_ref="T-1", status="completed", summary="done"), ["lead"])
    )
    project.send(
        project.message("bob", ReviewRequest(artifact_ref="T-1", blocking=False), ["lead"], "blocking", id="r")
    )
    requests = lambda: {one.message.id for one in project.pending("lead").messages if "REQUEST" in one.message.type}  # noqa: E731
    assert len(requests()) == 2
    if verdict == "accept":
        project.do(c.AcceptContract("T-1", "it runs"), actor="lead")
        assert requests() <= {"r"}, "the participant's own words may be read"
    else:
        result = ReviewResult(artifact_ref="T-1", verdict=verdict, summary="looked at it")
        project.send(project.message("lead", result, ["bob"]))
        assert requests() == set()
