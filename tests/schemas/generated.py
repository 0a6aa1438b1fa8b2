"""Documents that are made from a published JSON Schema alone, to see whether the models accept each of them."""

from typing import Any

from hypothesis import strategies as st

TIME = st.sampled_from(
    ["2026-01-05T09:00:00Z", "2024-02-29 23:59:59.999999999+09:00", "0001-01-01T00:00Z", "9999-12-31t23:59:59z"]
)
ID = st.sampled_from(["ann", "a.b:c@d#e+f", "開発", "ab_c-1", "x" * 128, "é", "1", "A"])
LINE = st.sampled_from(["a", "two words", "x" * 200, "日本語", "'\"\\"])
BY_PATTERN = {
    "^[0-9]{4}-": TIME,
    "^(TASK_HANDOFF|": st.sampled_from(["FREEFORM", "TASK_RESULT | TASK_BLOCKED", "FREEFORM|FREEFORM"]),
    "^/[^": st.sampled_from(["/goal", "/agents/*/status", "/x"]),
    "^[a-z0-9][a-z0-9-]*(": st.just("acme.example/INCIDENT"),
    "^[a-z_]+$": st.sampled_from(["completed", "in_progress"]),
    "^[^\\s\\u0000-\\u001f": ID,
    "^[^\\u0000-\\u001f": LINE,
    "^[^\\s\\u0000]+$": st.sampled_from(["a", "/usr/bin/true"]),
    "^\\s*(affected_agents\\[\\]\\.(status": st.sampled_from(
        ["affected_agents[].status = idle", "/goal = {new}", " /x=\t"]
    ),
    "^\\s*(affected_agents\\[\\]\\.(current": st.sampled_from(["affected_agents[].blocked_by", " /current_phase "]),
    "^[^\\u0000]*$": st.sampled_from(["", "a b\nc"]),
}
"""Texts that match a pattern, by its beginning."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | LINE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(LINE, inner, max_size=3),
    max_leaves=6,
)


def documents(schema: dict[str, Any], root: dict[str, Any] | None = None) -> st.SearchStrategy[Any]:
    """Return a strategy of documents that a schema accepts."""
    root = schema if root is None else root
    if "$ref" in schema:
        return st.deferred(lambda: documents(root["$defs"][schema["$ref"].rpartition("/")[2]], root))
    for word in ("anyOf", "oneOf"):
        if word in schema and "properties" not in schema:
            return st.one_of(*(documents(one, root) for one in schema[word]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    return OF_TYPE[schema["type"]](schema, root) if "type" in schema else JSON


def _text(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[str]:
    for beginning, texts in BY_PATTERN.items():
        if schema.get("pattern", "").startswith(beginning):
            return texts
    assert "pattern" not in schema, schema["pattern"]
    return TIME if schema.get("format") == "date-time" else st.text(st.characters(codec="utf-8"), max_size=20)


def _number(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[float]:
    return st.floats(schema.get("minimum"), schema.get("maximum"), allow_nan=False, allow_infinity=False)


def _integer(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[int]:
    return st.integers(schema.get("minimum", -(2**53)), schema.get("maximum", 2**53))


def _list(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(documents(schema.get("items", {}), root), min_size=schema.get("minItems", 0), max_size=3)


def _object(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    fields, required = schema.get("properties"), schema.get("required", ())
    if fields is None:
        names = documents(schema["propertyNames"], root) if "propertyNames" in schema else LINE
        values = documents(schema["additionalProperties"], root) if schema.get("additionalProperties") else JSON
        least, most = schema.get("minProperties", 0), schema.get("maxProperties", 3)
        return st.dictionaries(names, values, min_size=least, max_size=most)
    given = {name: documents(field, root) for name, field in fields.items()}
    return st.fixed_dictionaries(
        {name: one for name, one in given.items() if name in required},
        optional={name: one for name, one in given.items() if name not in required},
    )


OF_TYPE: dict[str, Any] = {
    "string": _text,
    "number": _number,
    "integer": _integer,
    "boolean": lambda schema, root: st.booleans(),
    "null": lambda schema, root: st.none(),
    "array": _list,
    "object": _object,
}
"""The strategy for each `type`."""
