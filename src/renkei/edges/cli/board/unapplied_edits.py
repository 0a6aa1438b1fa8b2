"""Edits of the board that are not applied. A file as renkei wrote it has none, also when it is behind the log."""

from typing import Literal

from renkei.board.document import board_document
from renkei.board.state import Board
from renkei.log.atomic_write import read_plain
from renkei.store.board_stamp import is_as_written
from renkei.store.layout import Layout

Standing = Literal["written", "same", "edited", "missing"]
"""Of a board file: as renkei wrote it, of this or an earlier board; other text of the same values; neither; no file."""


def standing(layout: Layout, board: Board) -> Standing:
    """Return how the board file differs from a board."""
    try:
        content = read_plain(layout.board)
    except OSError:
        return "missing"
    if is_as_written(content):
        return "written"
    return "same" if _has_values_of(board, content) else "edited"


def unapplied(layout: Layout, board: Board) -> list[str]:
    """Return the names of the files with edits of the board that are not applied."""
    kept = [one.name for one in layout.edited_boards()]
    return [*kept, layout.board.name] if standing(layout, board) == "edited" else kept


def _has_values_of(board: Board, content: bytes) -> bool:
    from renkei.documents.source import SourceError, decode  # few files have to be read, and YAML is slow to import
    from renkei.documents.yaml_reader import read_yaml

    try:
        (shown,) = read_yaml(decode(content))
    except (ValueError, SourceError):
        return False
    return bool(shown.value == board_document(board))
