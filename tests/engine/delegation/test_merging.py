"""Accepted work whose files have to be merged: only the runtime completes it, and everyone sees why it waits."""

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
    for actor in ("lead", "ann", "human"):
        for action in (c.RecordMerge("T-1", "main", "c0ffee"), c.DelayMerge("T-1", "later")):
            with pytest.raises(NotAllowedError):
                project.do(action, actor=actor)
    assert standing(project) == ("submitted", "due")
    project.do_as_runtime(c.RecordMerge("T-1", "main", "c0ffee", ("a.txt",)))
    assert standing(project) == ("completed", "")
    assert project.find_contract("T-1").commit == "c0ffee"


def test_a_merge_is_recorded_only_for_accepted_work() -> None:
    project = begun()
    for action in (c.RecordMerge("T-1", "main", "c0ffee"), c.DelayMerge("T-1", "later")):
        with pytest.raises(NotReadyError, match="does not wait to be merged"):
            project.do_as_runtime(action)


def test_the_status_says_why_work_is_not_merged_yet_until_it_moves() -> None:
    project = accepted()
    project.do_as_runtime(c.DelayMerge("T-1", "a.txt has changes."))
    assert project.find_contract("T-1").shown_status == "submitted, accepted but not merged: a.txt has changes"
    assert project.do_as_runtime(c.DelayMerge("T-1", "a.txt has changes.")) is None, "nothing new"
    project.do_as_runtime(c.TransitionContract("T-1", "rework", "conflict"))
    assert project.find_contract("T-1").shown_status == "in_progress"


def test_a_large_merge_names_a_thousand_files_and_counts_the_others() -> None:
    project = accepted()
    project.do_as_runtime(c.RecordMerge("T-1", "main", "c0ffee", tuple(f"f{one}" for one in range(1_003))))
    [event] = [one for one in project.record(project.state.seq).events if one.kind == "work_merged"]
    assert (len(event.files), event.others) == (1_000, 3)


def resubmitted(project: Project) -> None:
    """Submit, accept and send back the same words, as after a conflict."""
    project.submit("T-1", "done", actor="ann")
    project.accept("T-1", actor="lead")
    project.do_as_runtime(c.TransitionContract("T-1", "rework", "a conflict"))


def test_the_same_words_after_each_conflict_are_no_repetition_while_other_work_is_merged() -> None:
    project = begun()
    for number in range(8):
        resubmitted(project)
        project.do(work(f"other-{number}", assignee="bob", delegator="lead"), actor="lead")
        project.do_as_runtime(c.SetMerging("bob", is_on=True))
        project.submit(f"other-{number}", f"part {number}", actor="bob")
        if project.find_contract(f"other-{number}").merge != "due":
            project.accept(f"other-{number}", actor="lead")
        project.do_as_runtime(c.RecordMerge(f"other-{number}", "main", "c0ffee"))
    assert "ann" not in project.state.suspended


def test_the_same_words_while_the_branch_stays_are_a_repetition() -> None:
    project = begun()
    for _ in range(5):
        resubmitted(project)
    assert project.state.suspended["ann"] == "repetition"


def test_an_accepted_part_waits_for_its_merge_too() -> None:
    project = begun()
    project.submit("T-1", "half", status="partial", actor="ann")
    project.review("T-1", "approved", "enough", actor="lead")
    assert standing(project)[1] == "due"


def test_work_of_an_agent_without_its_own_files_is_completed_at_once() -> None:
    project = begun()
    project.do_as_runtime(c.SetMerging("ann", is_on=False))
    project.submit("T-1", "done", actor="ann")
    project.accept("T-1", actor="lead")
    assert standing(project) == ("completed", "")
    assert SYSTEM not in project.state.actors
