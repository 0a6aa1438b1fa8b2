"""Accepted work whose files have to be merged: nobody but the runtime completes it, and everybody sees why it waits."""

import pytest

from renkei import Project, work_items
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from renkei.errors import NotAllowedError, NotReadyError
from team import small_team, work


def begun(name: str = "T-1") -> Project:
    """Return a project in which ann, whose files are merged, does a task of the lead."""
    project = small_team()
    project.do_as_runtime(c.SetMerging("ann", is_on=True))
    project.do(work(name, assignee="ann", delegator="lead", acceptance_criteria=[{"criterion": "runs"}]), actor="lead")
    project.start(name, actor="ann")
    return project


def accepted() -> Project:
    project = begun()
    project.submit("T-1", "done", actor="ann")
    project.accept("T-1", actor="lead")
    return project


def standing(project: Project) -> tuple[str, str]:
    found = project.find_contract("T-1")
    return found.status, found.merge


def test_accepted_work_waits_for_its_merge_and_the_delegator_has_nothing_left_to_judge() -> None:
    project = accepted()
    assert standing(project) == ("submitted", "due")
    assert [one.expects for one in project.obligations("lead")] == []
    [item] = work_items(project.state, project.heartbeats())
    assert item.phase == "in_work"
    assert project.find_contract("T-1").shown_status == "submitted, accepted but not merged"
    assert "accepted; it is completed when its files are merged" in project.context("lead").text


def test_only_the_runtime_says_that_files_are_merged() -> None:
    project = accepted()
    for actor, refusal in (("lead", NotReadyError), ("ann", NotAllowedError)):
        with pytest.raises(refusal):
            project.do(c.AcceptContract("T-1", "merged", merged=True), actor=actor)
    assert standing(project) == ("submitted", "due")
    project.do_as_runtime(c.AcceptContract("T-1", "merged", merged=True))
    assert standing(project)[0] == "completed"


def test_nobody_skips_the_wait_by_saying_at_acceptance_that_files_are_merged() -> None:
    project = begun()
    project.submit("T-1", "done", actor="ann")
    project.do(c.AcceptContract("T-1", "merged", merged=True), actor="lead")
    assert standing(project) == ("submitted", "due")


def test_an_accepted_part_waits_for_its_merge_too() -> None:
    project = begun()
    project.submit("T-1", "half", status="partial", actor="ann")
    project.review("T-1", "approved", "enough", actor="lead")
    assert standing(project)[1] == "due"


def test_work_of_an_agent_without_files_of_its_own_is_completed_at_once() -> None:
    project = begun()
    project.do_as_runtime(c.SetMerging("ann", is_on=False))
    project.submit("T-1", "done", actor="ann")
    project.accept("T-1", actor="lead")
    assert standing(project) == ("completed", "")
    assert SYSTEM not in project.state.actors
