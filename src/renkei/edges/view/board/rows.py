"""Fields and entries on the board's screens: value, author, time and reason."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from renkei.board.document import artifact_document, entry_fields
from renkei.board.fields import ACCESS
from renkei.board.state import Cell
from renkei.documents.json_pointer import join, pattern, split
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.view.visit import Visit
from renkei.engine.views.past.changes import board_changes
from renkei.engine.views.past.field_changes import concerns
from renkei.immutable.frozen import frozen
from renkei.project.project import Project

MOST_REASONS = 4000
"""Records whose reasons are cached."""

_reasons: WeakKeyDictionary[Project, dict[int, dict[str, str]]] = WeakKeyDictionary()
"""By project and record: pointer → the reason that its author gave. A record never changes."""


@frozen
class FieldRow:
    """A field as the board shows it."""

    path: str
    name: str
    value: Any
    cell: Cell | None
    why: str
    editable: bool

    @property
    def text(self) -> str:
        """The value as text: lists as YAML."""
        return shown(self.value)


@frozen
class EntryRow:
    """An entry as the board shows it; `nested` are an agent's artifacts."""

    path: str
    name: str
    fields: tuple[FieldRow, ...]
    nested: "tuple[EntryRow, ...]" = ()

    @property
    def is_over(self) -> bool:
        """Whether it is a decision that was made or a blocker that is resolved."""
        return any((one.name, one.value) in (("status", "resolved"), ("resolved", True)) for one in self.fields)


def shown(value: Any) -> str:
    """Return a value of the board as text."""
    if isinstance(value, list | dict):
        return to_yaml(value).removesuffix("\n") if value else ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def field_address(visit: Visit, path: str) -> str:
    """Return the address of a field's own page, at the record that the screen shows."""
    at = {} if visit.at is None else {"at": visit.at}
    return f"/board/field?{urlencode({'path': path, **at})}"


def top_rows(visit: Visit) -> list[FieldRow]:
    """Return the fields of the project."""
    return [field_row(visit, f"/{name}") for name in ("goal", "current_phase")]


def entry_rows(visit: Visit, name: str) -> Iterator[EntryRow]:
    """Yield the entries of a list of the board."""
    board = visit.state.board
    for one in board.ids(name):
        refs = board.ids(name, one, "artifacts")
        nested = [_entry(visit, (name, one, "artifacts", ref), artifact_document(board, one, ref)) for ref in refs]
        made = _entry(visit, (name, one), entry_fields(board, name, one))
        yield EntryRow(made.path, one, made.fields, tuple(nested))


def _entry(visit: Visit, parts: tuple[str, ...], document: dict[str, Any]) -> EntryRow:
    fields = [field_row(visit, join(*parts, name)) for name in document if name not in ("id", "ref")]
    return EntryRow(join(*parts), parts[-1], tuple(fields))


def field_row(visit: Visit, path: str) -> FieldRow:
    """Return a field as the board shows it."""
    cell = visit.state.board.cells.get(path)
    parts = split(path)
    row = pattern(parts)
    why = "" if cell is None else _why(visit.project, cell.seq, path)
    return FieldRow(path, parts[-1], cell and cell.value, cell, why, visit.is_live and row in ACCESS)


def _why(project: Project, seq: int, path: str) -> str:
    kept = _reasons.setdefault(project, {})
    found = kept.get(seq)
    if found is None:
        if len(kept) >= MOST_REASONS:
            kept = _reasons[project] = {}
        found = kept[seq] = {one.path: one.action for one in board_changes([project.record(seq)])}
    return next((why for changed, why in found.items() if concerns(changed, path)), "")
