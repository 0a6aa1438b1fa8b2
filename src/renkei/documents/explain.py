"""Turns a model's validation errors into located problems that say what would have been right.

One table maps pydantic's error types to our closed list of codes. The JSON Schema of the model answers what was
allowed at a location, so hints cannot drift from what is published.
"""

from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from renkei.documents.json_pointer import join
from renkei.documents.source import Path, Source, shorten
from renkei.errors import Problem

CODES: dict[str, str] = {
    "missing": "MISSING_FIELD",
    "extra_forbidden": "UNKNOWN_FIELD",
    "literal_error": "NOT_ONE_OF",
    "union_tag_invalid": "NOT_ONE_OF",
    "union_tag_not_found": "MISSING_FIELD",
    "string_pattern_mismatch": "BAD_FORMAT",
    "value_error": "BAD_FORMAT",
    "greater_than_equal": "OUT_OF_RANGE",
    "less_than_equal": "OUT_OF_RANGE",
    "too_short": "TOO_FEW",
    "too_long": "TOO_MANY",
    "string_too_short": "TOO_FEW",
    "string_too_long": "TOO_MANY",
}
"""Code of each error type; every other type is WRONG_TYPE."""

SHALLOW = ("WRONG_TYPE", "TOO_FEW")
"""Codes that are only an echo where something below the same location is wrong."""

MOST_PROBLEMS = 50
"""How many problems of one document are told."""

_NAMES = {
    "string_type": "a text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dict_type": "a mapping",
    "none_required": "null",
}


def explain(error: ValidationError, source: Source, schema: dict[str, Any], root: Path = ()) -> list[Problem]:
    """List what is wrong, one problem a location, in the order of the document.

    `schema` is the JSON Schema of what was checked; `root` is the path in the document where it begins.
    """
    found: dict[Path, Problem] = {}
    inner = _descend(source.value, root)
    details = error.errors(include_url=False)
    for detail in details[:MOST_PROBLEMS]:
        kind = detail["type"]
        path = _real_path(detail["loc"], inner, kind)
        code = CODES.get(kind, "WRONG_TYPE")
        message, hint = _words(kind, dict(detail), path, inner, schema)
        location = source.location(root + path, key=code == "UNKNOWN_FIELD")
        problem = Problem(code, join(*root, *path), *location, message, hint)
        found[path] = _more_telling(found[path], problem, kind) if path in found else problem
    # Where one member of a union got further, that another wants another type is no news.
    further = {path[:n] for path in found for n in range(len(path))}
    told = [problem for path, problem in found.items() if problem.code not in SHALLOW or path not in further]
    problems = sorted(told, key=lambda problem: (problem.line, problem.column))
    if len(details) > MOST_PROBLEMS:
        text = f"and {len(details) - MOST_PROBLEMS} more problems"
        problems.append(Problem("MORE", join(*root), *source.location(root), text, "Mend these first."))
    return problems


def _more_telling(one: Problem, other: Problem, kind: str) -> Problem:
    """Of two problems at one location (two members of a union), keep the one that says more."""
    if one.code == "WRONG_TYPE" and other.code != "WRONG_TYPE":
        return other
    if other.code == one.code == "WRONG_TYPE" and kind in _NAMES and _NAMES[kind] not in one.message:
        return replace(one, message=f"{one.message}, or {_NAMES[kind]}")
    return one


def _descend(value: Any, path: Path) -> Any:
    for part in path:
        value = value[part]
    return value


def _real_path(loc: tuple[int | str, ...], value: Any, kind: str) -> Path:
    """Drop from pydantic's location the names of union members, which are not in the document."""
    path: list[str | int] = []
    if isinstance(value, dict) and loc and loc[0] == value.get("type"):
        loc = loc[1:]  # the union's tag
    for index, part in enumerate(loc):
        last = index == len(loc) - 1
        if isinstance(value, dict) and (part in value or (last and kind == "missing")):
            path.append(part)
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            path.append(part)
            value = value[part]
    if kind == "union_tag_not_found" or (kind == "union_tag_invalid" and isinstance(value, dict) and "type" in value):
        path.append("type")
    return tuple(path)


def _words(kind: str, detail: dict[str, Any], path: Path, value: Any, schema: dict[str, Any]) -> tuple[str, str]:
    name = path[-1] if path else "document"
    context = detail.get("ctx", {})
    parent = allowed_at(schema, path[:-1], value)
    about = str(parent.get(str(name), {}).get("description", "")).strip()
    if kind in ("missing", "union_tag_not_found"):
        return f"`{name}` is missing", about or f"Add `{name}`."
    if kind == "extra_forbidden":
        return f"`{shorten(str(name))}` is not a field here", _suggest(str(name), list(parent))
    if kind in ("literal_error", "union_tag_invalid"):
        wanted = str(context.get("expected") or context.get("expected_tags"))
        got = context.get("tag", detail["input"])
        options = [option.strip(" '") for option in wanted.replace(" or ", ", ").split(",")]
        return f"{shorten(repr(got))} is not one of {wanted}", _suggest(str(got), options)
    if kind == "string_pattern_mismatch":
        return f"{shorten(repr(detail['input']))} is not a valid {name}", _format(context.get("pattern", ""), about)
    if kind == "value_error":
        return f"{shorten(repr(detail['input']))}: {context.get('error')}", about
    if kind == "too_short":
        return f"`{name}` needs at least {context.get('min_length', 1)}", about
    if kind in _NAMES:
        quote = kind == "string_type" and isinstance(detail["input"], bool | int | float)
        hint = f'Write it in quotes: "{detail["input"]}".' if quote else about
        return f"expected {_NAMES[kind]}, got {_kind_of(detail['input'])}", hint
    return str(detail["msg"]).lower(), about


def _format(pattern: str, about: str) -> str:
    if "[Tt ]" in pattern:
        return "Write a time as 2026-01-15T09:30:00Z, with Z or an offset such as +09:00."
    if "{0,127}" in pattern:
        return "An id has 1 to 128 visible characters, no spaces or / \\ ~ *, and does not begin with . or -"
    return about or f"It has to match {pattern}"


def _suggest(got: str, options: list[str]) -> str:
    close = get_close_matches(got.lower(), [option.lower() for option in options], n=1, cutoff=0.5)
    hit = next((option for option in options if close and option.lower() == close[0]), None)
    known = ", ".join(options)
    return f"Did you mean {hit!r}? Allowed: {known}." if hit else f"Allowed: {known}."


def _kind_of(value: Any) -> str:
    names = {dict: "a mapping", list: "a list", str: "a text", bool: "a truth value", type(None): "nothing"}
    return names.get(type(value), f"the number {shorten(repr(value))}")


def allowed_at(schema: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """Give the properties that a JSON Schema allows at a path of a value, following references and unions."""
    node = _resolve(schema, schema, value)
    for part in path:
        value = _step(value, part)
        inner = node.get("properties", {}).get(part) if isinstance(part, str) else node.get("items")
        if inner is None:
            inner = node.get("additionalProperties")
        node = _resolve(inner if isinstance(inner, dict) else {}, schema, value)
    properties: dict[str, Any] = node.get("properties", {})
    return properties


def _step(value: Any, part: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(part)
    if isinstance(value, list) and isinstance(part, int) and part < len(value):
        return value[part]
    return None


def _resolve(node: dict[str, Any], schema: dict[str, Any], value: Any) -> dict[str, Any]:
    for _ in range(8):
        mapping = node.get("discriminator", {}).get("mapping")
        choices = node.get("oneOf") or node.get("anyOf")
        if "$ref" in node:
            node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
        elif mapping:
            tag = value.get("type") if isinstance(value, dict) else None
            node = {"$ref": mapping[tag]} if isinstance(tag, str) and tag in mapping else {}
        elif choices:
            shape = "array" if isinstance(value, list) else "object"
            fitting = [c for c in choices if "$ref" in c or c.get("type") == shape]
            node = fitting[0] if fitting else {}
        else:
            return node
    return node
