"""The board: every field with its value, who wrote it, when and why. A field is edited in place.

A field has a page with its history. A separate page has the board as YAML, as `renkei board show --format yaml` prints
it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from renkei.board.document import board_document
from renkei.board.fields import ENTRIES, pattern_of
from renkei.documents.json_pointer import join, split
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.view.acts.special import MADE
from renkei.edges.view.board.controls import Control, control_of, controls
from renkei.edges.view.board.rows import FieldRow, entry_rows, field_address, field_row, shown, top_rows
from renkei.edges.view.visit import Visit
from renkei.engine.views.past.changes import BoardChange
from renkei.errors import BadValueError, UnknownFieldError
from renkei.immutable.frozen import frozen

MOST_LINES = 400
"""Lines of YAML shown beside the board; a separate page has all."""

HISTORY = 10
"""Records of a field's history that its page shows."""

MOST_ENTRIES = 100
"""Entries of a list on the page, unless all are asked for."""

ADDED = {
    "pending_decisions": ("pending_decisions", "*"),
    "blockers": ("blockers", "*"),
    "artifacts": ("agents", "*", "artifacts", "*"),
}
"""Name in the address of something to add → the kind of its entry."""

NAMING = ("id", "ref")


@frozen
class Difference:
    """A field that is not the same after two records."""

    row: FieldRow
    before: str
    after: str


@frozen
class Editing:
    """The field that is edited: `base` is the record at which its form was made."""

    path: str
    base: int
    control: Control


def show(visit: Visit) -> dict[str, Any]:
    """Return the whole board, or what differs between two records."""
    other = visit.number("with", -1, most=visit.last)
    lists = {name: list(entry_rows(visit, name)) for name in ("agents", "pending_decisions", "blockers")}
    every = "all" in visit.query
    open_lists = {name: [one for one in rows if not one.is_over][:MOST_ENTRIES] for name, rows in lists.items()}
    return {
        "top": top_rows(visit),
        "lists": open_lists if not every else lists,
        "hidden": {name: 0 if every else len(rows) - len(open_lists[name]) for name, rows in lists.items()},
        "changes": visit.state.board.changelog[:-13:-1],
        "yaml": _short_yaml(visit),
        "other": other if other >= 0 else None,
        "differences": differences(visit, other) if other >= 0 else [],
        "editing": editing(visit),
        "adding": _adding(visit),
        "people": visit.state.everybody(),
        "field_address": partial(field_address, visit),
    }


def show_yaml(visit: Visit) -> dict[str, Any]:
    """Return the whole board as YAML."""
    return {"yaml": list(yaml_parts(board_document(visit.state.board)))}


def _short_yaml(visit: Visit) -> list[Any]:
    """Return the board as YAML, if it is short enough to be shown beside the fields."""
    parts = show_yaml(visit)["yaml"]
    return parts if sum(part.text.count("\n") + 1 for part in parts) <= MOST_LINES else []


def editing(visit: Visit) -> Editing | None:
    """Return which field the address asks to edit; raises UnknownFieldError."""
    path = visit.query.get("edit", "")
    if not path or not visit.is_live:
        return None
    control = control_of(path)
    cell = visit.state.board.cells.get(path)
    return Editing(path, visit.number("base", visit.seq if cell is None else cell.seq), control)


def _adding(visit: Visit) -> dict[str, Any] | None:
    asked = visit.query.get("add", "")
    if not asked or not visit.is_live:
        return None
    if asked not in ADDED:
        raise BadValueError(path="?add", got=asked, expected=" or ".join(ADDED))
    model, naming = ENTRIES[ADDED[asked]]
    fields = [one for one in controls(model).values() if one.name not in MADE]
    agent = visit.query.get("of", "")
    return {"what": asked, "list": ADDED[asked][0], "naming": naming, "fields": fields, "agent": agent}


def differences(visit: Visit, other: int) -> list[Difference]:
    """Return the fields that differ between the record of the screen and another one."""
    here, there = visit.state.board, visit.project.state_at(other).board
    paths = sorted({*here.cells, *there.cells})
    changed = [path for path in paths if here.get(path) != there.get(path)]
    older, newer = (there, here) if other < visit.seq else (here, there)
    return [Difference(field_row(visit, one), shown(older.get(one)), shown(newer.get(one))) for one in changed]


@frozen
class Step:
    """A change of the field, as its history shows it; `can_be_undone`: whether it can be reverted."""

    change: BoardChange
    before: str
    after: str
    can_be_undone: bool


def show_field(visit: Visit) -> dict[str, Any]:
    """Return a field with a page of its history; raises UnknownFieldError."""
    path = visit.query.get("path", "")
    pattern_of(path)
    before = visit.number("before", visit.seq + 1, least=1)
    if path not in visit.state.board.cells:
        raise UnknownFieldError(path=path, known="a field that the board shows")
    changes = visit.project.field_changes(path, min(before, visit.seq + 1), HISTORY)
    return {
        "path": path,
        "field_address": partial(field_address, visit),
        "row": field_row(visit, path),
        "steps": [_step(visit, path, change) for change in changes],
        "older": changes[-1].seq if changes and not _is_first(changes[-1]) else None,
        "is_newest": before > visit.seq,
    }


def _step(visit: Visit, path: str, change: BoardChange) -> Step:
    name, cell = split(path)[-1], visit.state.board.cells[path]
    new = change.new
    value = new.get(name) if change.added and isinstance(new, dict) and change.path != path else new
    can_be_undone = change.seq == cell.seq and not change.added and name != "version"  # an older one was written over
    return Step(change, shown(change.old), shown(value), can_be_undone)


def _is_first(change: BoardChange) -> bool:
    """Return whether nothing was there before: an entry, or a field of the project, that began with this change."""
    return change.added or change.seq == 1


@frozen
class YamlPart:
    """Lines of YAML with the JSON Pointer that they say something of."""

    path: str
    text: str


def yaml_parts(document: Mapping[str, Any]) -> Iterator[YamlPart]:
    """Yield the parts of a board document; together they are what `to_yaml` writes."""
    yield YamlPart("", "project_state:")
    yield from _mapping((), document["project_state"], "  ")


def _mapping(path: tuple[str, ...], value: Mapping[str, Any], indent: str) -> Iterator[YamlPart]:
    for name, inner in value.items():
        here = (*path, name)
        if isinstance(inner, list) and inner and isinstance(inner[0], dict) and _name_of(inner[0]) is not None:
            yield YamlPart(join(*here), f"{indent}{name}:")
            yield from _entries(here, inner, f"{indent}  ")
        else:
            yield YamlPart(join(*here), _indented(to_yaml({name: inner}), indent))


def _entries(path: tuple[str, ...], entries: Sequence[Mapping[str, Any]], indent: str) -> Iterator[YamlPart]:
    for entry in entries:
        parts = list(_mapping((*path, str(_name_of(entry))), entry, f"{indent}  "))
        first = parts[0]
        dash = f"{indent}- {first.text[len(indent) + 2 :]}"
        yield YamlPart(join(*path, str(_name_of(entry))), dash)
        yield from parts[1:]


def _name_of(entry: Mapping[str, Any]) -> str | None:
    return next((str(entry[one]) for one in NAMING if one in entry), None)


def _indented(text: str, indent: str) -> str:
    return "\n".join(f"{indent}{line}" if line else line for line in text.removesuffix("\n").split("\n"))
