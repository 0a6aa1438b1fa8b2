"""Check plain data against a JSON Schema (2020-12) and locate each fault.

Implementations in other languages get the same verdicts from the published schema files.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from itertools import islice
from typing import Any

from renkei.documents.json_pointer import join
from renkei.documents.untrusted_schema import CostlySchemaError, check_cost, keywords
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
"""Code of each keyword of JSON Schema; a failure of any other keyword is WRONG_TYPE."""

UNUSABLE = "the schema is not usable: "

MOST_PROBLEMS = 50
"""Most problems listed per document."""

Location = Callable[[tuple[str | int, ...]], tuple[int, int]]
"""Returns the line and column of a path."""


def schema_fault(schema: Any) -> str:
    """Return why a schema from a participant cannot be used; "" if it can."""
    from jsonschema import Draft202012Validator, SchemaError  # slow to import and rarely needed

    try:
        Draft202012Validator.check_schema(schema)
        check_cost(schema)
        if reference := _dangling_reference(schema):
            return f"`$ref: {reference}` leads nowhere; refer only to parts of the same schema, such as '#/$defs/NAME'"
    except (SchemaError, RecursionError, CostlySchemaError) as error:
        return str(getattr(error, "message", error))
    problems = schema_checker(schema)({}, lambda _: (1, 1))
    return next((one.message.removeprefix(UNUSABLE) for one in problems if one.code == "BAD_SCHEMA"), "")


def _dangling_reference(schema: Any) -> str:
    """Return a reference to something that a schema does not contain, or "". Nothing is fetched."""
    from referencing import Registry, Resource
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012

    root = Resource.from_contents(schema, default_specification=DRAFT202012)
    waiting = [(root, Registry().resolver_with_root(root))]
    while waiting:
        part, resolver = waiting.pop()
        waiting += [(one, resolver.in_subresource(one)) for one in part.subresources()]
        for name in ("$ref", "$dynamicRef"):
            reference = part.contents.get(name) if isinstance(part.contents, dict) else None
            try:
                _ = reference is None or resolver.lookup(reference)
            except Unresolvable:
                return str(reference)
    return ""


def schema_problems(
    schema: dict[str, Any], value: Any, location: Location, *, trusted: bool = False
) -> Iterator[Problem]:
    """Yield the faults of a value.

    A schema that is itself invalid, or costly and not `trusted`, yields one problem, BAD_SCHEMA.
    """
    yield from schema_checker(schema, trusted=trusted)(value, location)


def schema_checker(schema: dict[str, Any], *, trusted: bool = False) -> Callable[[Any, Location], Iterator[Problem]]:
    """Return `schema_problems` bound to one schema, for many values: building the validator is the expensive part."""
    validator = cache(lambda: build_validator(schema, trusted=trusted))
    return lambda value, location: _problems(validator, value, location)


def _problems(validator: Callable[[], Any], value: Any, location: Location) -> Iterator[Problem]:
    from jsonschema import SchemaError  # slow to import and rarely needed
    from referencing.exceptions import Unresolvable

    try:
        faults = (inner for fault in validator().iter_errors(value) for inner in _of_nearest_form(fault))
        errors = list(islice(faults, MOST_PROBLEMS))
    except (SchemaError, Unresolvable, RecursionError, re.error, OverflowError, CostlySchemaError) as error:
        reason = getattr(error, "message", "") or str(error) or type(error).__name__
        yield Problem("BAD_SCHEMA", "", 1, 1, f"{UNUSABLE}{reason[:300]}", "Fix the schema.")
        return
    for fault in errors:
        path = tuple(fault.absolute_path)
        code = CODES.get(str(fault.validator), "WRONG_TYPE")
        yield Problem(
            code, join(*path), *location(path), fault.message[:300], f"The schema requires {fault.validator}."
        )


def _of_nearest_form(fault: Any) -> Iterator[Any]:
    """Yield the faults of the form of a document that a value comes nearest to; any other fault unchanged.

    Forms differ in their root key or type. The nearest is the one that matches deepest, then the one with the fewest
    faults.
    """
    if fault.absolute_path or not fault.context:
        yield fault
        return
    forms: dict[Any, list[Any]] = {}
    for inner in fault.context:
        forms.setdefault(inner.schema_path[0], []).append(inner)
    nearest = max(forms.values(), key=lambda group: (max(len(inner.absolute_path) for inner in group), -len(group)))
    for inner in nearest:
        yield from _of_nearest_form(inner)


def build_validator(schema: dict[str, Any] | bool, *, trusted: bool = True) -> Any:
    """Build a validator whose patterns follow ECMA 262, as JSON Schema demands.

    Raises SchemaError, and CostlySchemaError unless the schema is `trusted`.
    """
    from jsonschema import Draft202012Validator, FormatChecker, ValidationError, validators
    from referencing import Registry

    Draft202012Validator.check_schema(schema)
    formats = FormatChecker(formats=())

    @formats.checks("date-time", raises=(ValueError, OverflowError))
    def _is_time(text: object) -> bool:
        return not isinstance(text, str) or datetime.fromisoformat(text.upper()).astimezone(UTC) is not None

    def check_pattern(validator: Any, wanted: str, text: Any, schema: Any) -> Iterator[ValidationError]:
        # In ECMA 262 `$` matches only at the end of the text; in Python it also matches before a final "\n".
        if validator.is_type(text, "string") and not re.search(_ecma_pattern(wanted), text):
            yield ValidationError(f"{text[:60]!r} does not match {wanted!r}")

    extend: Any = validators.extend  # untyped in the stubs
    own = {"pattern": check_pattern}
    if not trusted:
        check_cost(schema)
        own = keywords(Draft202012Validator.VALIDATORS)
    strict = extend(Draft202012Validator, own)
    # With `$schema` set, jsonschema would check subschemas with its own class instead of this one.
    if isinstance(schema, dict):
        schema = {keyword: part for keyword, part in schema.items() if keyword != "$schema"}
    return strict(schema, format_checker=formats, registry=Registry())  # an empty registry fetches nothing


_PATTERN_TOKEN = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\$", re.DOTALL)


def _ecma_pattern(pattern: str) -> str:
    return _PATTERN_TOKEN.sub(lambda found: r"\Z" if found[0] == "$" else found[0], pattern)
