"""`dataclasses.replace` for what is replaced often: it asks for the fields at each call, and calls the constructor.

A replay replaces the state, which has more than thirty fields, several times for each record. The state has no slots,
because a dict is copied ten times faster than thirty slots.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

Value = TypeVar("Value")


def replace(value: Value, /, **changes: Any) -> Value:
    """Return a copy of a dataclass with other values in some fields; raises TypeError for a field it does not have."""
    kind: Any = type(value)
    copy: Value = _copying(kind)(value, changes)
    return copy


@cache
def _copying(kind: type[Any]) -> Callable[[Any, dict[str, Any]], Any]:
    """Return the function that copies the values of a class."""
    names = [field.name for field in fields(kind)]
    places = {name: place for place, name in enumerate(names)}
    get = attrgetter("__class__", *names)  # always a tuple, also for a class with one field
    new, assign = object.__new__, object.__setattr__

    def refuse(changes: dict[str, Any]) -> TypeError:
        unknown = ", ".join(name for name in changes if name not in places)
        return TypeError(f"{kind.__name__} has no field {unknown}. Its fields: {', '.join(names)}.")

    def copy_slots(value: Any, changes: dict[str, Any]) -> Any:
        _, *values = get(value)
        try:
            for name, new_value in changes.items():
                values[places[name]] = new_value
        except KeyError:
            raise refuse(changes) from None
        return kind(*values)

    def copy_dict(value: Any, changes: dict[str, Any]) -> Any:
        values = value.__dict__ | changes
        if len(values) != len(places):  # quicker than looking each name up
            if not changes.keys() <= places.keys():
                raise refuse(changes)
            values = {name: values[name] for name in names}  # without the cached properties of the original
        copy = new(kind)
        assign(copy, "__dict__", values)
        return copy

    return copy_slots if "__slots__" in vars(kind) or hasattr(kind, "__post_init__") else copy_dict
