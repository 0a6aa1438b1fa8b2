"""`frozen` makes a class an immutable value: a frozen dataclass with slots, in a fraction of the time.

`dataclass` compiles every method of every class again. A command defines more than a hundred classes when it starts,
and makes values of a few of them. So comparing, hashing, showing and refusing are functions here that all classes
share, and `__init__` is compiled when it is first looked up.
"""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, make_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Value]) -> type[Value]:
    """Return a class as `dataclass(frozen=True, slots=True)` does: same behaviour, and the same options of `field`."""
    made: Any = dataclass(init=False, slots=True, eq=False, repr=False)(cls)
    made.__dataclass_params__.frozen = True  # what `dataclass` looks at when it extends a class
    made.__init__ = _Init(made)
    made.__eq__, made.__hash__, made.__repr__ = _equal, _hash, _show
    made.__setattr__, made.__delattr__ = _refuse_to_assign, _refuse_to_delete
    made.__getstate__, made.__setstate__ = _values, _restore
    return made  # type: ignore[no-any-return]


class _Init:
    """Placeholder for the `__init__` of a class, which replaces it on first look-up."""

    def __init__(self, kind: type[Any]) -> None:
        self._kind = kind

    def __get__(self, value: Any, owner: type[Any]) -> Any:
        kind = self._kind
        body = {name: getattr(kind, name) for name in ("__module__", "__post_init__") if hasattr(kind, name)}
        declared = [(one.name, one.type, one) for one in fields(kind)]
        made: Any = make_dataclass(kind.__name__, declared, namespace=body, frozen=True, eq=False, repr=False)
        made.__init__.__qualname__ = f"{kind.__qualname__}.__init__"
        kind.__init__ = made.__init__
        return made.__init__.__get__(value, owner)


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


def _refuse_to_assign(self: Any, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _values(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _restore(self: Any, values: list[Any]) -> None:
    for one, value in zip(fields(self), values, strict=True):
        object.__setattr__(self, one.name, value)
