"""The limit of unread text: which sender is refused, when it may send again, and whom it does not concern."""

from typing import Any

import pytest
from immutables import Map

from engine.factory import after, decided, send, talk, team, who
from renkei.engine import commands as c
from renkei.engine.guards.unread_limit import MOST_UNREAD, size_of
from renkei.engine.state import State
from renkei.errors import BadValueError, UnreadLimitError

LARGE = "x" * (5 * 1024**2)
"""Three of it are within the limit of 16 MiB, four are not."""


def full(to: Any = "human", sender: str = "ann") -> State:
    """Return a state in which a sender can send nothing large any more."""
    state = team(guarded=False)
    for number in range(3):
        state = after(state, sender, send(f"m-{number}", sender, to, talk(LARGE)))
    return state


def test_the_limit_is_the_one_of_the_documentation() -> None:
    assert MOST_UNREAD == 16 * 1024 * 1024


@pytest.mark.parametrize(("to", "named"), [("human", "human"), ("all", "all"), (["bob", "human"], "human")])
def test_a_sender_is_refused_when_a_recipient_has_too_much_of_it_unread(to: Any, named: str) -> None:
    with pytest.raises(UnreadLimitError, match=rf"'{named}' has 157\d{{5}} bytes of 'ann' unread") as error:
        decided(full(), send("m-4", "ann", to, talk(LARGE)), who("ann"))
    assert error.value.details["limit"] == MOST_UNREAD
    assert error.value.details["size"] > len(LARGE)


def test_a_broadcast_counts_for_each_recipient() -> None:
    state = full("all")
    for to in ("eve", "human", "all"):
        with pytest.raises(UnreadLimitError):
            decided(state, send("m-4", "ann", to, talk(LARGE)), who("ann"))


def test_a_broadcast_counts_until_its_last_reader_has_read_it() -> None:
    state = full("all")
    for reader in ("human", "lead", "bob", "eve"):
        with pytest.raises(UnreadLimitError):
            decided(state, send("m-4", "ann", "all", talk(LARGE)), who("ann"))
        state = after(state, "human", c.MarkRead(("m-1",), reader=reader))
    assert decided(state, send("m-4", "ann", "all", talk(LARGE)), who("ann"))


def test_a_message_beyond_the_limit_is_refused_at_once() -> None:
    with pytest.raises(UnreadLimitError):
        decided(team(), send("m", "ann", "bob", talk("x" * MOST_UNREAD)), who("ann"))


def test_others_are_not_locked_out() -> None:
    state = full()
    for sender, to in (("bob", "human"), ("ann", "bob"), ("lead", "all")):
        assert decided(state, send("m-4", sender, to, talk(LARGE)), who(sender))
    assert decided(state, send("m-4", "ann", "human", talk("a short one")), who("ann"))


def test_people_have_no_limit() -> None:
    assert decided(full("bob", "human"), send("m-4", "human", "bob", talk(LARGE)), who("human"))


def test_a_sender_may_send_again_when_its_recipient_has_read() -> None:
    state = after(full(), "human", c.MarkRead(("m-1",)))
    (size,) = {one.size for one in state.unread_of("human")}
    assert state.unread.size("human", "ann") == 2 * size
    assert decided(state, send("m-4", "ann", "human", talk(LARGE)), who("ann"))
    assert after(state, "human", c.MarkRead(("m-0", "m-2"))).unread.sizes == Map()


def test_a_recipient_that_leaves_leaves_no_sum() -> None:
    assert after(full("bob"), "bob", c.Leave("bob")).unread.sizes == Map()


def test_the_size_of_a_message_is_that_of_its_json() -> None:
    (kept,) = after(team(), "ann", send("m", "ann", "bob", talk("ユ" * 100))).unread_of("bob")
    assert kept.size == size_of(kept.message) == len(kept.message.model_dump_json(by_alias=True).encode())


def test_a_message_that_json_cannot_hold_is_rejected_with_the_reason() -> None:
    with pytest.raises(
        BadValueError, match=r"a lone surrogate \(UnicodeEncodeError: .*position 1: surrogates not allowed"
    ):
        decided(team(), send("m-1", "ann", "bob", talk("x\ud800")), who("ann"))
