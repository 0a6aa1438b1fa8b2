"""Undoing what a record wrote to the board: ordinary writes, all or none."""

import pytest

from renkei import Project, Write
from renkei.errors import InvalidInputError, NotAllowedError, NotReadyError
from team import small_team, work

STATUS, TASK, BLOCKED_BY = (f"/agents/ann/{name}" for name in ("status", "current_task", "blocked_by"))


def wrote(project: Project, *writes: Write, actor: str = "ann") -> int:
    record = project.do(*writes, actor=actor)
    assert record is not None
    return record.seq


def test_the_old_values_are_written_and_the_changelog_says_so() -> None:
    project = small_team()
    seq = wrote(project, Write(STATUS, "working"), Write(TASK, "the login"))
    record = project.revert(seq, "wrong agent", actor="lead")
    board = project.state.board
    assert (board.get(STATUS), board.get(TASK)) == ("idle", None)
    assert record is not None
    assert record.actor == "lead"
    assert [one.action for one in board.changelog[-2:]] == [f"reverted seq {seq} of ann: wrong agent"] * 2
    assert board.changelog[-1].diff_summary == f"{TASK}: the login → null"
    assert project.revert(seq) is None


def test_a_field_that_was_written_twice_goes_back_to_what_it_was_before_the_record() -> None:
    project = small_team()
    seq = wrote(project, Write(STATUS, "working"), Write(STATUS, "blocked"))
    project.revert(seq)
    assert project.state.board.get(STATUS) == "idle"


def test_what_others_wrote_since_is_listed_and_nothing_is_reverted() -> None:
    project = small_team()
    seq = wrote(project, Write(STATUS, "working"), Write(TASK, "the login"), Write(BLOCKED_BY, "Bob"))
    wrote(project, Write(TASK, "the API"), Write(BLOCKED_BY, None), actor="lead")
    with pytest.raises(NotReadyError) as refused:
        project.revert(seq)
    assert refused.value.details["reason"] == f"written since: {TASK} (by lead, seq {seq + 1})"
    assert project.state.board.get(STATUS) == "working"


def test_entries_and_versions_stay() -> None:
    project = small_team()
    wrote(project, Write("/agents/ann/artifacts/api", {"version": 1, "path": "src/a.ts"}))
    artifact = Write("/agents/ann/artifacts/api", {"version": 2, "path": "src/b.ts"})
    seq = wrote(project, artifact, Write("/blockers/B-1", {"description": "no server"}))
    project.revert(seq)
    board = project.state.board
    assert board.get("/agents/ann/artifacts/api/path") == "src/a.ts"
    assert board.get("/agents/ann/artifacts/api/version") == 2
    assert board.has_entry("/blockers/B-1")


def test_a_revert_is_refused_where_a_write_would_be() -> None:
    project = small_team()
    seq = wrote(project, Write(STATUS, "working"))
    with pytest.raises(NotAllowedError):
        project.revert(seq, actor="bob")
    opened = project.do(work("T-1"), actor="lead")
    assert opened is not None
    for wrong in (opened.seq, 0, 99):
        with pytest.raises(InvalidInputError, match=str(wrong)):
            project.revert(wrong)
