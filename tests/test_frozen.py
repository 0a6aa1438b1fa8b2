"""A class made by `frozen` behaves as one made by `dataclass(frozen=True, slots=True)`."""

import copy
import dataclasses
import pickle
from dataclasses import dataclass, field
from typing import Any

import pytest

from renkei.budget.delivery.model import DEFAULT_DELIVERY, ContextDelivery
from renkei.contracts.model import Authority, FailureHandling, TaskContract, Timeout
from renkei.immutable.frozen import frozen


class Fields:
    """What both classes are made of."""

    name: str
    tags: tuple[str, ...] = ()
    note: str = field(default="", compare=False)
    value: Any = field(default=None, hash=False)
    secret: str = field(default="", repr=False)


def _same_fields(decorate: Any, name: str) -> Any:
    body = {one: getattr(Fields, one) for one in Fields.__annotations__ if hasattr(Fields, one)}
    return decorate(type(name, (), {"__annotations__": dict(Fields.__annotations__), **body}))


Ours = _same_fields(frozen, "Value")
Theirs = _same_fields(dataclass(frozen=True, slots=True), "Value")
GIVEN: tuple[tuple[Any, ...], ...] = (
    ("a",),
    ("b",),
    ("a", ("x",)),
    ("a", (), "n"),
    ("a", (), "", 1),
    ("a", (), "", None, "s"),
)


@frozen
class Point:
    x: int
    y: int = 0


@frozen
class Nothing:
    pass


def test_it_compares_hashes_and_shows_itself_as_a_dataclass_does() -> None:
    for one in GIVEN:
        for other in GIVEN:
            ours, theirs = (Ours(*one), Ours(*other)), (Theirs(*one), Theirs(*other))
            assert (ours[0] == ours[1]) == (theirs[0] == theirs[1]), (one, other)
            assert (hash(ours[0]) == hash(ours[1])) == (hash(theirs[0]) == hash(theirs[1])), (one, other)
        assert repr(Ours(*one)) == repr(Theirs(*one))
    assert Nothing() == Nothing()
    assert repr(Point(1)) == "Point(x=1, y=0)"


def test_values_of_other_classes_are_not_equal() -> None:
    assert Point(1) != (1, 0)
    assert Point(1) != Theirs("a")
    assert Point(1).__eq__((1, 0)) is NotImplemented


def test_it_is_immutable_has_slots_and_is_a_dataclass() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    assert not hasattr(point, "__dict__")
    assert [one.name for one in dataclasses.fields(point)] == ["x", "y"]
    assert dataclasses.replace(point, y=3) == Point(1, 3)
    match point:
        case Point(x, y):
            assert (x, y) == (1, 0)


def test_it_can_be_copied_and_pickled() -> None:
    point = Point(1, 2)
    assert copy.deepcopy(point) == point
    assert pickle.loads(pickle.dumps(point)) == point


def test_a_value_that_holds_what_cannot_be_hashed_cannot_be_hashed() -> None:
    with pytest.raises(TypeError):
        hash(Point([]))  # type: ignore[arg-type]


def test_what_is_made_without_validation_while_the_package_is_imported_is_valid() -> None:
    assert ContextDelivery() == DEFAULT_DELIVERY
    fields = TaskContract.model_fields
    assert [fields[one].default for one in ("authority", "failure_handling", "timeout")] == [
        Authority(),
        FailureHandling(),
        Timeout(),
    ]
