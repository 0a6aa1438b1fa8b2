"""Checks plain data against a JSON Schema (2020-12), with the location of each fault.

This is the verdict that an implementation in any other language gets from the published files.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from renkei.documents.json_pointer import join
from renkei.errors import Problem

CODES: dict[str, str] = {
    "required": "MISSING_FIELD",
    "additionalProperties": "UNKNOWN_FIELD",
    "unevaluatedProperties": "UNKNOWN_FIELD",
    "enum": "NOT_ONE_OF",
    "const": "NOT_ONE_OF",
    "pattern": "BAD_FORMAT",
    "format": "BAD_FORMAT",
    "minimum": "OUT_OF_RANGE",
    "maximum": "OUT_OF_RANGE",
    "minItems": "TOO_FEW",
    "maxItems": "TOO_MANY",
    "minLength": "TOO_FEW",
    "maxLength": "TOO_MANY",
}
"""Code of each keyword that can fail; every other keyword is WRONG_TYPE."""

MOST_PROBLEMS = 50


def check_against(
    schema: dict[str, Any], value: Any, location: Callable[[tuple[str | int, ...]], tuple[int, int]]
) -> Iterator[Problem]:
    """Yield what is wrong with a value; `location` gives line and column of a path.

    A schema that is itself broken yields one problem, BAD_SCHEMA.
    """
    from jsonschema import SchemaError  # slow to import, and checking by a schema is rare
    from referencing.exceptions import Unresolvable

    try:
        errors = list(islice(validator_for(schema).iter_errors(value), MOST_PROBLEMS))
    except (SchemaError, Unresolvable, RecursionError, re.error) as error:
        reason = getattr(error, "message", "") or str(error) or type(error).__name__
        yield Problem("BAD_SCHEMA", "", 1, 1, f"the schema cannot be used: {reason[:300]}", "Mend the schema.")
        return
    for fault in errors:
        path = tuple(fault.absolute_path)
        code = CODES.get(str(fault.validator), "WRONG_TYPE")
        yield Problem(
            code, join(*path), *location(path), fault.message[:300], f"The schema asks for {fault.validator}."
        )


def validator_for(schema: dict[str, Any]) -> Any:
    """Make a jsonschema validator that gives the same verdicts as ECMA 262; raises SchemaError for a broken schema."""
    from jsonschema import Draft202012Validator, FormatChecker, ValidationError, validators
    from referencing import Registry

    Draft202012Validator.check_schema(schema)
    formats = FormatChecker(formats=())

    @formats.checks("date-time", raises=(ValueError, OverflowError))
    def _is_time(text: object) -> bool:
        return not isinstance(text, str) or datetime.fromisoformat(text.upper()).astimezone(UTC) is not None

    def pattern(validator: Any, wanted: str, text: Any, schema: Any) -> Iterator[ValidationError]:
        # In ECMA 262, which JSON Schema names, `$` is the end of the text; in Python it may stand before a last "\n".
        if validator.is_type(text, "string") and not re.search(_ecma(wanted), text):
            yield ValidationError(f"{text[:60]!r} does not match {wanted!r}")

    extend: Any = validators.extend  # the stubs leave it untyped
    strict = extend(Draft202012Validator, {"pattern": pattern})
    # A part that names its dialect again would be checked by the plain class.
    schema = {word: part for word, part in schema.items() if word != "$schema"}
    return strict(schema, format_checker=formats, registry=Registry())  # an empty registry: nothing is fetched


_TOKEN = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\$", re.DOTALL)


def _ecma(pattern: str) -> str:
    return _TOKEN.sub(lambda found: r"\Z" if found[0] == "$" else found[0], pattern)
