"""Generate a minimal valid value from a JSON Schema: the required fields, with their descriptions as texts."""

from collections.abc import Callable, Mapping
from typing import Any

TIME = "2026-01-15T09:30:00Z"


def example(schema: Mapping[str, Any]) -> Any:
    """Return a minimal valid value of a published schema, as plain data.

    A text is the description of its field, an id the name of its field with `-1`, a list has one element, and of
    several forms the first is taken. A part of the schema with `examples` is its first example.
    """
    return _value(schema, schema, "value")


def _value(part: Mapping[str, Any], schema: Mapping[str, Any], name: str) -> Any:
    if "examples" in part:
        return part["examples"][0]
    if "$ref" in part:
        return _value(schema["$defs"][part["$ref"].rpartition("/")[2]] | _described(part), schema, name)
    if "const" in part or "enum" in part:
        return part["const"] if "const" in part else part["enum"][0]
    choices = part.get("anyOf") or part.get("oneOf")
    if choices:
        return _value(choices[0] | _described(part), schema, name)
    return _OF_TYPE[part["type"]](part, schema, name)


def _described(part: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": part["description"]} if "description" in part else {}


def _mapping(part: Mapping[str, Any], schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    properties = part.get("properties", {})
    return {
        field: _value(properties[field], schema, field) for field in properties if field in part.get("required", ())
    }


def _list(part: Mapping[str, Any], schema: Mapping[str, Any], name: str) -> list[Any]:
    return [_value(part["items"], schema, name) for _ in range(max(1, part.get("minItems", 0)))]


def _text(part: Mapping[str, Any], schema: Mapping[str, Any], name: str) -> str:
    if part.get("format") == "date-time":
        return TIME
    return f"{name.replace('_', '-')}-1" if "pattern" in part else part.get("description", name)


def _number(part: Mapping[str, Any], schema: Mapping[str, Any], name: str) -> Any:
    return part.get("minimum", 0)


_OF_TYPE: dict[str, Callable[[Mapping[str, Any], Mapping[str, Any], str], Any]] = {
    "object": _mapping,
    "array": _list,
    "string": _text,
    "integer": _number,
    "number": _number,
    "boolean": lambda part, schema, name: False,
}
"""The generator for each type."""
