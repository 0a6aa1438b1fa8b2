"""The past of a project: states, the history of a field, landmarks."""

from pathlib import Path

import pytest

import renkei
from renkei import Project, Write
from renkei.engine.apply import apply
from renkei.engine.state import State
from renkei.errors import BadValueError
from renkei.project.recent_states import RecentStates
from renkei.protocol.primitives import later
from team import small_team, work

TASK = "/agents/ann/current_task"


def wrote(project: Project, path: str, value: object, why: str = "", actor: str = "ann") -> int:
    record = project.do(Write(path, value, action=why), actor=actor)
    assert record is not None
    return record.seq


def steps(project: Project, path: str, **page: int) -> list[tuple[int, object]]:
    return [(one.seq, one.new) for one in project.field_changes(path, **page)]


def test_the_history_of_a_field_is_read_from_its_newest_change() -> None:
    project = small_team()
    first = wrote(project, TASK, "one", "because")
    wrote(project, "/agents/ann/status", "working")
    second = wrote(project, TASK, "two")
    found = project.field_changes(TASK)
    assert [(one.seq, one.old, one.new, one.action) for one in found[:2]] == [
        (second, "one", "two", ""),
        (first, None, "one", "because"),
    ]
    assert [(one.path, one.added) for one in found[2:]] == [("/agents/ann", True)]
    assert [one.seq for one in project.field_changes(TASK, before=second)] == [first, found[2].seq]
    assert [one.seq for one in project.field_changes(TASK, limit=1)] == [second]
    assert project.field_changes("/agents/ann/nothing") == []
    assert project.field_changes(TASK, before=1) == []
    with pytest.raises(BadValueError, match="/limit"):
        project.field_changes(TASK, limit=0)


def test_a_history_reaches_further_back_than_the_changelog() -> None:
    project = small_team()
    old = [wrote(project, TASK, f"old {number}") for number in range(2)]
    for number in range(60):
        wrote(project, "/agents/ann/blocked_by", f"thing {number}")
    new = [wrote(project, TASK, f"new {number}") for number in range(2)]
    assert [seq for seq, _ in steps(project, TASK)[:4]] == [*reversed(new), *reversed(old)]
    assert [new for _, new in steps(project, TASK, limit=3)] == ["new 1", "new 0", "old 1"]


def test_a_write_of_the_same_value_is_no_change_but_ends_no_history() -> None:
    project = small_team()
    first = wrote(project, TASK, "one")
    project.do(Write(TASK, "one", at=project.state.at), actor="ann")
    assert project.state.board.cells[TASK].seq > first
    assert steps(project, TASK)[0] == (first, "one")


def test_the_removal_of_its_entry_is_a_change_of_a_field() -> None:
    project = small_team()
    wrote(project, TASK, "one")
    project.leave("ann")
    found = project.field_changes(TASK)
    assert (found[0].path, found[0].removed, found[1].new) == ("/agents/ann", True, "one")


def test_two_changes_in_one_record_are_two_steps() -> None:
    project = small_team()
    project.do(Write(TASK, "one"), Write(TASK, "two"), actor="ann")
    assert [new for _, new in steps(project, TASK)[:2]] == ["two", "one"]


def test_landmarks_are_decisions_blockers_suspensions_and_closed_contracts() -> None:
    project = small_team()
    asked = wrote(project, "/pending_decisions/D-1", {"question": "which port?", "owner": "lead"})
    blocked = wrote(project, "/blockers/B-1", {"description": "no server"})
    resolved = wrote(project, "/blockers/B-1/resolved", True)
    project.do(renkei.OpenContract(work("TC-1").terms))
    project.do(renkei.OpenContract(work("TC-2").terms))
    cancelled = project.cancel("TC-1", "not needed")
    decided = project.decide("D-1", "80")
    paused = project.pause("ann", reason="wait for the server")
    project.resume("ann")
    again = project.pause(["ann", "bob"], reason="holidays")
    assert cancelled
    assert decided
    assert paused
    assert again
    assert [(one.seq, one.kind, one.ref) for one in project.landmarks()] == [
        (asked, "asked", "D-1"),
        (blocked, "blocked", "B-1"),
        (resolved, "resolved", "B-1"),
        (cancelled.seq, "closed", "TC-1"),
        (decided.seq, "decided", "D-1"),
        (paused.seq, "suspended", "ann"),
        (again.seq, "suspended", "ann"),
        (again.seq, "suspended", "bob"),
    ]


def test_every_past_state_is_that_of_a_replay_in_any_order(tmp_path: Path) -> None:
    with renkei.create(tmp_path / "p", members=[renkei.Join("ann")]) as project:
        for number in range(120):
            wrote(project, TASK, f"task {number}")
        last = project.state.seq
        states = [State()]
        for record in project.records():
            states.append(apply(states[-1], record))
        for seq in (*range(last, 0, -7), *range(0, last, 11), last, 60, 59, 61):
            assert project.state_at(seq) == states[seq]


@pytest.mark.parametrize("far", [2**63 - 1, 2**63, 2**80])
def test_no_record_is_after_a_seq_that_no_log_reaches(tmp_path: Path, far: int) -> None:
    with small_team(tmp_path / ".renkei") as project:
        with project.turn("ann"):
            pass
        everything = (list(project.records(far)), list(project.changes(far)), project.past_turns("ann", after=far))
        assert everything == ([], [], [])
        assert len(project.past_turns("ann", before=far)) == 1
        for look in (project.record, project.state_at, lambda seq: project.past_turn("ann", seq)):
            with pytest.raises(BadValueError):
                look(far)


def test_recent_states_are_bounded_and_those_in_use_stay() -> None:
    recent = RecentStates()
    assert recent.before(5) is None
    for seq in range(1, 65):
        recent.keep(State(seq=seq))
    assert recent.before(1) == State(seq=1)  # used again
    recent.keep(State(seq=65))
    assert recent.before(2) == State(seq=1)  # 2 was given up, 1 was not
    assert recent.before(10**6) == State(seq=65)
    assert len(recent._states) == 64


def test_the_record_of_a_time_is_the_last_one_until_then() -> None:
    project = small_team()
    for number in range(5):
        project.do(Write("/goal", f"goal {number}"))
    for record in project.records():
        assert project.seq_at(record.at) == record.seq
        assert project.seq_at(later(record.at, 1)) == record.seq
        assert project.seq_at(later(record.at, -1)) == record.seq - 1
    assert project.seq_at("1999-01-01T00:00:00Z") == 0
    assert project.seq_at("2999-01-01T00:00:00+02:00") == project.state.seq
    with pytest.raises(BadValueError, match="soon"):
        project.seq_at("soon")
