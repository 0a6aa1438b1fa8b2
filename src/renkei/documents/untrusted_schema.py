"""Keywords of JSON Schema with bounded cost, for schemas from a participant or a file.

A schema is a program: a pattern may backtrack for hours, `$ref` may double the work at each level, `uniqueItems`
compares every pair. Here patterns run in time linear in the text, references are counted, and items are compared by
hash.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

MOST_REFERENCES = 2_000
"""Most references followed while checking one value."""

LONGEST_PATTERN = 1000
LONGEST_NAME_PATTERN = 200
# Compiled on first use.
_NAME_PATTERN = r"\^?(?:\\[dw.\-/$]|\[[\w .$/-]+\]|[\w\-/ ]|\.)*(?:(?:\\[dw]|\[[\w .$/-]+\]|\.)[*+])?\$?"


class CostlySchemaError(Exception):
    """The schema cannot be checked in bounded time; the text names the reason."""


def matches(pattern: str, text: str) -> bool:
    """Return whether a pattern matches somewhere in a text, in linear time; raises CostlySchemaError."""
    if len(pattern) > LONGEST_PATTERN:
        raise CostlySchemaError(f"a pattern of more than {LONGEST_PATTERN} characters")
    try:
        return bool(_program().execute({"text": text, "pattern": pattern}))
    except RuntimeError:
        raise CostlySchemaError(
            f"the pattern {pattern[:60]!r}: it is no regular expression, or looks around or back, or is too large"
        ) from None


@cache
def _program() -> Any:
    from renkei.documents.cel_evaluator import compile_expression  # its regular expressions never backtrack

    return compile_expression("text.matches(pattern)")


def check_cost(schema: object) -> None:
    """Raise CostlySchemaError for a pattern in a schema that cannot be checked in bounded time."""
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        elif isinstance(part, Mapping):
            waiting += part.values()
            if isinstance(pattern := part.get("pattern"), str):
                matches(pattern, "")
            for name in part.get("patternProperties") or ():
                _check_name_pattern(str(name))


def _check_name_pattern(pattern: str) -> None:
    """Check a pattern for names: the validator's engine backtracks, so only one repetition is allowed."""
    if len(pattern) > LONGEST_NAME_PATTERN or not re.fullmatch(_NAME_PATTERN, pattern):
        raise CostlySchemaError(
            f"the name {pattern[:60]!r} in patternProperties: use characters, classes and one `*` or `+` at the end"
        )


def keywords(own: Mapping[str, Callable[..., Iterator[Any]]]) -> dict[str, Any]:
    """Return bounded replacements for the validator's `own` keywords."""
    from jsonschema import ValidationError

    followed = 0

    def counted(follow: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        def check_reference(validator: Any, ref: str, instance: Any, schema: Any) -> Iterator[Any]:
            nonlocal followed
            followed += 1
            if followed > MOST_REFERENCES:
                raise CostlySchemaError(f"more than {MOST_REFERENCES} references are followed")
            yield from follow(validator, ref, instance, schema)

        return check_reference

    def check_unique(validator: Any, wanted: bool, items: Any, schema: Any) -> Iterator[Any]:
        if wanted and validator.is_type(items, "array") and len({_key(item) for item in items}) < len(items):
            yield ValidationError("has items that are equal")

    def check_pattern(validator: Any, wanted: str, text: Any, schema: Any) -> Iterator[Any]:
        if validator.is_type(text, "string") and not matches(wanted, text):
            yield ValidationError(f"{text[:60]!r} does not match {wanted!r}")

    references = {name: counted(own[name]) for name in ("$ref", "$dynamicRef")}
    return {**references, "uniqueItems": check_unique, "pattern": check_pattern}


def _key(value: object) -> str:
    """Return a key that is equal for equal JSON values: 1 and 1.0 are, 1 and true are not."""
    return json.dumps(_plain(value), sort_keys=True)


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
