"""Builds a typed message from words of the command line: `FIELD=VALUE` for fields of its payload or its header."""

from collections.abc import Iterable, Mapping
from typing import Any

import click
from pydantic import ValidationError

from renkei.budget.context.message_text import summary_of
from renkei.documents.explain import explain, schema_of
from renkei.documents.source import Source, SourceError
from renkei.documents.yaml_reader import read_yaml
from renkei.errors import BadValueError
from renkei.protocol.messages import MESSAGE_CLASSES, AnyMessage, Header, message_adapter, message_class


def build_message(kind: str, words: Iterable[str], header: Mapping[str, Any]) -> AnyMessage:
    """Build the message of a type from words such as `new_status=working`; raises BadValueError that names the field.

    A field belongs to the payload when the payload has one of its name, otherwise to the header. `header` holds fields
    that words may replace. A field that takes a string takes the text literally, or a quoted YAML string; the value of
    every other field is YAML.
    """
    payload: dict[str, Any] = {}
    values: dict[str, Any] = {**header, "type": kind, "payload": payload}
    of_header = _properties(Header)
    of_payload = _properties(message_class(kind).model_fields["payload"].annotation)
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name:
            raise click.UsageError(f"Write {word!r} as FIELD=VALUE.")
        in_header = name in of_header and name not in of_payload
        schema = of_header[name] if in_header else of_payload.get(name, {})
        (values if in_header else payload)[name] = _value(name, text, schema)
    values.setdefault("context_summary", summary_of(kind, payload))
    return _checked(values)


def fields_of(kind: str) -> list[str]:
    """Return the names of the fields of a message type: those of its payload, then those of the header."""
    payload = MESSAGE_CLASSES[kind].model_fields["payload"].annotation
    return [*_properties(payload), *(name for name in _properties(Header) if name not in ("type", "payload"))]


def _properties(model: Any) -> dict[str, Any]:
    found: dict[str, Any] = model.model_json_schema(by_alias=True)["properties"]
    return found


def _value(name: str, text: str, schema: dict[str, Any]) -> Any:
    """Return the value of a field: literal text where the field takes a string and no list, else YAML."""
    types = {one.get("type") for one in (schema, *schema.get("anyOf", ()))}
    if "string" in types and "array" not in types and text[:1] not in ("'", '"'):
        return text
    try:
        found = [source.value for source in read_yaml(text)]
        return found[0] if found else None
    except SourceError as error:
        if "string" in types:
            return text
        raise BadValueError(path=name, problem=error.problem.message, hint=error.problem.hint) from None


def _named(path: str, message: str) -> str:
    """Return a problem with its field, unless its message names the field."""
    return message if message.startswith(f"`{path}`") else f"{path}: {message}"


def _checked(values: dict[str, Any]) -> AnyMessage:
    adapter = message_adapter(values["type"])
    try:
        made: AnyMessage = adapter.validate_python(values)
        return made
    except ValidationError as error:
        problems = explain(error, Source(values), schema_of(adapter))
        first, *others = [(one.path.removeprefix("/payload").removeprefix("/"), one) for one in problems]
        rest = "".join(f"; {_named(path, one.message)}" for path, one in others)
        hint = f"`renkei schema {values['type']} --example` shows a valid message." if others else first[1].hint
        raise BadValueError(path=first[0], problem=first[1].message + rest, hint=hint) from None
