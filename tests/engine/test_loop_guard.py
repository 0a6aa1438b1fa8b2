"""The guard counts what repeats and what goes back and forth, and nothing else."""

import pytest

from engine.factory import after, applied, events, kinds, message, send, talk, team, terms
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.events import ActorSuspended
from renkei.engine.guards.loop_guard import alike, exchange_after, watch
from renkei.engine.state import PingPong, State
from renkei.protocol.payloads import DecisionRequest, KnowledgeShare

LONGEST_EXCHANGE = 16
TEN = "one two three four five six seven eight nine ten"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("build the api", "build the api", True),
        ("Build the API!", "build, the api", True),
        ("step 3 of 9", "step 4 of 9", False),
        (f"{TEN} TC-7", f"{TEN} TC-8", False),
        (f"{TEN} TC-7", f"{TEN} TC-7 again", True),
        (TEN, TEN.replace("ten", "eleven"), False),
        (f"{TEN} {TEN.upper()} a b c d e f g", f"{TEN} a b c d e f g h", True),
        ("", "", True),
        ("", "!", False),
        ("build", "paint", False),
    ],
)
def test_texts_are_alike_with_the_same_numbers_and_nearly_the_same_words(one: str, other: str, same: bool) -> None:
    assert alike(one, other) is same
    assert alike(other, one) is same


def chat(state: State, count: int, names: tuple[str, str] = ("ann", "bob"), start: int = 0) -> State:
    for n in range(start, start + count):
        sender, partner = names[n % 2], names[1 - n % 2]
        state = after(state, sender, send(f"m{n}", sender, partner, talk(f"thought {n}")))
    return state


def test_an_exchange_counts_the_messages_between_the_same_two() -> None:
    state = chat(team(), 3)
    assert state.ping_pong["ann"] == PingPong("bob", 3)
    assert state.ping_pong["bob"] == PingPong("ann", 2)
    assert exchange_after(state, message("next", "bob", "ann", talk("x")), ("ann",)) == 4
    assert exchange_after(state, message("next", "eve", "ann", talk("x")), ("ann",)) == 1


@pytest.mark.parametrize(
    ("sender", "recipients", "payload"),
    [
        ("ann", ("bob", "eve"), talk("to two")),
        ("ann", ("human",), talk("to a human")),
        ("ann", ("renkei",), talk("to the system")),
        ("renkei", ("ann",), talk("by the system")),
        ("ann", ("bob",), DecisionRequest(decision_id="D-1", question="port?")),
    ],
)
def test_a_message_is_no_part_of_an_exchange(sender: str, recipients: tuple[str, ...], payload: object) -> None:
    state = chat(team(), 2)
    assert exchange_after(state, message("m", sender, list(recipients), payload), recipients) == 0


def test_knowledge_that_is_shared_is_part_of_an_exchange() -> None:
    share = KnowledgeShare(topic="t", content="c", relevance_to_recipients="", actionable=False)
    assert exchange_after(chat(team(), 1), message("m", "bob", "ann", share), ("ann",)) == 2


def test_the_longest_exchange_suspends_both_and_notifies_the_human() -> None:
    state = chat(team(), LONGEST_EXCHANGE - 1)
    assert dict(state.suspended) == {}
    state = chat(state, 1, start=LONGEST_EXCHANGE - 1)
    assert dict(state.suspended) == {"ann": "ping_pong", "bob": "ping_pong"}
    assert [kept.message.payload.topic for kept in state.unread_of("human")] == ["ping_pong_report", "ping_pong"]


def test_talk_that_goes_round_among_three_is_no_exchange() -> None:
    state, ring = team(), ("ann", "bob", "eve")
    for n in range(2 * LONGEST_EXCHANGE):
        sender, receiver = ring[n % 3], ring[(n + 1) % 3]
        state = after(state, sender, send(f"m{n}", sender, receiver, talk(f"thought {n}")))
    assert dict(state.suspended) == {}
    assert {one.count for one in state.ping_pong.values()} == {1}


def test_progress_on_the_board_or_on_a_contract_ends_an_exchange() -> None:
    state = chat(team(), 4)
    assert "ann" not in after(state, "ann", Write("/agents/ann/status", "working")).ping_pong
    state = after(state, "lead", c.OpenContract(terms("TC-1")))
    state = after(state, "bob", c.ClaimContract("TC-1"))
    assert "bob" not in state.ping_pong
    assert "ann" in state.ping_pong


def test_a_message_that_is_no_part_of_an_exchange_ends_it() -> None:
    state = chat(team(), 3)
    state = after(state, "ann", send("all", "ann", "all", talk("news for everybody")))
    assert "ann" not in state.ping_pong
    assert "bob" in state.ping_pong


def test_a_sender_that_repeats_itself_is_warned_then_reported_then_suspended() -> None:
    state = team()
    for n in range(5):
        assert dict(state.suspended) == {}
        state = after(state, "ann", send(f"m{n}", "ann", "bob", talk("please look at the api")))
    assert dict(state.suspended) == {"ann": "repetition"}
    assert [kept.message.payload.topic for kept in state.unread_of("ann")] == ["repetition_warn"]
    assert [kept.message.payload.topic for kept in state.unread_of("human")] == ["repetition_report", "repetition"]


@pytest.mark.parametrize(
    ("receivers", "bodies"),
    [
        (("bob", "eve", "bob"), ("look at the api",) * 3),
        (("bob",) * 3, ("look at the api", "paint the wall", "look at the api")),
        (("bob",) * 3, ("step 1 of 3", "step 2 of 3", "step 3 of 3")),
    ],
    ids=["other receivers", "something else between", "other numbers"],
)
def test_messages_that_differ_are_no_repetition(receivers: tuple[str, ...], bodies: tuple[str, ...]) -> None:
    state = team()
    for n, (to, body) in enumerate(zip(receivers, bodies, strict=True)):
        state = after(state, "ann", send(f"m{n}", "ann", to, talk(body)))
    assert dict(state.suspended) == {}


def test_nobody_is_suspended_in_a_project_without_a_guard_nor_is_a_human() -> None:
    unguarded, guarded = team(guarded=False), team()
    for n in range(6):
        unguarded = after(unguarded, "ann", send(f"m{n}", "ann", "bob", talk("the same")))
        guarded = after(guarded, "human", send(f"m{n}", "human", "bob", talk("the same")))
    assert dict(unguarded.suspended) == dict(guarded.suspended) == {}


def test_of_two_in_an_exchange_only_who_is_not_suspended_yet_is_suspended_again() -> None:
    state = applied(chat(team(), LONGEST_EXCHANGE - 1), ActorSuspended(actor="ann", why="repetition"))
    last = events(state, "bob", send("last", "bob", "ann", talk("the last word")))
    assert [event.actor for event in last if isinstance(event, ActorSuspended)] == ["bob"]
    both = applied(state, ActorSuspended(actor="bob", why="repetition"))
    assert list(watch(applied(both, last[0]), last[0])) == []


def test_resuming_one_clears_the_exchange_of_both_and_what_it_repeated() -> None:
    state = chat(team(), LONGEST_EXCHANGE)
    resumed = after(state, "lead", c.ResumeActor("ann"))
    assert dict(resumed.ping_pong) == {}
    assert "ann" not in resumed.recent_by_agent
    assert dict(resumed.suspended) == {"bob": "ping_pong"}
    assert "bob" in resumed.recent_by_agent


def test_suspending_and_resuming_change_nothing_the_second_time() -> None:
    state = after(team(), "human", c.SuspendActor("ann", "repetition"))
    assert events(state, "human", c.SuspendActor("ann", "again")) == ()
    assert events(state, "human", c.ResumeActor("bob")) == ()
    assert kinds(events(state, "human", c.ResumeActor("ann"))) == ["actor_resumed"]
