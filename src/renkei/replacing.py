"""`dataclasses.replace`, without asking at each call what the fields are.

A replay replaces the state, which has more than thirty fields, several times for each record.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

Value = TypeVar("Value")


def replace(value: Value, /, **changes: Any) -> Value:
    """Return a copy of a dataclass with other values in some fields; every field must be one of its constructor.

    Raises KeyError for a field that it does not have.
    """
    get, places = _fields(type(value))
    kind, *values = get(value)
    for name, new in changes.items():
        values[places[name]] = new
    copy: Value = kind(*values)
    return copy


@cache
def _fields(kind: type[Any]) -> tuple[Callable[[Any], Any], dict[str, int]]:
    """Return what reads the class and all fields of a value at once, and the place of each field."""
    names = [field.name for field in fields(kind)]
    return attrgetter("__class__", *names), {name: place for place, name in enumerate(names)}
