"""`frozen` makes a class an immutable value: a frozen dataclass with slots, in less than half of the time.

`dataclass` compiles every method of every class again. A command defines more than a hundred classes when it starts, so
that comparing, hashing and showing are functions here that all of them share.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Value]) -> type[Value]:
    """Return a class as `dataclass(frozen=True, slots=True)` does: same behaviour, and the same options of `field`."""
    made: Any = dataclass(frozen=True, slots=True, eq=False, repr=False)(cls)
    made.__eq__, made.__hash__, made.__repr__ = _equal, _hash, _show
    return made  # type: ignore[no-any-return]


@cache
def _compared(kind: Any) -> Callable[[Any], Any]:
    """Return what gets the fields by which two values of a class are compared."""
    return attrgetter("__class__", *(one.name for one in fields(kind) if one.compare))


@cache
def _hashed(kind: Any) -> Callable[[Any], Any]:
    """Return what gets the fields by which a value of a class is hashed."""
    hashed = (one.name for one in fields(kind) if (one.compare if one.hash is None else one.hash))
    return attrgetter("__class__", *hashed)


def _equal(self: Any, other: object) -> Any:
    values = _compared(self.__class__)
    return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(_hashed(self.__class__)(self))


def _show(self: Any) -> str:
    values = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{self.__class__.__qualname__}({values})"
