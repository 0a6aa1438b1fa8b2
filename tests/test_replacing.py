"""`replace` gives what that of `dataclasses` gives, and leaves its argument alone."""

import dataclasses
from functools import cached_property

import pytest

from renkei.engine.state import Actor, State
from renkei.immutable.replacing import replace


def test_a_state_is_copied_as_dataclasses_would() -> None:
    state = State(seq=3, name="team")
    assert replace(state, seq=4, at="later") == dataclasses.replace(state, seq=4, at="later")
    assert state == State(seq=3, name="team")


def test_a_dataclass_with_slots_can_be_given_too() -> None:
    actor = Actor("ann", 1)
    assert replace(actor, role="tester") == Actor("ann", 1, role="tester")
    assert actor == Actor("ann", 1)


def test_a_field_that_a_dataclass_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="State has no field wrong"):
        replace(State(), seq=1, wrong=2)
    with pytest.raises(TypeError, match="Actor has no field wrong"):
        replace(Actor("ann", 1), role="tester", wrong=2)


@dataclasses.dataclass(frozen=True)
class Square:
    side: int

    @cached_property
    def area(self) -> int:
        return self.side**2


def test_a_copy_caches_properties_of_its_own() -> None:
    small = Square(2)
    assert small.area == 4
    assert replace(small, side=3).area == 9
