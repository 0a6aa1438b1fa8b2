"""The board's fields: the JSON Pointers, the type of each, and who may write it.

A field is the unit of writing. A list element is named by its id, never by its position:
`/agents/agent-backend/status`. Both tables are literal: a pointer without a row is an unknown field, a writer without a
row has no access.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from renkei.board.model import AgentEntry, Artifact, Blocker, PendingDecision, ProjectState
from renkei.documents.explain import first_problem, schema_of
from renkei.documents.json_pointer import join, pattern, split
from renkei.errors import BadValueError, UnknownFieldError
from renkei.protocol.primitives import Frozen

Access = Literal["lead", "own", "owner", "anyone", "system"]

ENTRIES: dict[tuple[str, ...], tuple[type[Frozen], str]] = {
    ("agents", "*"): (AgentEntry, "id"),
    ("agents", "*", "artifacts", "*"): (Artifact, "ref"),
    ("pending_decisions", "*"): (PendingDecision, "id"),
    ("blockers", "*"): (Blocker, "id"),
}
"""The lists of the board: model of an element and the field that names it."""

ACCESS: dict[tuple[str, ...], Access] = {
    ("goal",): "lead",
    ("current_phase",): "lead",
    ("agents", "*"): "system",
    ("agents", "*", "role"): "lead",
    ("agents", "*", "status"): "own",
    ("agents", "*", "current_task"): "own",
    ("agents", "*", "blocked_by"): "own",
    ("agents", "*", "artifacts", "*"): "own",
    ("agents", "*", "artifacts", "*", "description"): "own",
    ("agents", "*", "artifacts", "*", "version"): "own",
    ("agents", "*", "artifacts", "*", "path"): "own",
    ("pending_decisions", "*"): "anyone",
    ("pending_decisions", "*", "question"): "owner",
    ("pending_decisions", "*", "options"): "owner",
    ("pending_decisions", "*", "owner"): "owner",
    ("pending_decisions", "*", "deadline"): "owner",
    ("pending_decisions", "*", "status"): "owner",
    ("pending_decisions", "*", "resolution"): "owner",
    ("blockers", "*"): "anyone",
    ("blockers", "*", "description"): "anyone",
    ("blockers", "*", "affected_agents"): "anyone",
    ("blockers", "*", "resolved"): "anyone",
    # A human and the rules may write every row above, a lead all but `owner`. No one writes fields without a row: ids,
    # `created_at`, `updated_at` and `changelog` are set by the system.
}
"""The participants that may write each field or add each entry."""

RECORDED: frozenset[tuple[str, ...]] = frozenset(
    [
        ("goal",),
        ("current_phase",),
        *((*row, name) for row, (model, named) in ENTRIES.items() for name in model.model_fields if name != named),
    ]
)
"""The fields of the board that records can set, also those that the system alone sets."""

LONGEST_TEXT = 65_536
"""Most characters in a field; longer text belongs in an artifact."""

_LONGEST_KEPT = 200


def pattern_of(path: str) -> tuple[str, ...]:
    """Return the row of a pointer; raises UnknownFieldError, naming the fields of that part of the board."""
    row = _row(path) if len(path) <= _LONGEST_KEPT else _row.__wrapped__(path)
    if not row:
        raise UnknownFieldError(path=path, known="a JSON Pointer such as /agents/ID/status or /goal")
    if row not in ACCESS:
        raise UnknownFieldError(path=path, known=", ".join(_siblings(split(path))))
    return row


@lru_cache(maxsize=4096)
def _row(path: str) -> tuple[str, ...]:
    try:
        return pattern(split(path))
    except ValueError:
        return ()


def _siblings(parts: tuple[str, ...]) -> list[str]:
    shown = ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS if row[0] == parts[0]]
    return shown or ["/" + "/".join("ID" if p == "*" else p for p in row) for row in ACCESS]


@cache
def _adapter(row: tuple[str, ...]) -> TypeAdapter[Any]:
    if row in ENTRIES:
        return TypeAdapter(ENTRIES[row][0])
    model = ENTRIES[row[:-1]][0] if len(row) > 1 else ProjectState
    return TypeAdapter(model.model_fields[row[-1]].rebuild_annotation())


def check_value(path: str, row: tuple[str, ...], value: Any) -> Any:
    """Return the value as plain JSON; raises BadValueError, naming the expected type."""
    adapter = _adapter(row)
    if isinstance(value, bytes) or (isinstance(value, str) and len(value) > LONGEST_TEXT):
        got = f"{len(value)} characters"
        raise BadValueError(path=path, got=got, problem=f"{got}; the limit is {LONGEST_TEXT}")
    if row in ENTRIES:
        if not isinstance(value, dict):
            names = ", ".join(name for name in ENTRIES[row][0].model_fields if name != ENTRIES[row][1])
            raise BadValueError(path=path, got=value, expected=f"a mapping with the fields {names}")
        named, name = ENTRIES[row][1], split(path)[-1]
        if value.get(named, name) != name:
            raise BadValueError(path=join(*split(path), named), got=value[named], expected=name)
        value = {**value, named: name}
    try:
        return adapter.dump_python(adapter.validate_python(value), mode="json")
    except ValidationError as error:
        raise first_problem(error, value, path, schema_of(adapter)) from None


def check_written(path: str, value: Any) -> None:
    """Raise ValueError for a recorded value that no field of the board can have.

    A value that `check_value` has returned always passes. This is for records of other programs, and far cheaper.
    """
    validate = _validator(path) if len(path) <= _LONGEST_KEPT else _validator.__wrapped__(path)
    if validate is None:
        raise ValueError(f"the board has no field {path}")
    try:
        validate(value)
    except ValidationError as error:
        raise _misfit(path, value, error) from None


@lru_cache(maxsize=4096)
def _validator(path: str) -> Callable[[Any], Any] | None:
    """Return the function that accepts the values of a recorded field; None if there is no such field."""
    row = _row.__wrapped__(path)
    return _adapter(row).validator.validate_python if row in RECORDED else None


def _misfit(path: str, value: Any, error: ValidationError) -> ValueError:
    row = _row.__wrapped__(path)
    return ValueError(first_problem(error, value, path, schema_of(_adapter(row))).message.rstrip("."))


def complete_entry(path: str, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a recorded entry with the defaults of fields that it lacks.

    Raises ValueError for an entry that no list of the board can have.
    """
    row = _row(path) if len(path) <= _LONGEST_KEPT else _row.__wrapped__(path)
    if row not in ENTRIES:
        raise ValueError(f"the board has no list for {path}")
    model, named = ENTRIES[row]
    for name, value in entry.items():
        if name != named and name in model.model_fields:
            check_written(f"{path}/{name}", value)
    lacking = [name for name in model.model_fields if name != named and name not in entry]
    return {**entry, **{name: _default(model, name, path) for name in lacking}} if lacking else entry


def _default(model: type[Frozen], name: str, path: str) -> Any:
    field = model.model_fields[name]
    if field.is_required():
        raise ValueError(f"{path} has no {name}")
    return list(field.default) if isinstance(field.default, tuple) else field.default
