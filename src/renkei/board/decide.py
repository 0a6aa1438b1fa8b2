"""Decide a write: last writer wins by timestamp, per field, and the loser is notified (section 1).

A write older than the field's value changes nothing. A newer write applies even if its author had not seen the value.
In both cases the author of the *older* value gets a re-read notice. Equal times: the later record wins.
"""

from typing import Any

from renkei.board.events import BoardEvent, EntryAdded, FieldWritten, RereadNoticed
from renkei.board.fields import ENTRIES, check_value, pattern_of
from renkei.board.state import Board, Cell
from renkei.documents.json_pointer import join, split
from renkei.errors import AlreadyExistsError, BadValueError, FieldMovedError, UnknownFieldError
from renkei.immutable.frozen import frozen
from renkei.protocol.names import check_name
from renkei.protocol.primitives import later


@frozen
class Write:
    """A proposed new value of a field (or a new list element), with what its author had read.

    `at` is the author's time (None: the runtime's); `read_seq` the seq of the board they had read (None: the newest);
    `if_seq` asks for compare-and-set; `action` is the changelog's sentence.
    """

    path: str
    value: Any
    at: str | None = None
    read_seq: int | None = None
    if_seq: int | None = None
    action: str = ""


def decide_write(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Return the events of a write at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def _has_seen(write: Write, cell: Cell) -> bool:
    return write.read_seq is None or cell.seq <= write.read_seq


def _not_newer(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Reject a version that is not newer; an author who could not know of the newest is notified instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, problem=f"must be greater than {cell.value}, got {value}")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def _decide_field(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    fresh = write.if_seq is not None or (write.at is None and seen)
    if fresh and at <= cell.at:
        at = later(cell.at, 1)  # a lagging clock cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # an explicit time counts even for an equal value, whatever the order of arrival
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def _notice(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def _decide_entry(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        if row == ("pending_decisions", "*"):
            check_name(split(write.path)[-1], board.ids("pending_decisions"))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=f"another {row[0].rstrip('s').replace('_', ' ')}", name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        field_write = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, field_write, author, at)
    return events


def _known_entries(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(join(first, name) for name in board.ids(first)) or f"no entry yet under /{first}"
