"""`replace` gives what that of `dataclasses` gives, and leaves its argument alone."""

import dataclasses

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
