"""A person marks as read what it saw in a view: no turn begins, and nothing else changes."""

import pytest
from immutables import Map

from engine.factory import after, events, kinds, reading, send, talk, team
from renkei.board.decide import Write
from renkei.budget.context.shown import Part
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.errors import NotAllowedError, UnknownActorError
from renkei.immutable.replacing import replace


def told() -> State:
    state = after(team(), "ann", send("m1", "ann", "human", talk("one")), send("m2", "ann", "human", talk("two")))
    state = after(state, "human", Write("/goal", "mine"), Write("/current_phase", "mine"), seconds=1)
    state = after(state, "lead", Write("/goal", "its", read_seq=1), seconds=2)
    return after(state, "lead", Write("/current_phase", "its", read_seq=1), seconds=3)


def test_messages_and_the_oldest_notices_are_read() -> None:
    state = after(told(), "human", c.MarkRead(("m1",), notices=1))
    assert [kept.message.id for kept in state.unread_of("human")] == ["m2"]
    assert [one.path for one in state.board.notices["human"]] == ["/current_phase"]
    assert "m1" not in state.messages
    assert state.turns_spent == 0


def test_the_last_unread_message_leaves_nothing_behind() -> None:
    state = after(told(), "human", c.MarkRead(("m1", "m2", "m1")))
    assert "human" not in state.unread


def test_a_message_is_read_by_somebody_for_whom_there_is_no_notice() -> None:
    state = after(after(team(), "ann", send("m1", "ann", "human", talk("one"))), "human", c.MarkRead(("m1",)))
    assert "human" not in state.unread


def test_what_was_read_before_changes_nothing() -> None:
    assert kinds(events(told(), "human", c.MarkRead(("unknown",)))) == []
    read = after(told(), "human", c.MarkRead(("m1",), notices=9))
    assert kinds(events(read, "human", c.MarkRead(("m1",), notices=9))) == []


def test_how_far_a_message_was_read_is_forgotten_with_it() -> None:
    state = told()
    first = Part(number=1, start=0, end=2, length=10)
    parts = state.parts.set("human", Map({"m1": first, "m2": first}))
    state = after(replace(state, parts=parts), "human", c.MarkRead(("m1",)))
    assert list(state.parts["human"]) == ["m2"]
    assert "human" not in after(state, "human", c.MarkRead(("m2",))).parts


def test_a_person_marks_as_read_what_another_received_and_nobody_else_does() -> None:
    state = after(team(), "ann", send("m1", "ann", "all", talk("one")))
    assert "bob" not in after(state, "human", c.MarkRead(("m1",), reader="bob")).unread
    assert "human" in after(state, "human", c.MarkRead(("m1",), reader="bob")).unread
    with pytest.raises(UnknownActorError):
        events(state, "human", c.MarkRead(("m1",), reader="nobody"))
    with pytest.raises(NotAllowedError):
        events(state, "lead", c.MarkRead(("m1",), reader="bob"))


def test_nobody_marks_as_read_what_an_agent_reads_in_its_turns() -> None:
    state = after(team(), "ann", send("m1", "ann", "all", talk("one")))
    in_turn = after(state, "bob", reading(state, "bob"))
    with pytest.raises(NotAllowedError, match="messages to 'bob' as read"):
        events(in_turn, "human", c.MarkRead(("m1",), reader="bob"))
    has_read = replace(state, read_up_to=state.read_up_to.set("bob", 1))
    with pytest.raises(NotAllowedError):
        events(has_read, "human", c.MarkRead(("m1",), reader="bob"))


def test_nobody_marks_as_read_what_another_person_has_not_seen() -> None:
    state = after(team(), "human", c.Join("pat", human=True))
    state = after(state, "ann", send("m1", "ann", "all", talk("one")))
    with pytest.raises(NotAllowedError):
        events(state, "human", c.MarkRead(("m1",), reader="pat"))
    assert "pat" not in after(state, "pat", c.MarkRead(("m1",), reader="pat")).unread
