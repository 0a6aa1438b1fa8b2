"""A record changes the wake reasons of no one but those that it is said to concern."""

from itertools import pairwise

import pytest

from engine.deeds import ACTS, TURNS, history, some_deeds
from engine.factory import after, message, reading, settled, talk, team, terms
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.waking.concern import named_in, widest
from renkei.engine.views.waking.reasons import end_of_pause, wake_reason
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import later
from thoroughness import thinned


def concerned(before: State, record: Record, state: State) -> set[str]:
    """Return the participants that a record is said to concern."""
    others = {"named": (), "readers": before.unread, "everyone": {*before.actors, *state.actors}}
    return {*named_in(record, state), *others[widest([record])]}


def private(name: str, to: str) -> AnyMessage:
    return message(name, "lead", to, talk("hello"))


def reasons(state: State, agent: str, at: str) -> list[str | None]:
    return [ask(state, agent, at, pause) for ask in (wake_reason, end_of_pause) for pause in (0.0, 1.0, 60.0)]


@pytest.mark.parametrize("seed", thinned([*range(60)]))
def test_a_record_changes_no_reason_of_an_agent_that_it_does_not_concern(seed: int) -> None:
    compared = 0
    steps = [*history(some_deeds(seed, 100, (*ACTS, *TURNS, *TURNS, *TURNS)))]
    for (_, before), (record, state) in pairwise(steps):
        assert record is not None
        for agent in {*before.actors, *state.actors} - concerned(before, record, state):
            compared += 1
            assert (agent in state.unread) == (agent in before.unread)
            for at in (state.at, later(state.at, 90_000_000)):
                assert reasons(state, agent, at) == reasons(before, agent, at), (agent, record)
    assert compared > 10


def test_turns_and_messages_concern_no_one_who_has_read_everything() -> None:
    """The reason for looking at a few agents however many wait: see `project/coroutines/waiting.py`."""
    state = team(guarded=False)
    record, sent = settled(state, "lead", c.Send(private("m-1", "ann")))
    assert concerned(state, record, sent) == {"lead", "ann"}
    record, began = settled(sent, "ann", reading(sent, "ann"))
    assert concerned(sent, record, began) == {"ann"}
    record, ended = settled(began, "ann", c.EndTurn("ann", "t-1"))
    assert concerned(began, record, ended) == {"ann"}
    record, written = settled(ended, "ann", Write("/agents/ann/status", "working"), seconds=1)
    assert concerned(ended, record, written) == {"ann"}
    record, blocked = settled(written, "lead", Write("/agents/ann/status", "blocked"), seconds=2)
    assert concerned(written, record, blocked) == {"lead", "ann"}


def test_records_concern_whom_the_widest_of_them_does() -> None:
    state = team()
    sending, sent = settled(state, "lead", c.Send(private("m-1", "ann")))
    turn, _ = settled(sent, "ann", reading(sent, "ann"))
    contract, _ = settled(state, "lead", c.OpenContract(terms("TC-1")))
    assert (widest([]), widest([turn]), widest([sending, turn])) == ("named", "named", "readers")
    assert widest([turn, contract, sending]) == "everyone"
    assert (widest([], "readers"), widest([sending], "everyone")) == ("readers", "everyone")


def test_work_for_a_role_concerns_everyone() -> None:
    state = team()
    record, opened = settled(state, "lead", c.OpenContract(terms("TC-1")))
    assert concerned(state, record, opened) >= set(opened.actors)


def test_a_message_concerns_others_that_have_unread_messages() -> None:
    """The newest messages of the team decide how relevant those are."""
    state = after(team(), "lead", c.Send(private("m-1", "bob")))
    record, sent = settled(state, "lead", c.Send(private("m-2", "ann")), seconds=1)
    assert concerned(state, record, sent) == {"lead", "ann", "bob"}
