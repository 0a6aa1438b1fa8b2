"""Documents of every kind: which root key makes a kind, and checking one with the place of each fault."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.board.model import ProjectState
from renkei.contracts.model import TaskContract
from renkei.dispatch.rules import Rule
from renkei.errors import DocumentError, Problem
from renkei.protocol.explain import explain
from renkei.protocol.messages import MESSAGE, AnyMessage
from renkei.protocol.source import Path, Source

DOCUMENTS: dict[str, TypeAdapter[Any]] = {
    "message": MESSAGE,
    "project_state": TypeAdapter(ProjectState),
    "task_contract": TypeAdapter(TaskContract),
    "events": TypeAdapter(tuple[Rule, ...]),
}
"""The kinds by their root key. A message may also stand without a root key."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of checking a document: its kind, the model when it is valid, and the problems when not."""

    kind: str | None
    model: Any
    problems: tuple[Problem, ...]


def kind_of(value: Any, kinds: Mapping[str, TypeAdapter[Any]]) -> tuple[str | None, Path]:
    """Give the kind of a document and the path at which its content begins."""
    if isinstance(value, dict):
        for kind in kinds:
            if kind in value and "type" not in value:
                return kind, (kind,)
        if "type" in value or "payload" in value:
            return "message", ()
    return None, ()


def check(source: Source, kinds: Mapping[str, TypeAdapter[Any]] = DOCUMENTS) -> Checked:
    """Check one document against the model of its kind."""
    kind, root = kind_of(source.value, kinds)
    if kind is None:
        roots = ", ".join(f"`{name}:`" for name in kinds)
        hint = f"Begin with one of {roots}, or give a message with `type` and `payload`."
        return Checked(None, None, (Problem("UNKNOWN_KIND", "", *source.place(()), "not a known document", hint),))
    strangers = [name for name in source.value if root and name != kind]
    if strangers:
        place = source.place((strangers[0],), key=True)
        hint = f"`{kind}` is the only root key of this document."
        problem = Problem("UNKNOWN_FIELD", f"/{strangers[0]}", *place, f"{strangers[0]!r} beside `{kind}`", hint)
        return Checked(kind, None, (problem,))
    value = source.value[kind] if root else source.value
    try:
        return Checked(kind, kinds[kind].validate_python(value), ())
    except ValidationError as error:
        schema = kinds[kind].json_schema(by_alias=True)
        return Checked(kind, None, tuple(explain(error, source, schema, root)))


def message_from(values: Mapping[str, Any]) -> AnyMessage:
    """Build a message from plain data; raises DocumentError with what is wrong in which field."""
    try:
        return MESSAGE.validate_python(values)
    except ValidationError as error:
        plain = Source({key: _plain(value) for key, value in values.items()})
        raise DocumentError("message", explain(error, plain, MESSAGE.json_schema(by_alias=True))) from None


def _plain(value: Any) -> Any:
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value
