"""The board: every field with its value, who wrote it, when and why. A field is edited in place."""

from functools import partial
from typing import Any

from renkei.board.document import board_document
from renkei.board.fields import ENTRIES
from renkei.edges.view.acts.special import MADE
from renkei.edges.view.board.controls import Control, control_of, controls
from renkei.edges.view.board.rows import FieldRow, entry_rows, field_address, field_row, shown, top_rows
from renkei.edges.view.board.yaml_lines import yaml_parts
from renkei.edges.view.visit import Visit
from renkei.engine.state import State
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen

MOST_LINES = 400
"""Lines of YAML shown beside the board; a separate page has all."""

MOST_ENTRIES = 100
"""Entries of a list on the page, unless all are asked for."""

ADDED = {
    "pending_decisions": ("pending_decisions", "*"),
    "blockers": ("blockers", "*"),
    "artifacts": ("agents", "*", "artifacts", "*"),
}
"""Name in the address of something to add → the kind of its entry."""


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
        "yaml": _yaml(visit.state),
        "other": other if other >= 0 else None,
        "differences": differences(visit, other) if other >= 0 else [],
        "editing": editing(visit),
        "adding": _adding(visit),
        "people": visit.state.everybody(),
        "field_address": partial(field_address, visit),
    }


def _yaml(state: State) -> list[Any]:
    parts = list(yaml_parts(board_document(state.board)))
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
