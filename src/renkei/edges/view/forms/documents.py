"""The documents that a person composes: makes their forms, and messages and contracts from submitted forms."""

from collections.abc import Mapping, Sequence
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


def contract_of(document: Mapping[str, Any]) -> TaskContract:
    """Return the terms that a form holds; raises DocumentError with each field that is wrong."""
    try:
        return _TERMS.validate_python(document)
    except ValidationError as error:
        raise DocumentError(CONTRACT, explain(error, Source(dict(document)), schema_of(_TERMS))) from None
