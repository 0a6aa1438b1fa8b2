"""The documents that a person composes: makes their forms, and messages and contracts from submitted forms."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.contracts.model import TaskContract
from renkei.documents.explain import explain, schema_of
from renkei.documents.source import Source
from renkei.edges.view.forms.schema_fields import Schema, SchemaForm
from renkei.engine.state import EVERYBODY, State
from renkei.errors import DocumentError
from renkei.schemas import published

CONTRACT = "task_contract"

LEFT_OUT = {CONTRACT: ("created_at",)}
"""Properties of a document that its form does not ask for."""

OF_HEADER = ("id", "from", "timestamp", "type", "protocol")
"""Properties of a message that its form does not ask for: the sender is who is signed in."""

_TERMS = TypeAdapter(TaskContract)


@cache
def schema(kind: str) -> tuple[Schema, Schema]:
    """Return the published schema of a message type or of a contract, and its definitions; raises KeyError."""
    found = published.load(kind)
    return (found["$defs"][kind] if kind == CONTRACT else found), found["$defs"]


def payload_fields(kind: str) -> Sequence[str]:
    """Return the names of the fields of a message type's payload."""
    found, definitions = schema(kind)
    name = found["properties"]["payload"]["$ref"].rpartition("/")[2]
    return tuple(definitions[name]["properties"])


def form_of(kind: str, state: State, person: str) -> SchemaForm:
    """Return the form of a message type, or of a contract, for a person."""
    names = (EVERYBODY, *sorted(state.groups), *(one.id for one in state.everybody() if one.id != person))
    return SchemaForm(*schema(kind), choices={"/to": names}, left_out=LEFT_OUT.get(kind, OF_HEADER))


BLANK: Mapping[str, Mapping[str, Any]] = {
    "TASK_HANDOFF": {"expected_output": {"format": ""}, "authority_scope": "", "fallback_on_failure": ""},
}
"""Message type → fields of its payload that people may leave blank, as in the act `delegate`."""


def completed(kind: str, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message from a form with the fields that may stay blank; a time without a zone is this machine's."""
    times = {"reply_by": _with_zone(document["reply_by"])} if "reply_by" in document else {}
    return merged({"payload": BLANK.get(kind, {})}, document) | times


def merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return two documents as one, mappings inside them too; values of the other one hold."""
    inner = {name: merged(one[name], value) for name, value in other.items() if isinstance(value, dict) and name in one}
    return {**one, **other, **inner}


def _with_zone(text: str) -> str:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return text
    return text if found.tzinfo else found.astimezone().isoformat()


def contract_of(document: Mapping[str, Any]) -> TaskContract:
    """Return the terms that a form holds; raises DocumentError with each field that is wrong."""
    try:
        return _TERMS.validate_python(document)
    except ValidationError as error:
        raise DocumentError(CONTRACT, explain(error, Source(dict(document)), schema_of(_TERMS))) from None
