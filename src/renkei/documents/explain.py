"""Turn the validation errors of a model into located problems with a correction.

One table maps pydantic's error types to a closed list of codes. Hints are taken from the JSON Schema of the model, so
they cannot drift from the published one.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.documents.command_line import arguments_of
from renkei.documents.json_pointer import join
from renkei.documents.source import Path, Source, shorten
from renkei.errors import BadValueError, Problem
from renkei.immutable.replacing import replace
from renkei.wording.values import count, quote

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
"""Codes that only repeat a more specific problem below the same path."""

MOST_PROBLEMS = 50
"""Most problems listed per document."""

MOST_OPTIONS = 12
"""Most options in a hint when one of them resembles the given value."""

_TYPES = {
    "string_type": "a string",
    "int_type": "an integer",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dict_type": "a mapping",
    "none_required": "null",
}

MEANT = dict.fromkeys(("yes", "y", "on", "true"), "true") | dict.fromkeys(("no", "n", "off", "false"), "false")
"""Common spellings of true and false, which are strings in YAML 1.2."""

_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")

_FORMATS = (
    ("[Tt ]", "time", "Write a time as 2026-01-15T09:30:00Z, with Z or an offset such as +09:00."),
    (
        r"/\\~.*-]",
        "id",
        "An id has 1 to 128 visible characters, no spaces or / \\ ~ *, and does not begin with . or -",
    ),
    ("[smhd]", "time span", "Write a number and a unit: 90s, 5m, 2h or 1d."),
    (r"^[^\u0000", "reference", "A reference has 1 to 512 visible characters."),
)
"""Each format: text that marks its pattern, its name, and its rule."""


@cache
def schema_of(adapter: TypeAdapter[Any]) -> dict[str, Any]:
    """Return the JSON Schema of a model."""
    return adapter.json_schema(by_alias=True)


def explain(error: ValidationError, source: Source, schema: dict[str, Any], root: Path = ()) -> list[Problem]:
    """Return the problems, one per path, in document order.

    `schema` is the JSON Schema of the model; `root` is the document path of the validated value.
    """
    by_path: dict[Path, Problem] = {}
    inner = _value_at(source.value, root)
    details = error.errors(include_url=False)
    for detail in details[:MOST_PROBLEMS]:
        kind = detail["type"]
        path = _real_path(detail["loc"], inner, kind)
        code = CODES.get(kind, "WRONG_TYPE")
        message, hint = _words(dict(detail), path, inner, schema)
        location = source.location(root + path, key=code == "UNKNOWN_FIELD" or detail["loc"][-1:] == ("[key]",))
        problem = Problem(code, join(*root, *path), *location, message, hint, _supported(path, dict(detail)))
        by_path[path] = _more_specific(by_path[path], problem, dict(detail)) if path in by_path else problem
    # Where one member of a union matched further, another member's type mismatch adds nothing.
    further = {path[:n] for path in by_path for n in range(len(path))}
    kept = [problem for path, problem in by_path.items() if problem.code not in SHALLOW or path not in further]
    problems = sorted(kept, key=lambda problem: (problem.line, problem.column))
    if len(details) > MOST_PROBLEMS:
        text = f"and {count(len(details) - MOST_PROBLEMS, 'more problem')}"
        problems.append(Problem("MORE", join(*root), *source.location(root), text, "Fix these first."))
    return problems


def _supported(path: Path, detail: dict[str, Any]) -> tuple[str, ...]:
    """Return the versions of the protocol that a message may name, if this is the error of another one."""
    is_version = path == ("protocol",) and detail["type"] == "literal_error"
    return tuple(re.findall(r"'([^']*)'", detail["ctx"]["expected"])) if is_version else ()


def first_problem(
    error: ValidationError, value: Any = None, path: str = "", schema: dict[str, Any] | None = None
) -> BadValueError:
    """Return the first fault of a model's validation as an error to raise.

    `value` is the validated value (without it, the error's path may name members of unions); `path` is its JSON
    Pointer. `schema` is the model's JSON Schema, for the allowed values.
    """
    details = error.errors(include_url=False)
    detail: dict[str, Any] = dict(next((fault for fault in details if fault["type"] != "missing"), details[0]))
    inner = detail["loc"] if value is None else _real_path(detail["loc"], value, detail["type"])
    problem, hint = _words(detail, inner, value, schema or {}, path.rpartition("/")[2] or "value")
    return BadValueError(path=path + join(*inner), got=detail["input"], problem=problem, hint=hint)


def _more_specific(first: Problem, other: Problem, detail: dict[str, Any]) -> Problem:
    """Return the more specific of two problems at one path (two members of a union); `detail` is of the other."""
    kind = detail["type"]
    if kind == "literal_error" and first.message.startswith("expected an integer"):  # a number, or a word instead
        return replace(first, message=first.message.replace(", got", f" or {detail['ctx']['expected']}, got", 1))
    if first.code == "WRONG_TYPE" and other.code != "WRONG_TYPE":
        return other
    if other.code == first.code == "WRONG_TYPE" and kind in _TYPES and _TYPES[kind] not in first.message:
        return replace(first, message=first.message.replace(", got", f" or {_TYPES[kind]}, got", 1))
    return first


def _value_at(value: Any, path: Path) -> Any:
    for part in path:
        value = value[part]
    return value


def _real_path(loc: tuple[int | str, ...], value: Any, kind: str) -> Path:
    """Drop the names of union members, which are not in the document, from pydantic's location."""
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


def _words(
    detail: dict[str, Any], path: Path, value: Any, schema: dict[str, Any], root: str = "document"
) -> tuple[str, str]:
    """Return the message and the hint for one of pydantic's errors; `root` is the name of the value itself."""
    name = "name" if detail["loc"][-1:] == ("[key]",) else _name(path) if path else root
    allowed = allowed_at(schema, path[:-1], value)
    about = str(allowed.get(name, {}).get("description", "")).strip()
    kind = detail["type"]
    if kind in _TYPES:
        return _wrong_type(_TYPES[kind], detail["input"], about, name)
    if kind in _WORDS:
        return _WORDS[kind](detail, name, about, list(allowed))
    return str(detail["msg"]).lower(), about


def _name(path: Path) -> str:
    """Return the kind of location: a field, or an element of a list."""
    *_, parent, last = ("", *path)
    return last if isinstance(last, str) else f"element of `{parent}`"


def _wrong_type(expected: str, got: Any, about: str, name: str) -> tuple[str, str]:
    return f"expected {expected}, got {type_of(got)}", _right_type(expected, got, name) or about or _form(expected)


def _right_type(expected: str, got: Any, name: str) -> str:
    """Return the correct form of a value of the wrong type for a field of this name, if its meaning is clear."""
    if expected == "a string" and isinstance(got, bool | int | float):
        return f'Write it in quotes: "{quote(got)}".'
    if expected == "true or false" and isinstance(got, str):
        return f"Write {MEANT.get(got.lower(), 'true or false')}, without quotes."
    if expected in ("an integer", "a number") and isinstance(got, str) and _NUMBER.fullmatch(got):
        return f"Write it without quotes: {got}."
    if expected == "a list" and isinstance(got, str) and got:
        return f"Write a list: {quote(arguments_of(got) if name == 'command' else [got])}."
    return ""


def _form(expected: str) -> str:
    return "Write its fields as `name: value`." if expected == "a mapping" else ""


def _missing(detail: dict[str, Any], name: str, about: str, allowed: list[str]) -> tuple[str, str]:
    return f"`{name}` is missing", about or f"Add `{name}`."


def _without_tag(detail: dict[str, Any], name: str, about: str, allowed: list[str]) -> tuple[str, str]:
    """Report a union's missing tag; a misspelled tag is among the unknown keys."""
    slip = get_close_matches(name, map(str, detail["input"]), n=1, cutoff=0.75)
    message, hint = _missing(detail, name, about, allowed)
    return message, f"Write `{name}` instead of `{shorten(slip[0])}`." if slip else hint


def _out_of_range(detail: dict[str, Any], name: str, about: str, allowed: list[str]) -> tuple[str, str]:
    limits = detail["ctx"]
    bound = f"at least {limits['ge']}" if "ge" in limits else f"at most {limits['le']}"
    return f"{quote(detail['input'], 60)} is out of range: `{name}` is {bound}", about


def _unknown(detail: dict[str, Any], name: str, about: str, allowed: list[str]) -> tuple[str, str]:
    return f"unknown field `{shorten(name)}`", suggest(name, allowed)


def _not_one_of(detail: dict[str, Any], name: str, about: str, allowed: list[str]) -> tuple[str, str]:
    context = detail["ctx"]
    wanted = str(context.get("expected") or context.get("expected_tags"))
    got = context.get("tag", detail["input"])
    options = [option.strip(" '") for option in wanted.replace(" or ", ", ").split(",")]
    return f"{quote(got, 60)} is not a valid {name}", suggest(str(got), options)


def _bad_format(detail: dict[str, Any], name: str, about: str, allowed: list[str]) -> tuple[str, str]:
    pattern = detail["ctx"]["pattern"]
    rule = about or f"It must match {pattern}"
    name, rule = next(((noun, rule) for mark, noun, rule in _FORMATS if mark in pattern), (name, rule))
    return f"{quote(detail['input'], 60)} is not a valid {name}", rule


def _refused(detail: dict[str, Any], name: str, about: str, allowed: list[str]) -> tuple[str, str]:
    container = isinstance(detail["input"], dict | list)  # its location says which one
    message, _, advice = str(detail["ctx"]["error"]).partition("; ")
    hint = f"{advice[0].upper()}{advice[1:]}." if advice else about
    return ("" if container else f"{quote(detail['input'], 60)}: ") + message, hint


def _too_few(detail: dict[str, Any], name: str, about: str, allowed: list[str]) -> tuple[str, str]:
    return f"`{name}` needs at least {count(detail['ctx']['min_length'], 'element')}", about


def _too_long(detail: dict[str, Any], name: str, about: str, allowed: list[str]) -> tuple[str, str]:
    text = detail["input"]
    return f"{quote(text, 60)} has {count(len(text), 'character')}; the limit is {detail['ctx']['max_length']}", about


_WORDS: dict[str, Callable[[dict[str, Any], str, str, list[str]], tuple[str, str]]] = {
    "missing": _missing,
    "union_tag_not_found": _without_tag,
    "greater_than_equal": _out_of_range,
    "less_than_equal": _out_of_range,
    "extra_forbidden": _unknown,
    "literal_error": _not_one_of,
    "union_tag_invalid": _not_one_of,
    "string_pattern_mismatch": _bad_format,
    "value_error": _refused,
    "too_short": _too_few,
    "string_too_long": _too_long,
}
"""The wording of each error type other than wrong types; the rest use pydantic's own."""


def suggest(got: str, options: Sequence[str]) -> str:
    """Return a hint with the allowed names, the closest to `got` first."""
    if not options:
        return ""
    by_lower = {option.lower(): option for option in options}
    many = len(options) > MOST_OPTIONS
    close = [by_lower[name] for name in get_close_matches(got.lower(), by_lower, n=3 if many else 1, cutoff=0.5)]
    meant = f"Did you mean {' or '.join(map(repr, close))}?" if close else ""
    return meant if close and many else f"{meant} Allowed: {', '.join(options)}.".strip()


def type_of(value: Any) -> str:
    """Return the type of a value, in words for people."""
    names = {dict: "a mapping", list: "a list", tuple: "a list", str: "a string", bool: "a boolean"}
    names |= {type(None): "null"}
    number = f"number {quote(value, 60)}" if isinstance(value, int | float) else type(value).__name__
    return names.get(type(value), number)


def allowed_at(schema: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """Return the properties that a JSON Schema allows at a path of a value, following references and unions."""
    node = _resolve(schema, schema, value)
    for part in path:
        value = _child(value, part)
        inner = node.get("properties", {}).get(part) if isinstance(part, str) else node.get("items")
        if inner is None:
            inner = node.get("additionalProperties")
        node = _resolve(inner if isinstance(inner, dict) else {}, schema, value)
    properties: dict[str, Any] = node.get("properties", {})
    return properties


def _child(value: Any, part: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(part)
    if isinstance(value, list) and isinstance(part, int) and part < len(value):
        return value[part]
    return None


def _resolve(node: dict[str, Any], schema: dict[str, Any], value: Any) -> dict[str, Any]:
    """Follow references and choose the union member that fits the value; eight steps end any cycle."""
    for _ in range(8):
        mapping = node.get("discriminator", {}).get("mapping")
        choices = node.get("oneOf") or node.get("anyOf")
        if "$ref" in node:
            node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
        elif mapping:
            tag = value.get("type") if isinstance(value, dict) else None
            node = {"$ref": mapping[tag]} if isinstance(tag, str) and tag in mapping else {}
        elif choices and "properties" not in node:
            shape = "array" if isinstance(value, list) else "object"
            fitting = [c for c in choices if "$ref" in c or c.get("type") == shape]
            node = fitting[0] if fitting else {}
        else:
            return node
    return node
