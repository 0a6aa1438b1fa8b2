"""One field of the board: its value, and every change of it."""

from functools import partial
from typing import Any

from renkei.board.fields import pattern_of
from renkei.documents.json_pointer import split
from renkei.edges.view.board.rows import field_address, field_row, shown
from renkei.edges.view.visit import Visit
from renkei.engine.views.past.changes import BoardChange
from renkei.errors import UnknownFieldError
from renkei.immutable.frozen import frozen

PAGE = 10
"""Records of the history that a page shows."""


@frozen
class Step:
    """A change of the field, as its history shows it; `can_be_undone`: whether it can be reverted."""

    change: BoardChange
    before: str
    after: str
    can_be_undone: bool


def show(visit: Visit) -> dict[str, Any]:
    """Return a field with a page of its history; raises UnknownFieldError."""
    path = visit.query.get("path", "")
    pattern_of(path)
    before = visit.number("before", visit.seq + 1, least=1)
    if path not in visit.state.board.cells:
        raise UnknownFieldError(path=path, known="a field that the board shows")
    found = visit.project.field_changes(path, min(before, visit.seq + 1), PAGE)
    return {
        "path": path,
        "field_address": partial(field_address, visit),
        "row": field_row(visit, path),
        "steps": [_step(visit, path, one) for one in found],
        "older": found[-1].seq if found and not _is_first(found[-1]) else None,
        "is_newest": before > visit.seq,
    }


def _step(visit: Visit, path: str, one: BoardChange) -> Step:
    name, cell = split(path)[-1], visit.state.board.cells[path]
    value = one.new.get(name) if one.added and isinstance(one.new, dict) and one.path != path else one.new
    can_be_undone = one.seq == cell.seq and not one.added and name != "version"  # an older one was written over
    return Step(one, shown(one.old), shown(value), can_be_undone)


def _is_first(change: BoardChange) -> bool:
    """Return whether nothing was there before: an entry, or a field of the project, that began with this change."""
    return change.added or change.seq == 1
