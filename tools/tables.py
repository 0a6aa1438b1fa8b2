"""Tables of a model's fields for the generated pages, from its JSON Schema."""

from collections.abc import Collection, Iterator
from typing import Any


def field_table(model: Any, without: Collection[str] = ()) -> Iterator[str]:
    """Yield the lines of a table of a model's fields: name, type, whether it is required, meaning."""
    schema = model.model_json_schema(by_alias=True)
    if "$ref" in schema:  # a model that refers to itself
        schema = schema["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    required = set(schema.get("required", ()))
    yield "| field | type | required | meaning |"
    yield "|---|---|---|---|"
    for name, field in schema["properties"].items():
        meaning = field.get("description", "").replace("\n", " ")
        if name not in without:
            yield f"| `{name}` | {_type(field)} | {'yes' if name in required else ''} | {meaning} |"


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"].rsplit("/", 1)[1])
    if "discriminator" in field:
        return f"object, by its `{field['discriminator']['propertyName']}`"
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(_type(one) for one in field["anyOf"]))
    if "enum" in field:
        return ", ".join(f"`{one}`" for one in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    return str(field.get("format") or field.get("type", "any"))
