"""A write wins by its time, per field, and the author of the older value receives a re-read notice."""

from typing import Any

import pytest

from board.factory import apply, board_of_two, time, written
from renkei.board.decide import Write, decide_write
from renkei.board.events import EntryAdded, FieldWritten, RereadNoticed
from renkei.board.state import Board
from renkei.errors import AlreadyExistsError, BadValueError, FieldMovedError, UnknownFieldError

STATUS = "/agents/ann/status"
SPEC = "/agents/ann/artifacts/spec"


def board_with_status() -> Board:
    """Build a board where bob set ann's status to `working` at second 30, in record 7."""
    return written(board_of_two(), Write(STATUS, "working"), "bob", 30, 7)


def board_with_artifact() -> Board:
    """Build a board where bob registered version 2 of ann's artifact `spec` at second 30, in record 7."""
    return written(board_of_two(), Write(SPEC, {"version": 2, "path": "spec.md"}), "bob", 30, 7)


def decide(board: Board, write: Write, author: str = "ann", second: int = 40) -> list[Any]:
    return decide_write(board, write, author, time(second))


def test_a_write_to_an_empty_board_applies() -> None:
    (event,) = decide(Board(), Write("/goal", "ship", action="set the goal"))
    assert event == FieldWritten(path="/goal", value="ship", at=time(40), author="ann", action="set the goal")


def test_a_newer_write_by_someone_who_has_read_the_value_applies_without_a_notice() -> None:
    (event,) = decide(board_with_status(), Write(STATUS, "idle", at=time(40), read_seq=7, action="done"))
    assert event == FieldWritten(
        path=STATUS, old="working", value="idle", at=time(40), author="ann", action="done"
    )  # fmt: skip


def test_a_write_without_a_read_seq_counts_as_having_read_everything() -> None:
    assert [type(event) for event in decide(board_with_status(), Write(STATUS, "idle", at=time(40)))] == [FieldWritten]


def test_a_newer_write_by_someone_who_has_not_read_the_value_applies_and_notifies_its_author() -> None:
    write, notice = decide(board_with_status(), Write(STATUS, "idle", at=time(40), read_seq=6))
    assert (write.old, write.value) == ("working", "idle")
    assert notice == RereadNoticed(
        to="bob", path=STATUS,
        kept="idle", kept_by="ann", kept_at=time(40),
        lost="working", lost_by="bob", lost_at=time(30),
    )  # fmt: skip


def test_nobody_is_notified_of_overwriting_its_own_value() -> None:
    events = decide(board_with_status(), Write(STATUS, "idle", at=time(40), read_seq=6), author="bob")
    assert [type(event) for event in events] == [FieldWritten]


def test_an_older_write_changes_nothing_and_its_author_is_notified() -> None:
    (notice,) = decide(board_with_status(), Write(STATUS, "idle", at=time(20)), second=20)
    assert notice == RereadNoticed(
        to="ann", path=STATUS,
        kept="working", kept_by="bob", kept_at=time(30),
        lost="idle", lost_by="ann", lost_at=time(20), late=True,
    )  # fmt: skip


def test_an_older_write_by_the_author_of_the_value_is_dropped_without_a_notice() -> None:
    assert decide(board_with_status(), Write(STATUS, "idle", at=time(20)), author="bob", second=20) == []


def test_an_older_write_of_the_same_value_is_dropped_without_a_notice() -> None:
    assert decide(board_with_status(), Write(STATUS, "working", at=time(20)), second=20) == []


def test_of_two_writes_with_equal_times_the_later_record_wins() -> None:
    write, notice = decide(board_with_status(), Write(STATUS, "idle", at=time(30), read_seq=6), second=30)
    assert (write.value, write.at) == ("idle", time(30))
    assert (notice.to, notice.late) == ("bob", False)


@pytest.mark.parametrize("second", [20, 30])
def test_a_clock_that_lags_cannot_make_a_fresh_write_lose(second: int) -> None:
    (event,) = decide(board_with_status(), Write(STATUS, "idle", read_seq=7), second=second)
    assert (event.value, event.at) == ("idle", "2026-01-05T09:00:30.000001Z")


def test_a_clock_that_does_not_lag_is_kept() -> None:
    (event,) = decide(board_with_status(), Write(STATUS, "idle"))
    assert event.at == time(40)


def test_a_clock_that_lags_loses_when_the_value_was_not_read() -> None:
    (notice,) = decide(board_with_status(), Write(STATUS, "idle", read_seq=6), second=20)
    assert (notice.to, notice.late) == ("ann", True)


def test_a_time_given_by_the_writer_is_not_moved() -> None:
    (notice,) = decide(board_with_status(), Write(STATUS, "idle", at=time(20), read_seq=7), second=20)
    assert (notice.to, notice.late) == ("ann", True)


def test_writing_the_same_value_again_changes_nothing() -> None:
    assert decide(board_with_status(), Write(STATUS, "working")) == []


def test_the_same_value_with_a_given_time_moves_the_time_of_the_field() -> None:
    (event,) = decide(board_with_status(), Write(STATUS, "working", at=time(40)))
    assert (event.value, event.at, event.author) == ("working", time(40), "ann")


def test_a_compare_and_set_with_the_seq_of_the_field_applies() -> None:
    (event,) = decide(board_with_status(), Write(STATUS, "idle", if_seq=7))
    assert event.value == "idle"


def test_a_compare_and_set_counts_as_having_read_the_value() -> None:
    events = decide(board_with_status(), Write(STATUS, "idle", at=time(40), read_seq=6, if_seq=7))
    assert [type(event) for event in events] == [FieldWritten]


def test_a_compare_and_set_applies_though_its_clock_lags() -> None:
    (event,) = decide(board_with_status(), Write(STATUS, "idle", at=time(1), if_seq=7))
    assert event.value == "idle"
    assert event.at > board_with_status().cells[STATUS].at


def test_a_compare_and_set_is_refused_when_the_field_was_written_later() -> None:
    with pytest.raises(FieldMovedError) as error:
        decide(board_with_status(), Write(STATUS, "idle", if_seq=6))
    assert dict(error.value.details) == {"path": STATUS, "seq": 7, "author": "bob", "if_seq": 6}


def test_a_field_of_an_agent_that_is_not_on_the_board_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownFieldError) as error:
        decide(board_of_two(), Write("/agents/eve/status", "idle"))
    assert dict(error.value.details) == {"path": "/agents/eve/status", "known": "/agents/ann, /agents/bob"}


def test_a_field_of_an_artifact_that_is_not_on_the_board_is_refused() -> None:
    with pytest.raises(UnknownFieldError):
        decide(board_of_two(), Write(f"{SPEC}/version", 1))


def test_a_field_of_an_entry_is_refused_on_an_empty_list() -> None:
    with pytest.raises(UnknownFieldError) as error:
        decide(board_of_two(), Write("/blockers/B-1/resolved", True))
    assert error.value.details["known"] == "no entry yet under /blockers"


def test_a_field_that_an_old_entry_lacks_can_be_written() -> None:
    bare = EntryAdded(path="/agents/eve", entry={}, at=time(1), author="lead")
    (event,) = decide(apply(board_of_two(), [bare], 4), Write("/agents/eve/status", "idle"))
    assert (event.path, event.old, event.value) == ("/agents/eve/status", None, "idle")


def test_a_new_entry_is_added_with_its_defaults() -> None:
    write = Write("/blockers/B-1", {"description": "no key", "created_at": time(5)}, action="noticed")
    (event,) = decide(board_of_two(), write)
    assert event == EntryAdded(
        path="/blockers/B-1",
        entry={
            "id": "B-1", "description": "no key", "affected_agents": [], "created_at": time(5), "resolved": False,
        },
        at=time(40), author="ann", action="noticed",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        ("/agents/ann", {}, "another agent"),
        ("/blockers/B-1", {"created_at": time(5)}, "another blocker"),
        ("/pending_decisions/D-1", {"owner": "lead"}, "another pending decision"),
    ],
)
def test_an_entry_cannot_be_added_twice(path: str, value: dict[str, Any], what: str) -> None:
    board = board_of_two()
    board = board if board.has_entry(path) else written(board, Write(path, value), "lead", 5, 5)
    with pytest.raises(AlreadyExistsError) as error:
        decide(board, Write(path, value))
    assert dict(error.value.details) == {"what": what, "name": path.rsplit("/", 1)[1]}


def test_an_artifact_of_an_agent_that_is_not_on_the_board_is_refused() -> None:
    with pytest.raises(UnknownFieldError) as error:
        decide(board_of_two(), Write("/agents/eve/artifacts/spec", {"version": 1}))
    assert dict(error.value.details) == {"path": "/agents/eve/artifacts/spec", "known": "/agents/ann, /agents/bob"}


def test_registering_an_artifact_again_writes_the_given_fields() -> None:
    write = Write(SPEC, {"ref": "spec", "version": 3, "description": "the API"}, action="ports are fixed")
    events = decide(board_with_artifact(), write)
    assert [(event.path, event.old, event.value, event.action) for event in events] == [
        (f"{SPEC}/version", 2, 3, "ports are fixed"),
        (f"{SPEC}/description", "", "the API", "ports are fixed"),
    ]


def test_registering_an_artifact_again_hands_on_time_and_read_seq() -> None:
    events = decide(board_with_artifact(), Write(SPEC, {"path": "new.md"}, at=time(20), read_seq=6), second=20)
    assert [(event.kind, event.to, event.late) for event in events] == [("reread_noticed", "ann", True)]
    events = decide(board_with_artifact(), Write(SPEC, {"path": "new.md"}, read_seq=6))
    assert [event.kind for event in events] == ["field_written", "reread_noticed"]
    events = decide(board_with_artifact(), Write(SPEC, {"path": "spec.md"}, at=time(40)))
    assert [event.kind for event in events] == ["field_written"]


def test_registering_an_artifact_again_can_compare_and_set() -> None:
    with pytest.raises(FieldMovedError):
        decide(board_with_artifact(), Write(SPEC, {"version": 3}, if_seq=6))


def test_a_newer_version_applies() -> None:
    (event,) = decide(board_with_artifact(), Write(f"{SPEC}/version", 3))
    assert (event.old, event.value) == (2, 3)


@pytest.mark.parametrize("version", [1, 2])
def test_a_version_that_does_not_grow_is_refused(version: int) -> None:
    with pytest.raises(BadValueError) as error:
        decide(board_with_artifact(), Write(f"{SPEC}/version", version))
    assert (error.value.details["path"], error.value.details["got"]) == (f"{SPEC}/version", version)
    assert error.value.details["problem"] == f"must be greater than 2, got {version}"


def test_an_author_who_has_not_read_the_newest_version_is_notified_of_it() -> None:
    (notice,) = decide(board_with_artifact(), Write(f"{SPEC}/version", 2, read_seq=6))
    assert notice == RereadNoticed(
        to="ann", path=f"{SPEC}/version",
        kept=2, kept_by="bob", kept_at=time(30),
        lost=2, lost_by="ann", lost_at=time(40), late=True,
    )  # fmt: skip


def test_the_author_of_the_newest_version_is_not_notified_of_it() -> None:
    assert decide(board_with_artifact(), Write(f"{SPEC}/version", 2, read_seq=6), author="bob") == []
