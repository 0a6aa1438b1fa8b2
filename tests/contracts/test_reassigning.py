"""Work in progress is taken from its assignee and given to another."""

import pytest

from renkei import Project
from renkei.engine import commands as c
from renkei.engine.commands import TransitionContract
from renkei.errors import IllegalTransitionError, NotAllowedError
from team import handoff, small_team, work


def in_progress() -> Project:
    """Build a project in which ann works on T-1, which lead handed over."""
    project = small_team()
    project.send(project.message("lead", handoff(), "ann", task_ref="T-1"))
    project.start("T-1", actor="ann")
    return project


@pytest.mark.parametrize("by", ["lead", "human"])
def test_released_work_is_open_and_its_former_assignee_is_notified_and_owes_nothing(by: str) -> None:
    project = in_progress()
    project.release("T-1", "ann is ill", actor=by)
    entry = project.find_contract("T-1")
    assert (entry.status, entry.assignee, entry.notes) == ("open", None, (f"{by}: ann is ill",))
    assert project.state.owed_by("ann") == []
    assert project.state.board.agent("ann", "current_task") is None
    assert "no longer assigned to you. Reason: ann is ill" in project.context("ann").text
    assert project.wake_reason("ann") is not None


def test_work_that_its_assignee_releases_itself_is_not_reported_to_it() -> None:
    project = in_progress()
    project.release("T-1", "too much", actor="ann")
    assert [kept.message.type for kept in project.state.unread_of("ann")] == ["TASK_HANDOFF"]


def test_reassigned_work_wakes_its_new_assignee_who_reads_the_reason() -> None:
    project = in_progress()
    project.assign("T-1", "bob", "ann is ill", actor="lead")
    assert (project.find_contract("T-1").status, project.find_contract("T-1").assignee) == ("open", "bob")
    assert project.wake_reason("bob") == "T-1 is ready to start"
    assert "ann is ill" in project.context("bob").text
    project.start("T-1", actor="bob")
    assert project.find_contract("T-1").status == "in_progress"


def test_open_and_failed_work_is_reassigned_too() -> None:
    project = small_team()
    project.do(work("T-2"), work("T-3", assignee="ann"), work("T-4", assignee="ann"), actor="lead")
    project.assign("T-2", "bob", actor="lead")
    project.assign("T-4", "bob", actor="lead")
    project.do(TransitionContract("T-3", "fail", "broken"), actor="ann")
    project.assign("T-3", "bob", actor="lead")
    assert [project.find_contract(one).assignee for one in ("T-2", "T-3", "T-4")] == ["bob"] * 3


def test_only_the_delegator_a_lead_or_a_human_may_reassign() -> None:
    project = in_progress()
    before = project.log.last()
    with pytest.raises(NotAllowedError):
        project.assign("T-1", "bob", actor="bob")
    with pytest.raises(NotAllowedError):
        project.release("T-1", actor="bob")
    assert project.log.last() == before


def test_submitted_work_is_not_taken_away() -> None:
    project = in_progress()
    project.do(c.TransitionContract("T-1", "submit"), actor="ann")
    with pytest.raises(IllegalTransitionError):
        project.assign("T-1", "bob", actor="lead")


@pytest.mark.parametrize(
    "step", [None, "accept", "start", "block", "deliver_part", "fail", "refuse"], ids=lambda step: step or "open"
)
def test_unfinished_work_in_any_status_is_open_and_assigned_after_it_was_given_to_another(step: str | None) -> None:
    project = small_team()
    project.do(work("T-1", assignee="ann"), actor="lead")
    if step is not None:
        project.do(c.TransitionContract("T-1", step, "no"), actor="ann")
    project.assign("T-1", "bob", actor="lead")
    contract = project.find_contract("T-1")
    assert (contract.status, contract.assignee) == ("open", "bob")


def test_reopened_work_returns_to_the_agent_to_which_it_was_assigned() -> None:
    project = small_team()
    project.do(work("T-1", assignee="ann"), work("T-2"), work("T-3", assignee="bob"), actor="lead")
    project.claim("T-2", actor="ann")
    for name, agent in (("T-1", "ann"), ("T-2", "ann"), ("T-3", "bob")):
        project.do(TransitionContract(name, "fail", "broken"), actor=agent)
    project.leave("bob")
    with project.turn("ann"):
        pass
    for name in ("T-1", "T-2", "T-3"):
        project.reopen(name, "try again", actor="lead")
    found = {name: project.find_contract(name) for name in ("T-1", "T-2", "T-3")}
    assert {one.status for one in found.values()} == {"open"}
    assert {name: one.assignee for name, one in found.items()} == {"T-1": "ann", "T-2": None, "T-3": None}
    assert project.wake_reason("ann", pause=3600) == "T-1 is ready to start"
