"""Fields of documents as text, generated from the models: a new field appears without further code.

The labels are texts (`field.…`); a field without a label is shown by its name.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any

from renkei.budget.context.message_text import short_time
from renkei.protocol.primitives import Frozen, Locale
from renkei.texts.catalogue import texts
from renkei.texts.say import say

FULL_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
"""A time as documents store it, with microseconds."""


def label(locale: Locale, path: str) -> str:
    """Return the label of a field."""
    key = f"field.{path}"
    return say(locale, key) if key in texts(locale) else path


def value_text(value: Any) -> str:
    """Return a value on one line: elements separated by `; `, an object by its first value and the rest in brackets.

    A time is shown to the second.
    """
    if isinstance(value, list | tuple):
        return "; ".join(map(value_text, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, dict):
        return short_time(str(value)) if FULL_TIME.fullmatch(str(value)) else str(value)
    (_, first), *others = value.items()
    more = ", ".join(f"{name}: {_inner_text(one)}" for name, one in others if one not in ("", None, [], ()))
    return f"{value_text(first)} ({more})" if more else value_text(first)


def _inner_text(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else value_text(value)


def rest_text(model: type[Frozen], entry: Mapping[str, Any], shown: Collection[str], locale: Locale) -> str:
    """Return the set fields of an entry that are not in `shown`, each as `; label: value`."""
    fields = model.model_fields.items()
    others = ((name, entry[name]) for name, field in fields if name not in shown and entry[name] != field.default)
    return "".join(f"; {label(locale, name)}: {value_text(value)}" for name, value in others if value not in ([], ()))
