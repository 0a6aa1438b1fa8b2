"""Shows failed expectations: the two values as YAML, or their difference when they are long."""

from collections.abc import Iterator
from difflib import unified_diff
from typing import Any

from renkei.documents.yaml_writer import scalar, to_yaml
from renkei.scenario.expect import Mismatch

ONE_LINE = 68
"""Most columns of a value shown on one line."""

HEADING = 3
"""Lines of a unified diff before the first line of the texts."""


def details(one: Mismatch) -> list[str]:
    """Return the expected and the found value as lines."""
    expected, found = _lines(one.expected), _lines(one.found)
    if len(expected) == len(found) == 1:
        return [f"expected: {expected[0]}", f"found:    {found[0]}"]
    changed = unified_diff(expected, found, n=1, lineterm="")
    return ["expected (-), found (+):", *_without_heading(changed)]


def summary(one: Mismatch) -> str:
    """Return the failure as one line."""
    return f"{one.path}: expected {_short(one.expected)}, found {_short(one.found)}"


def _without_heading(lines: Iterator[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if number >= HEADING:
            yield "  …" if line.startswith("@@") else f"  {line[0]} {line[1:]}"


def _lines(value: Any) -> list[str]:
    if isinstance(value, str):
        return value.splitlines() if "\n" in value else [scalar(value)]
    flow = _flow(value)
    if flow is not None and len(flow) <= ONE_LINE:
        return [flow]
    return to_yaml(value).rstrip("\n").split("\n")


def _flow(value: Any) -> str | None:
    """Return a list of scalars on one line; None for any other value."""
    if not isinstance(value, list | tuple) or any(isinstance(one, list | tuple | dict) for one in value):
        return None
    return f"[{', '.join(map(scalar, value))}]"


def _short(value: Any) -> str:
    flow = _flow(value)
    first, *others = _lines(value) if flow is None else [flow]
    cut = first if len(first) <= ONE_LINE else first[: ONE_LINE - 1] + "…"
    return f"{cut} …" if others else cut
