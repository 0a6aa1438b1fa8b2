"""Decides a write: last writer wins by timestamp, per field, and the loser is told (section 1).

A write older than the field's value changes nothing. A newer write by somebody who had not seen the value applies.
In both cases the author of the *older* value gets a re-read notice. Equal times: the later record wins.
"""

from dataclasses import dataclass
from typing import Any

from renkei.board.events import BoardEvent, EntryAdded, FieldWritten, RereadNoticed
from renkei.board.fields import ENTRIES, check_value, join, pattern_of, split
from renkei.board.state import Board, Cell
from renkei.errors import AlreadyExistsError, BadValueError, FieldMovedError, UnknownFieldError
from renkei.protocol.primitives import later


from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict


@dataclass(frozen=True, slots=True)
class Write:
    """A proposed new value of a field (or a new list element), with what its writer had read.

    `at` is the writer's time (None: the runtime's); `read_seq` the seq of the board that it had read (None: it has
    read everything); `if_seq` asks for compare-and-set; `action` is the changelog's sentence.
    """

    path: str
    value: Any
    at: str | None = None
    read_seq: int | None = None
    if_seq: int | None = None
    action: str = ""
mutants_x_decide_write__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_decide_write__mutmut)
def decide_write(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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


def x_decide_write__mutmut_orig(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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


def x_decide_write__mutmut_1(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = None
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


def x_decide_write__mutmut_2(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(None)
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


def x_decide_write__mutmut_3(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = None
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


def x_decide_write__mutmut_4(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(None, row, write.value)
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


def x_decide_write__mutmut_5(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, None, write.value)
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


def x_decide_write__mutmut_6(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, None)
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


def x_decide_write__mutmut_7(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(row, write.value)
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


def x_decide_write__mutmut_8(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, write.value)
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


def x_decide_write__mutmut_9(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, )
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


def x_decide_write__mutmut_10(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row not in ENTRIES:
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


def x_decide_write__mutmut_11(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(None, write, row, value, author, at)
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


def x_decide_write__mutmut_12(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, None, row, value, author, at)
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


def x_decide_write__mutmut_13(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, None, value, author, at)
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


def x_decide_write__mutmut_14(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, None, author, at)
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


def x_decide_write__mutmut_15(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, None, at)
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


def x_decide_write__mutmut_16(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, None)
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


def x_decide_write__mutmut_17(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(write, row, value, author, at)
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


def x_decide_write__mutmut_18(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, row, value, author, at)
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


def x_decide_write__mutmut_19(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, value, author, at)
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


def x_decide_write__mutmut_20(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, author, at)
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


def x_decide_write__mutmut_21(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, at)
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


def x_decide_write__mutmut_22(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, )
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


def x_decide_write__mutmut_23(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = None
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_24(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(None)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_25(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is not None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_26(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 or not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_27(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) >= 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_28(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 2 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_29(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_30(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(None):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_31(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(None)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_32(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:+1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_33(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_34(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=None, known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_35(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=None)
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_36(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(known=_known_entries(board, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_37(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, )
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_38(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(None, write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_39(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, None))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_40(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(write.path))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_41(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

    Raises UnknownFieldError, BadValueError, AlreadyExistsError, or FieldMovedError for a compare-and-set that lost.
    """
    row = pattern_of(write.path)
    value = check_value(write.path, row, write.value)
    if row in ENTRIES:
        return _decide_entry(board, write, row, value, author, at)
    cell = board.cells.get(write.path)
    if cell is None:
        if len(row) > 1 and not board.has_entry(join(*split(write.path)[:-1])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, ))
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_42(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(path=None, value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_43(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(path=write.path, value=None, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_44(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(path=write.path, value=value, at=None, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_45(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(path=write.path, value=value, at=at, author=None, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_46(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(path=write.path, value=value, at=at, author=author, action=None)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_47(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(value=value, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_48(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(path=write.path, at=at, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_49(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(path=write.path, value=value, author=author, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_50(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(path=write.path, value=value, at=at, action=write.action)]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_51(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return [FieldWritten(path=write.path, value=value, at=at, author=author, )]
    if write.if_seq is not None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_52(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if write.if_seq is not None or cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_53(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if write.if_seq is None and cell.seq > write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_54(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if write.if_seq is not None and cell.seq >= write.if_seq:
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_55(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        raise FieldMovedError(path=None, seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_56(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        raise FieldMovedError(path=write.path, seq=None, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_57(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        raise FieldMovedError(path=write.path, seq=cell.seq, author=None, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_58(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, if_seq=None)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_59(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        raise FieldMovedError(seq=cell.seq, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_60(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        raise FieldMovedError(path=write.path, author=cell.author, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_61(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        raise FieldMovedError(path=write.path, seq=cell.seq, if_seq=write.if_seq)
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_62(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        raise FieldMovedError(path=write.path, seq=cell.seq, author=cell.author, )
    if row[-1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_63(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if row[-1] == "version" or value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_64(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if row[+1] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_65(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if row[-2] == "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_66(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if row[-1] != "version" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_67(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if row[-1] == "XXversionXX" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_68(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if row[-1] == "VERSION" and value <= cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_69(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    if row[-1] == "version" and value < cell.value:
        return _not_newer(write, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_70(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(None, cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_71(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(write, None, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_72(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(write, cell, None, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_73(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(write, cell, value, None, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_74(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(write, cell, value, author, None)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_75(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(cell, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_76(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(write, value, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_77(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(write, cell, author, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_78(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(write, cell, value, at)
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_79(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
        return _not_newer(write, cell, value, author, )
    return _decide_field(cell, write, value, author, at)


def x_decide_write__mutmut_80(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(None, write, value, author, at)


def x_decide_write__mutmut_81(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(cell, None, value, author, at)


def x_decide_write__mutmut_82(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(cell, write, None, author, at)


def x_decide_write__mutmut_83(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(cell, write, value, None, at)


def x_decide_write__mutmut_84(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(cell, write, value, author, None)


def x_decide_write__mutmut_85(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(write, value, author, at)


def x_decide_write__mutmut_86(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(cell, value, author, at)


def x_decide_write__mutmut_87(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(cell, write, author, at)


def x_decide_write__mutmut_88(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(cell, write, value, at)


def x_decide_write__mutmut_89(board: Board, write: Write, author: str, at: str) -> list[BoardEvent]:
    """Give the events of a write, at the time `at`.

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
    return _decide_field(cell, write, value, author, )

mutants_x_decide_write__mutmut['_mutmut_orig'] = x_decide_write__mutmut_orig # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_1'] = x_decide_write__mutmut_1 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_2'] = x_decide_write__mutmut_2 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_3'] = x_decide_write__mutmut_3 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_4'] = x_decide_write__mutmut_4 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_5'] = x_decide_write__mutmut_5 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_6'] = x_decide_write__mutmut_6 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_7'] = x_decide_write__mutmut_7 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_8'] = x_decide_write__mutmut_8 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_9'] = x_decide_write__mutmut_9 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_10'] = x_decide_write__mutmut_10 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_11'] = x_decide_write__mutmut_11 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_12'] = x_decide_write__mutmut_12 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_13'] = x_decide_write__mutmut_13 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_14'] = x_decide_write__mutmut_14 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_15'] = x_decide_write__mutmut_15 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_16'] = x_decide_write__mutmut_16 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_17'] = x_decide_write__mutmut_17 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_18'] = x_decide_write__mutmut_18 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_19'] = x_decide_write__mutmut_19 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_20'] = x_decide_write__mutmut_20 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_21'] = x_decide_write__mutmut_21 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_22'] = x_decide_write__mutmut_22 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_23'] = x_decide_write__mutmut_23 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_24'] = x_decide_write__mutmut_24 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_25'] = x_decide_write__mutmut_25 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_26'] = x_decide_write__mutmut_26 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_27'] = x_decide_write__mutmut_27 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_28'] = x_decide_write__mutmut_28 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_29'] = x_decide_write__mutmut_29 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_30'] = x_decide_write__mutmut_30 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_31'] = x_decide_write__mutmut_31 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_32'] = x_decide_write__mutmut_32 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_33'] = x_decide_write__mutmut_33 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_34'] = x_decide_write__mutmut_34 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_35'] = x_decide_write__mutmut_35 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_36'] = x_decide_write__mutmut_36 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_37'] = x_decide_write__mutmut_37 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_38'] = x_decide_write__mutmut_38 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_39'] = x_decide_write__mutmut_39 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_40'] = x_decide_write__mutmut_40 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_41'] = x_decide_write__mutmut_41 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_42'] = x_decide_write__mutmut_42 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_43'] = x_decide_write__mutmut_43 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_44'] = x_decide_write__mutmut_44 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_45'] = x_decide_write__mutmut_45 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_46'] = x_decide_write__mutmut_46 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_47'] = x_decide_write__mutmut_47 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_48'] = x_decide_write__mutmut_48 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_49'] = x_decide_write__mutmut_49 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_50'] = x_decide_write__mutmut_50 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_51'] = x_decide_write__mutmut_51 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_52'] = x_decide_write__mutmut_52 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_53'] = x_decide_write__mutmut_53 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_54'] = x_decide_write__mutmut_54 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_55'] = x_decide_write__mutmut_55 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_56'] = x_decide_write__mutmut_56 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_57'] = x_decide_write__mutmut_57 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_58'] = x_decide_write__mutmut_58 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_59'] = x_decide_write__mutmut_59 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_60'] = x_decide_write__mutmut_60 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_61'] = x_decide_write__mutmut_61 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_62'] = x_decide_write__mutmut_62 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_63'] = x_decide_write__mutmut_63 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_64'] = x_decide_write__mutmut_64 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_65'] = x_decide_write__mutmut_65 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_66'] = x_decide_write__mutmut_66 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_67'] = x_decide_write__mutmut_67 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_68'] = x_decide_write__mutmut_68 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_69'] = x_decide_write__mutmut_69 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_70'] = x_decide_write__mutmut_70 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_71'] = x_decide_write__mutmut_71 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_72'] = x_decide_write__mutmut_72 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_73'] = x_decide_write__mutmut_73 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_74'] = x_decide_write__mutmut_74 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_75'] = x_decide_write__mutmut_75 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_76'] = x_decide_write__mutmut_76 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_77'] = x_decide_write__mutmut_77 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_78'] = x_decide_write__mutmut_78 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_79'] = x_decide_write__mutmut_79 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_80'] = x_decide_write__mutmut_80 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_81'] = x_decide_write__mutmut_81 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_82'] = x_decide_write__mutmut_82 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_83'] = x_decide_write__mutmut_83 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_84'] = x_decide_write__mutmut_84 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_85'] = x_decide_write__mutmut_85 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_86'] = x_decide_write__mutmut_86 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_87'] = x_decide_write__mutmut_87 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_88'] = x_decide_write__mutmut_88 # type: ignore # mutmut generated
mutants_x_decide_write__mutmut['x_decide_write__mutmut_89'] = x_decide_write__mutmut_89 # type: ignore # mutmut generated
mutants_x__has_seen__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__has_seen__mutmut)
def _has_seen(write: Write, cell: Cell) -> bool:
    return write.read_seq is None or cell.seq <= write.read_seq


def x__has_seen__mutmut_orig(write: Write, cell: Cell) -> bool:
    return write.read_seq is None or cell.seq <= write.read_seq


def x__has_seen__mutmut_1(write: Write, cell: Cell) -> bool:
    return write.read_seq is None and cell.seq <= write.read_seq


def x__has_seen__mutmut_2(write: Write, cell: Cell) -> bool:
    return write.read_seq is not None or cell.seq <= write.read_seq


def x__has_seen__mutmut_3(write: Write, cell: Cell) -> bool:
    return write.read_seq is None or cell.seq < write.read_seq

mutants_x__has_seen__mutmut['_mutmut_orig'] = x__has_seen__mutmut_orig # type: ignore # mutmut generated
mutants_x__has_seen__mutmut['x__has_seen__mutmut_1'] = x__has_seen__mutmut_1 # type: ignore # mutmut generated
mutants_x__has_seen__mutmut['x__has_seen__mutmut_2'] = x__has_seen__mutmut_2 # type: ignore # mutmut generated
mutants_x__has_seen__mutmut['x__has_seen__mutmut_3'] = x__has_seen__mutmut_3 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__not_newer__mutmut)
def _not_newer(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_orig(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_1(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(None, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_2(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, None):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_3(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_4(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, ):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_5(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=None, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_6(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=None, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_7(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=None)
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_8(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_9(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_10(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, )
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_11(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if (author != cell.author) and False else []


def x__not_newer__mutmut_12(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if (author != cell.author) or True else []


def x__not_newer__mutmut_13(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(None, write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_14(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, None, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_15(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, None, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_16(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, None, late=True)] if author != cell.author else []


def x__not_newer__mutmut_17(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=None)] if author != cell.author else []


def x__not_newer__mutmut_18(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(write.path, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_19(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, cell, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_20(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, (value, author, at), late=True)] if author != cell.author else []


def x__not_newer__mutmut_21(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, late=True)] if author != cell.author else []


def x__not_newer__mutmut_22(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), )] if author != cell.author else []


def x__not_newer__mutmut_23(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=False)] if author != cell.author else []


def x__not_newer__mutmut_24(write: Write, cell: Cell, value: Any, author: str, at: str) -> list[BoardEvent]:
    """Refuse a version that is not newer; whoever could not know of the newest is told instead."""
    if _has_seen(write, cell):
        raise BadValueError(path=write.path, got=value, expected=f"more than {cell.value}: versions only grow")
    return [_notice(author, write.path, cell, (value, author, at), late=True)] if author == cell.author else []

mutants_x__not_newer__mutmut['_mutmut_orig'] = x__not_newer__mutmut_orig # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_1'] = x__not_newer__mutmut_1 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_2'] = x__not_newer__mutmut_2 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_3'] = x__not_newer__mutmut_3 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_4'] = x__not_newer__mutmut_4 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_5'] = x__not_newer__mutmut_5 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_6'] = x__not_newer__mutmut_6 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_7'] = x__not_newer__mutmut_7 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_8'] = x__not_newer__mutmut_8 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_9'] = x__not_newer__mutmut_9 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_10'] = x__not_newer__mutmut_10 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_11'] = x__not_newer__mutmut_11 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_12'] = x__not_newer__mutmut_12 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_13'] = x__not_newer__mutmut_13 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_14'] = x__not_newer__mutmut_14 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_15'] = x__not_newer__mutmut_15 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_16'] = x__not_newer__mutmut_16 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_17'] = x__not_newer__mutmut_17 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_18'] = x__not_newer__mutmut_18 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_19'] = x__not_newer__mutmut_19 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_20'] = x__not_newer__mutmut_20 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_21'] = x__not_newer__mutmut_21 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_22'] = x__not_newer__mutmut_22 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_23'] = x__not_newer__mutmut_23 # type: ignore # mutmut generated
mutants_x__not_newer__mutmut['x__not_newer__mutmut_24'] = x__not_newer__mutmut_24 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__decide_field__mutmut)
def _decide_field(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_orig(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_1(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = None
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_2(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None and _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_3(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_4(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(None, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_5(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, None)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_6(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_7(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, )
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_8(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen or at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_9(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None or seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_10(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is not None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_11(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at < cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_12(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = None  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_13(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(None, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_14(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, None)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_15(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_16(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, )  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_17(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 2)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_18(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at <= cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_19(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value and author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_20(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value != cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_21(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author != cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_22(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(None, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_23(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, None, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_24(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, None, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_25(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, None, late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_26(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=None)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_27(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_28(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_29(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_30(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_31(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), )]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_32(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=False)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_33(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value or write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_34(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value != cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_35(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is not None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_36(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = None
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_37(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=None, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_38(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=None, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_39(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=None, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_40(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=None, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_41(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=None, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_42(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=None)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_43(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_44(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_45(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_46(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_47(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_48(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, )
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_49(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen or cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_50(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_51(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author == author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_52(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(None)
    return events


def x__decide_field__mutmut_53(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(None, write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_54(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, None, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_55(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, None, (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_56(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), None))
    return events


def x__decide_field__mutmut_57(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(write.path, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_58(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, Cell(value, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_59(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_60(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 0), ))
    return events


def x__decide_field__mutmut_61(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(None, at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_62(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, None, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_63(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, None, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_64(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, None), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_65(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(at, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_66(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, author, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_67(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, 0), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_68(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, ), (cell.value, cell.author, cell.at)))
    return events


def x__decide_field__mutmut_69(cell: Cell, write: Write, value: Any, author: str, at: str) -> list[BoardEvent]:
    seen = write.if_seq is not None or _has_seen(write, cell)
    if write.at is None and seen and at <= cell.at:
        at = later(cell.at, 1)  # a clock that lags cannot make a fresh write lose
    if at < cell.at:
        if value == cell.value or author == cell.author:
            return []
        return [_notice(author, write.path, cell, (value, author, at), late=True)]
    if value == cell.value and write.at is None:
        return []  # a time that its writer gave counts even for the same value: the order of arrival must not
    events: list[BoardEvent] = [
        FieldWritten(path=write.path, old=cell.value, value=value, at=at, author=author, action=write.action)
    ]
    if not seen and cell.author != author:
        events.append(_notice(cell.author, write.path, Cell(value, at, author, 1), (cell.value, cell.author, cell.at)))
    return events

mutants_x__decide_field__mutmut['_mutmut_orig'] = x__decide_field__mutmut_orig # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_1'] = x__decide_field__mutmut_1 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_2'] = x__decide_field__mutmut_2 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_3'] = x__decide_field__mutmut_3 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_4'] = x__decide_field__mutmut_4 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_5'] = x__decide_field__mutmut_5 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_6'] = x__decide_field__mutmut_6 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_7'] = x__decide_field__mutmut_7 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_8'] = x__decide_field__mutmut_8 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_9'] = x__decide_field__mutmut_9 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_10'] = x__decide_field__mutmut_10 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_11'] = x__decide_field__mutmut_11 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_12'] = x__decide_field__mutmut_12 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_13'] = x__decide_field__mutmut_13 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_14'] = x__decide_field__mutmut_14 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_15'] = x__decide_field__mutmut_15 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_16'] = x__decide_field__mutmut_16 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_17'] = x__decide_field__mutmut_17 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_18'] = x__decide_field__mutmut_18 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_19'] = x__decide_field__mutmut_19 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_20'] = x__decide_field__mutmut_20 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_21'] = x__decide_field__mutmut_21 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_22'] = x__decide_field__mutmut_22 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_23'] = x__decide_field__mutmut_23 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_24'] = x__decide_field__mutmut_24 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_25'] = x__decide_field__mutmut_25 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_26'] = x__decide_field__mutmut_26 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_27'] = x__decide_field__mutmut_27 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_28'] = x__decide_field__mutmut_28 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_29'] = x__decide_field__mutmut_29 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_30'] = x__decide_field__mutmut_30 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_31'] = x__decide_field__mutmut_31 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_32'] = x__decide_field__mutmut_32 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_33'] = x__decide_field__mutmut_33 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_34'] = x__decide_field__mutmut_34 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_35'] = x__decide_field__mutmut_35 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_36'] = x__decide_field__mutmut_36 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_37'] = x__decide_field__mutmut_37 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_38'] = x__decide_field__mutmut_38 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_39'] = x__decide_field__mutmut_39 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_40'] = x__decide_field__mutmut_40 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_41'] = x__decide_field__mutmut_41 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_42'] = x__decide_field__mutmut_42 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_43'] = x__decide_field__mutmut_43 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_44'] = x__decide_field__mutmut_44 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_45'] = x__decide_field__mutmut_45 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_46'] = x__decide_field__mutmut_46 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_47'] = x__decide_field__mutmut_47 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_48'] = x__decide_field__mutmut_48 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_49'] = x__decide_field__mutmut_49 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_50'] = x__decide_field__mutmut_50 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_51'] = x__decide_field__mutmut_51 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_52'] = x__decide_field__mutmut_52 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_53'] = x__decide_field__mutmut_53 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_54'] = x__decide_field__mutmut_54 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_55'] = x__decide_field__mutmut_55 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_56'] = x__decide_field__mutmut_56 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_57'] = x__decide_field__mutmut_57 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_58'] = x__decide_field__mutmut_58 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_59'] = x__decide_field__mutmut_59 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_60'] = x__decide_field__mutmut_60 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_61'] = x__decide_field__mutmut_61 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_62'] = x__decide_field__mutmut_62 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_63'] = x__decide_field__mutmut_63 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_64'] = x__decide_field__mutmut_64 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_65'] = x__decide_field__mutmut_65 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_66'] = x__decide_field__mutmut_66 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_67'] = x__decide_field__mutmut_67 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_68'] = x__decide_field__mutmut_68 # type: ignore # mutmut generated
mutants_x__decide_field__mutmut['x__decide_field__mutmut_69'] = x__decide_field__mutmut_69 # type: ignore # mutmut generated
mutants_x__notice__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__notice__mutmut)
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


def x__notice__mutmut_orig(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
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


def x__notice__mutmut_1(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = True) -> RereadNoticed:
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


def x__notice__mutmut_2(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=None,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_3(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=None,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_4(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=None,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_5(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=None,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_6(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=None,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_7(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=None,
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_8(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=None,
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_9(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=None,
        late=late,
    )


def x__notice__mutmut_10(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=None,
    )


def x__notice__mutmut_11(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_12(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_13(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_14(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_15(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_16(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_17(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_18(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        late=late,
    )


def x__notice__mutmut_19(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[2],
        )


def x__notice__mutmut_20(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[1],
        lost_by=lost[1],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_21(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[2],
        lost_at=lost[2],
        late=late,
    )


def x__notice__mutmut_22(to: str, path: str, kept: Cell, lost: tuple[Any, str, str], *, late: bool = False) -> RereadNoticed:
    return RereadNoticed(
        to=to,
        path=path,
        kept=kept.value,
        kept_by=kept.author,
        kept_at=kept.at,
        lost=lost[0],
        lost_by=lost[1],
        lost_at=lost[3],
        late=late,
    )

mutants_x__notice__mutmut['_mutmut_orig'] = x__notice__mutmut_orig # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_1'] = x__notice__mutmut_1 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_2'] = x__notice__mutmut_2 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_3'] = x__notice__mutmut_3 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_4'] = x__notice__mutmut_4 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_5'] = x__notice__mutmut_5 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_6'] = x__notice__mutmut_6 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_7'] = x__notice__mutmut_7 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_8'] = x__notice__mutmut_8 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_9'] = x__notice__mutmut_9 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_10'] = x__notice__mutmut_10 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_11'] = x__notice__mutmut_11 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_12'] = x__notice__mutmut_12 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_13'] = x__notice__mutmut_13 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_14'] = x__notice__mutmut_14 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_15'] = x__notice__mutmut_15 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_16'] = x__notice__mutmut_16 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_17'] = x__notice__mutmut_17 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_18'] = x__notice__mutmut_18 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_19'] = x__notice__mutmut_19 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_20'] = x__notice__mutmut_20 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_21'] = x__notice__mutmut_21 # type: ignore # mutmut generated
mutants_x__notice__mutmut['x__notice__mutmut_22'] = x__notice__mutmut_22 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__decide_entry__mutmut)
def _decide_entry(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_orig(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_1(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_2(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(None):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_3(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 or not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_4(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) != 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_5(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 5 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_6(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_7(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(None):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_8(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(None)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_9(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:3])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_10(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=None, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_11(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=None)
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_12(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_13(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, )
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_14(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(None, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_15(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, None))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_16(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_17(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, ))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_18(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=None, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_19(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=None, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_20(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=None, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_21(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=None, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_22(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=None)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_23(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_24(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_25(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_26(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_27(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, )]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_28(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row == ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_29(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("XXagentsXX", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_30(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("AGENTS", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_31(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "XX*XX", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_32(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "XXartifactsXX", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_33(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "ARTIFACTS", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_34(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "XX*XX"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_35(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=None, name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_36(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=None)
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_37(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_38(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), )
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_39(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip(None), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_40(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].lstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_41(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[1].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_42(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("XXsXX"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_43(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("S"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_44(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(None)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_45(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[+1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_46(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-2])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_47(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = None
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_48(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name != ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_49(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][2]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_50(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            break
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_51(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = None
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_52(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(None, value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_53(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", None, write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_54(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], None, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_55(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, None, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_56(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, None, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_57(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, None)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_58(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_59(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_60(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_61(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.if_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_62(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.action)
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_63(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, )
        events += decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_64(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events = decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_65(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events -= decide_write(board, one, author, at)
    return events


def x__decide_entry__mutmut_66(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(None, one, author, at)
    return events


def x__decide_entry__mutmut_67(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, None, author, at)
    return events


def x__decide_entry__mutmut_68(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, None, at)
    return events


def x__decide_entry__mutmut_69(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, None)
    return events


def x__decide_entry__mutmut_70(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(one, author, at)
    return events


def x__decide_entry__mutmut_71(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, author, at)
    return events


def x__decide_entry__mutmut_72(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, at)
    return events


def x__decide_entry__mutmut_73(
    board: Board, write: Write, row: tuple[str, ...], value: dict[str, Any], author: str, at: str
) -> list[BoardEvent]:
    if not board.has_entry(write.path):
        if len(row) == 4 and not board.has_entry(join(*split(write.path)[:2])):
            raise UnknownFieldError(path=write.path, known=_known_entries(board, write.path))
        return [EntryAdded(path=write.path, entry=value, at=at, author=author, action=write.action)]
    if row != ("agents", "*", "artifacts", "*"):
        raise AlreadyExistsError(what=row[0].rstrip("s"), name=split(write.path)[-1])
    events: list[BoardEvent] = []
    for name in write.value:
        if name == ENTRIES[row][1]:
            continue
        one = Write(f"{write.path}/{name}", value[name], write.at, write.read_seq, write.if_seq, write.action)
        events += decide_write(board, one, author, )
    return events

mutants_x__decide_entry__mutmut['_mutmut_orig'] = x__decide_entry__mutmut_orig # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_1'] = x__decide_entry__mutmut_1 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_2'] = x__decide_entry__mutmut_2 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_3'] = x__decide_entry__mutmut_3 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_4'] = x__decide_entry__mutmut_4 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_5'] = x__decide_entry__mutmut_5 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_6'] = x__decide_entry__mutmut_6 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_7'] = x__decide_entry__mutmut_7 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_8'] = x__decide_entry__mutmut_8 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_9'] = x__decide_entry__mutmut_9 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_10'] = x__decide_entry__mutmut_10 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_11'] = x__decide_entry__mutmut_11 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_12'] = x__decide_entry__mutmut_12 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_13'] = x__decide_entry__mutmut_13 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_14'] = x__decide_entry__mutmut_14 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_15'] = x__decide_entry__mutmut_15 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_16'] = x__decide_entry__mutmut_16 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_17'] = x__decide_entry__mutmut_17 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_18'] = x__decide_entry__mutmut_18 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_19'] = x__decide_entry__mutmut_19 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_20'] = x__decide_entry__mutmut_20 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_21'] = x__decide_entry__mutmut_21 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_22'] = x__decide_entry__mutmut_22 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_23'] = x__decide_entry__mutmut_23 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_24'] = x__decide_entry__mutmut_24 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_25'] = x__decide_entry__mutmut_25 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_26'] = x__decide_entry__mutmut_26 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_27'] = x__decide_entry__mutmut_27 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_28'] = x__decide_entry__mutmut_28 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_29'] = x__decide_entry__mutmut_29 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_30'] = x__decide_entry__mutmut_30 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_31'] = x__decide_entry__mutmut_31 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_32'] = x__decide_entry__mutmut_32 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_33'] = x__decide_entry__mutmut_33 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_34'] = x__decide_entry__mutmut_34 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_35'] = x__decide_entry__mutmut_35 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_36'] = x__decide_entry__mutmut_36 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_37'] = x__decide_entry__mutmut_37 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_38'] = x__decide_entry__mutmut_38 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_39'] = x__decide_entry__mutmut_39 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_40'] = x__decide_entry__mutmut_40 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_41'] = x__decide_entry__mutmut_41 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_42'] = x__decide_entry__mutmut_42 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_43'] = x__decide_entry__mutmut_43 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_44'] = x__decide_entry__mutmut_44 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_45'] = x__decide_entry__mutmut_45 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_46'] = x__decide_entry__mutmut_46 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_47'] = x__decide_entry__mutmut_47 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_48'] = x__decide_entry__mutmut_48 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_49'] = x__decide_entry__mutmut_49 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_50'] = x__decide_entry__mutmut_50 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_51'] = x__decide_entry__mutmut_51 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_52'] = x__decide_entry__mutmut_52 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_53'] = x__decide_entry__mutmut_53 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_54'] = x__decide_entry__mutmut_54 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_55'] = x__decide_entry__mutmut_55 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_56'] = x__decide_entry__mutmut_56 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_57'] = x__decide_entry__mutmut_57 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_58'] = x__decide_entry__mutmut_58 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_59'] = x__decide_entry__mutmut_59 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_60'] = x__decide_entry__mutmut_60 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_61'] = x__decide_entry__mutmut_61 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_62'] = x__decide_entry__mutmut_62 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_63'] = x__decide_entry__mutmut_63 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_64'] = x__decide_entry__mutmut_64 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_65'] = x__decide_entry__mutmut_65 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_66'] = x__decide_entry__mutmut_66 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_67'] = x__decide_entry__mutmut_67 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_68'] = x__decide_entry__mutmut_68 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_69'] = x__decide_entry__mutmut_69 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_70'] = x__decide_entry__mutmut_70 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_71'] = x__decide_entry__mutmut_71 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_72'] = x__decide_entry__mutmut_72 # type: ignore # mutmut generated
mutants_x__decide_entry__mutmut['x__decide_entry__mutmut_73'] = x__decide_entry__mutmut_73 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__known_entries__mutmut)
def _known_entries(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(join(first, name) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_orig(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(join(first, name) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_1(board: Board, path: str) -> str:
    first = None
    return ", ".join(join(first, name) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_2(board: Board, path: str) -> str:
    first = split(None)[0]
    return ", ".join(join(first, name) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_3(board: Board, path: str) -> str:
    first = split(path)[1]
    return ", ".join(join(first, name) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_4(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(join(first, name) for name in board.ids(first)) and f"no entry yet under /{first}"


def x__known_entries__mutmut_5(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(None) or f"no entry yet under /{first}"


def x__known_entries__mutmut_6(board: Board, path: str) -> str:
    first = split(path)[0]
    return "XX, XX".join(join(first, name) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_7(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(join(None, name) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_8(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(join(first, None) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_9(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(join(name) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_10(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(join(first, ) for name in board.ids(first)) or f"no entry yet under /{first}"


def x__known_entries__mutmut_11(board: Board, path: str) -> str:
    first = split(path)[0]
    return ", ".join(join(first, name) for name in board.ids(None)) or f"no entry yet under /{first}"

mutants_x__known_entries__mutmut['_mutmut_orig'] = x__known_entries__mutmut_orig # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_1'] = x__known_entries__mutmut_1 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_2'] = x__known_entries__mutmut_2 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_3'] = x__known_entries__mutmut_3 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_4'] = x__known_entries__mutmut_4 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_5'] = x__known_entries__mutmut_5 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_6'] = x__known_entries__mutmut_6 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_7'] = x__known_entries__mutmut_7 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_8'] = x__known_entries__mutmut_8 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_9'] = x__known_entries__mutmut_9 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_10'] = x__known_entries__mutmut_10 # type: ignore # mutmut generated
mutants_x__known_entries__mutmut['x__known_entries__mutmut_11'] = x__known_entries__mutmut_11 # type: ignore # mutmut generated
