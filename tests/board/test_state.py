"""Applying an event to the board assigns, and adds one line to the changelog."""

from typing import Any

import pytest
from immutables import Map

from board.factory import apply, board_of_two, time, written
from renkei.board.decide import Write
from renkei.board.events import CommentsKept, EntryAdded, FieldWritten, RereadNoticed
from renkei.board.state import (
    CHANGELOG_SHOWN,
    Board,
    Cell,
    Change,
    apply_comments_kept,
    apply_entry_added,
    apply_field_written,
    apply_reread_noticed,
    brief,
    clear_notices,
)


def field_written(path: str = "/goal", **more: Any) -> FieldWritten:
    return FieldWritten.model_validate({"path": path, "at": time(5), "author": "ann"} | more)


def notice(number: int) -> RereadNoticed:
    return RereadNoticed(
        to="ann", path="/goal", kept=number, kept_by="bob", kept_at=time(2), lost_by="ann", lost_at=time(1)
    )


def test_a_written_field_has_its_value_time_author_and_seq() -> None:
    board = apply_field_written(Board(), field_written(value="ship"), 4)
    assert board.cells["/goal"] == Cell("ship", time(5), "ann", 4)


def test_a_written_field_is_a_change_with_a_default_sentence() -> None:
    board = apply_field_written(Board(), field_written("/agents/ann/status", old="idle", value="working"), 4)
    assert board.changelog == (Change(time(5), "ann", "set status", "/agents/ann/status", "idle", "working", seq=4),)


def test_a_written_field_is_a_change_with_the_sentence_of_its_writer() -> None:
    board = apply_field_written(Board(), field_written(value="ship", action="agreed on it"), 4)
    assert board.changelog == (Change(time(5), "ann", "agreed on it", "/goal", None, "ship", seq=4),)


def test_the_same_value_moves_the_time_of_a_field_without_a_change() -> None:
    board = apply_field_written(Board(), field_written(old="ship", value="ship"), 4)
    assert board.cells["/goal"].at == time(5)
    assert board.changelog == ()


def test_the_changelog_keeps_the_newest_entries() -> None:
    board = Board()
    for number in range(CHANGELOG_SHOWN + 2):
        board = apply_field_written(board, field_written(value=number), number)
    assert [change.seq for change in board.changelog] == list(range(2, CHANGELOG_SHOWN + 2))


def test_an_entry_comes_last_in_its_list_and_its_fields_are_cells() -> None:
    board = board_of_two()
    entry = {"id": "B-1", "description": "no key", "resolved": False}
    board = apply_entry_added(board, EntryAdded(path="/blockers/B-1", entry=entry, at=time(5), author="ann"), 4)
    assert board.ids("agents") == ("ann", "bob")
    assert board.ids("blockers") == ("B-1",)
    assert board.cells["/blockers/B-1/description"] == Cell("no key", time(5), "ann", 4)
    assert board.get("/blockers/B-1/resolved") is False
    assert "/blockers/B-1/id" not in board.cells
    assert (board.changelog[-1].action, board.changelog[-1].seq) == ("added B-1", 4)
    assert board.changelog[-1].diff_summary == "/blockers/B-1: added {description: no key}"


def test_an_entry_is_a_change_with_the_sentence_of_its_writer() -> None:
    event = EntryAdded(path="/blockers/B-1", entry={}, at=time(5), author="ann", action="noticed it")
    assert apply_entry_added(Board(), event, 4).changelog[0].action == "noticed it"


def test_an_agent_comes_with_its_artifacts() -> None:
    artifacts = [{"ref": "a/b", "version": 2}, {"ref": "c", "version": 1}]
    event = EntryAdded(path="/agents/eve", entry={"artifacts": artifacts, "role": "qa"}, at=time(5), author="ann")
    board = apply_entry_added(Board(), event, 4)
    assert board.ids("agents", "eve", "artifacts") == ("a/b", "c")
    assert board.cells["/agents/eve/artifacts/a~1b/version"] == Cell(2, time(5), "ann", 4)
    assert board.cells["/agents/eve/artifacts/c/version"] == Cell(1, time(5), "ann", 4)
    assert board.agent("eve", "role") == "qa"
    assert "/agents/eve/artifacts" not in board.cells


def test_an_artifact_is_named_by_its_pointer_and_not_by_a_cell() -> None:
    board = written(board_of_two(), Write("/agents/ann/artifacts/spec", {"version": 2}), "ann", 5, 5)
    assert board.get("/agents/ann/artifacts/spec/version") == 2
    assert "/agents/ann/artifacts/spec/ref" not in board.cells


def test_an_agent_whose_artifacts_are_null_has_none() -> None:
    board = apply_entry_added(
        Board(), EntryAdded(path="/agents/eve", entry={"artifacts": None}, at=time(5), author="a"), 4
    )
    assert board.ids("agents", "eve", "artifacts") == ()


def test_a_field_that_nobody_wrote_has_the_default() -> None:
    assert Board().get("/goal") is None
    assert Board().get("/goal", "none") == "none"
    assert Board().agent("ann", "status") is None
    assert Board().ids("agents") == ()


def test_an_entry_is_found_by_its_pointer() -> None:
    board = written(board_of_two(), Write("/agents/ann/artifacts/a~1b", {"version": 1}), "ann", 5, 5)
    assert board.has_entry("/agents/ann")
    assert board.has_entry("/agents/ann/artifacts/a~1b")
    assert not board.has_entry("/agents/eve")
    assert not board.has_entry("/agents/bob/artifacts/a~1b")


def test_the_owners_of_an_artifact_are_those_who_registered_it() -> None:
    board = written(board_of_two(), Write("/agents/bob/artifacts/spec", {"version": 1}), "bob", 5, 5)
    assert list(board.artifact_owners("spec")) == ["bob"]
    assert list(board.artifact_owners("api")) == []


def test_notices_are_kept_in_order_for_their_reader() -> None:
    board = apply(Board(), [notice(1), notice(2)], 4)
    assert [one.kept for one in board.notices["ann"]] == [1, 2]
    assert "bob" not in board.notices


def test_notices_that_were_read_are_dropped_and_later_ones_stay() -> None:
    board = apply(Board(), [notice(1), notice(2)], 4)
    assert [one.kept for one in clear_notices(board, "ann", 1).notices["ann"]] == [2]
    assert clear_notices(board, "ann", 2).notices == Map()


def test_a_notice_does_not_touch_the_rest_of_the_board() -> None:
    board = board_of_two()
    assert apply_reread_noticed(board, notice(1), 4).cells == board.cells


def test_comments_replace_those_from_before() -> None:
    board = apply_comments_kept(Board(), CommentsKept(comments={"/goal": (("above",), "beside")}), 4)
    board = apply_comments_kept(board, CommentsKept(comments={"/blockers": ((), "new")}), 5)
    assert dict(board.comments) == {"/blockers": ((), "new")}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        ("two\n  lines", "two lines"),
        (3, "3"),
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 79 + "…"),
    ],
)
def test_a_value_is_shortened_to_one_line_of_80_characters(value: Any, text: str) -> None:
    assert brief(value) == text


def test_every_change_is_counted_also_those_that_the_changelog_dropped() -> None:
    board = Board()
    for number in range(CHANGELOG_SHOWN + 5):
        board = apply_field_written(board, field_written(value=number, old=None), number + 1)
    assert board.change_total == CHANGELOG_SHOWN + 5 == sum(board.change_counts.values())
    assert apply_field_written(board, field_written(value=1, old=1), 99).change_total == board.change_total
