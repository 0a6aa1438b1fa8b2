"""Boards for unit tests, built by deciding and applying writes at given seqs, without a project."""

from renkei.board.decide import Write, decide_write
from renkei.board.events import BoardEvent, CommentsKept, EntryAdded, FieldWritten, RereadNoticed
from renkei.board.state import (
    Board,
    apply_comments_kept,
    apply_entry_added,
    apply_field_written,
    apply_reread_noticed,
)

APPLY = {
    EntryAdded: apply_entry_added,
    FieldWritten: apply_field_written,
    RereadNoticed: apply_reread_noticed,
    CommentsKept: apply_comments_kept,
}


def time(second: int) -> str:
    """Return a time within one minute."""
    return f"2026-01-05T09:00:{second:02d}.000000Z"


def apply(board: Board, events: list[BoardEvent], seq: int) -> Board:
    """Return the board after the events of record `seq`."""
    for event in events:
        board = APPLY[type(event)](board, event, seq)
    return board


def written(board: Board, write: Write, author: str, second: int, seq: int) -> Board:
    """Return the board after a write that record `seq` holds."""
    return apply(board, decide_write(board, write, author, time(second)), seq)


def board_of_two() -> Board:
    """Build a board with a goal and phase (seq 1) and the agents ann and bob (seqs 2 and 3), each second one."""
    board = written(Board(), Write("/goal", "ship"), "lead", 1, 1)
    board = written(board, Write("/current_phase", "build"), "lead", 1, 1)
    board = written(board, Write("/agents/ann", {"role": "backend"}), "lead", 2, 2)
    return written(board, Write("/agents/bob", {"role": "frontend"}), "lead", 3, 3)
