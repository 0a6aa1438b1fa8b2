"""How values and numbers are written in messages for people."""

import json
import string
from collections.abc import Callable, Mapping
from typing import Any

LONGEST_QUOTE = 200
"""Characters of a value that a message quotes."""


def quote(value: Any, limit: int = LONGEST_QUOTE) -> str:
    """Write a value for a message: strings in single quotes, everything else as JSON; cut after `limit` characters."""
    if isinstance(value, str):
        return repr(value if len(value) <= limit else value[: limit - 1] + "…")
    text = json.dumps(value, ensure_ascii=False, default=str)
    text = text if text.isprintable() else json.dumps(value, default=str)
    return text if len(text) <= limit else text[: limit - 1] + "…"


class _Template(string.Formatter):
    """The syntax of templates; see `fill`."""

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return _CONVERSIONS[conversion](value) if conversion else value

    def format_field(self, value: Any, format_spec: str) -> str:
        return count(value, format_spec) if format_spec else str(value)


def count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless the number is 1."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def duration(seconds: float) -> str:
    """Return a duration in its two largest units, such as `4 s`, `3 min 20 s` or `2 h 5 min`."""
    whole = round(seconds)
    if seconds < 1:
        return "< 1 s"
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    if whole < 86_400:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 86_400} d {whole % 86_400 // 3600} h"


def participle(verb: str) -> str:
    """Return the past participle of the name of a transition: "claimed" of `claim`."""
    return _IRREGULAR.get(verb) or verb.removesuffix("e") + "ed"


_IRREGULAR = {
    "complete": "accepted",
    "rework": "sent back",
    "submit": "submitted",
    "cancel": "cancelled",
    "deliver_part": "delivered in part",
    "fail": "marked failed",
}


def assigned_to(assignee: str | None) -> str:
    """Return the assignee of a contract as an addition to its status; "" without one."""
    return f", assigned to {quote(assignee)}" if assignee else ""


_CONVERSIONS: dict[str, Callable[[Any], str]] = {"r": quote, "p": participle, "h": assigned_to}


def fill(template: str, values: Mapping[str, Any]) -> str:
    """Fill a template: `{name!r}` quotes a value, `{turns:turn}` counts it, `{verb!p}` is a participle.

    `{assignee!h}` adds who holds a contract.
    """
    return _Template().vformat(template, (), values)
