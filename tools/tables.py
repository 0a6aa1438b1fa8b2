"""Tables of a model's fields for the generated pages, from its JSON Schema."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from renkei.protocol.primitives import ID_PATTERN, REF_PATTERN

PATTERNS = {ID_PATTERN: "id", REF_PATTERN: "reference"}
"""Types of texts that have a name."""

LONGEST_PATTERN = 20
"""Characters of a pattern that a table shows; a longer one is described in the meaning."""


def field_table(model: Any, without: Collection[str] = (), *, defaults: bool = False) -> Iterator[str]:
    """Yield the lines of a table of a model's fields: name, type, whether it is required, default, meaning."""
    schema = model.model_json_schema(by_alias=True)
    if "$ref" in schema:  # a model that refers to itself
        schema = schema["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    required = set(schema.get("required", ()))
    yield f"| field | type | required |{' default |' if defaults else ''} meaning |"
    yield f"|---|---|---|{'---|' if defaults else ''}---|"
    for name, field in schema["properties"].items():
        meaning = field.get("description", "").replace("\n", " ")
        needed = "yes" if name in required else ""
        default = f" {_default(model, name)} |" if defaults else ""
        if name not in without:
            yield f"| `{name}` | {_type(field)} | {needed} |{default} {meaning} |"


def _default(model: Any, name: str) -> str:
    """Return the default of a field as JSON; "" for a required field."""
    field = next(one for key, one in model.model_fields.items() if name in (key, one.alias))
    if field.is_required():
        return ""
    value = field.get_default(call_default_factory=True)
    return f"`{json.dumps(value.model_dump(exclude_defaults=True) if hasattr(value, 'model_dump') else value)}`"


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        name = str(field["$ref"].rsplit("/", 1)[1])
        return "any" if name == "JsonValue" else name
    if "discriminator" in field:
        return f"object, by its `{field['discriminator']['propertyName']}`"
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(_type(one) for one in field["anyOf"]))
    if "enum" in field:
        return ", ".join(f"`{one}`" for one in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if field.get("type") == "array":
        least = "at least one " if field.get("minItems") else ""
        return f"list of {least}{_type(field.get('items', {}))}"
    if field.get("type") in ("integer", "number") and "minimum" in field:
        top = f" to {field['maximum']:g}" if field["type"] == "number" and "maximum" in field else ""
        return f"{field['type']} from {field['minimum']:g}{top}"
    inner = field.get("additionalProperties")
    if isinstance(inner, dict) and inner.keys() & {"$ref", "type"}:
        return f"object of {_type(inner)}"
    if "format" not in field and (pattern := field.get("pattern")) is not None:
        return PATTERNS.get(pattern) or (
            f"string matching `{pattern}`" if len(pattern) <= LONGEST_PATTERN else "string"
        )
    return str(field.get("format") or field.get("type", "any"))
