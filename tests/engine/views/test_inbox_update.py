"""An inbox that is brought up to date says the same as one that is made from nothing, whatever happened in between."""

from random import Random
from typing import Any

import pytest

from engine.deeds import some_deeds, states
from engine.factory import after, send, talk, team, time
from renkei.budget.context.view import UnreadMessage
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.engine.views.agent_context import group_index
from renkei.engine.views.agent_context import inbox as inboxes
from renkei.engine.views.agent_context.agent_view import context
from renkei.engine.views.agent_context.inbox import EMPTY, Inbox, inbox, updated
from renkei.engine.views.agent_context.news import news
from renkei.engine.views.waking.messages import waking_messages
from renkei.engine.views.waking.reasons import end_of_pause, wake_reason
from renkei.engine.views.waking.wakes import When, wakes
from thoroughness import thinned


def content(found: Inbox) -> tuple[Any, ...]:
    return found.messages, dict(found.references), set(found.dependent), set(found.ends)


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.engine.conversation.rows.RECENT_MESSAGES", 6)
    monkeypatch.setattr(inboxes, "LARGE", 0)
    inboxes._kept.clear()


@pytest.mark.parametrize("seed", thinned([*range(30)]))
def test_an_inbox_brought_up_to_date_says_what_a_new_one_says(seed: int) -> None:
    """The states are asked about in their order, and then in any, as by questions about the past."""
    found = states(some_deeds(seed))
    earlier = EMPTY
    for state in [*found, *Random(seed).choices(found, k=len(found))]:
        earlier = updated(earlier, state, "ann", "en")
        assert content(earlier) == content(updated(EMPTY, state, "ann", "en"))


@pytest.mark.parametrize("seed", thinned([*range(80, 100)]))
def test_an_inbox_says_what_comparing_every_message_says(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in states of the past, and in those of another project with the same name."""
    monkeypatch.setattr("renkei.engine.conversation.rows.RECENT_MESSAGES", 2)
    found = [*states(some_deeds(seed, 100)), *states(some_deeds(-seed, 100))]
    shared = 0
    for state in Random(seed).choices(found, k=60):
        rows: dict[str, UnreadMessage] = {}
        for agent in state.actors:
            quick = updated(EMPTY, state, agent, "en")
            with monkeypatch.context() as patched:
                patched.setattr(inboxes, "LARGE", 10**9)
                assert content(quick) == content(updated(EMPTY, state, agent, "en"))
            shared += sum(rows.get(name) is one for name, one in quick.rows.items())
            rows |= quick.rows
    assert shared > 5


@pytest.mark.parametrize("seed", thinned([*range(30, 40)]))
def test_a_context_and_what_wakes_do_not_depend_on_what_is_kept(seed: int) -> None:
    for state in states(some_deeds(seed)):
        answers = []
        for _ in range(2):
            built = context(state, "ann", budget=600), context(state, "ann", budget=600, locale="ja")
            answers.append((built, wake_reason(state, "ann", state.at), end_of_pause(state, "ann", state.at)))
            inboxes._kept.clear()
        assert answers[0] == answers[1]


@pytest.mark.parametrize("seed", thinned([*range(40, 80)]))
def test_the_messages_that_wake_are_those_of_the_whole_inbox(seed: int) -> None:
    """Also in states of the past, and in those of another project with the same name."""
    found = [*states(some_deeds(seed)), *states(some_deeds(-seed))]
    woken = 0
    for state in [*found, *Random(seed).choices(found, k=40)]:
        for agent in state.actors:
            expected = [
                (one, when)
                for one in updated(EMPTY, state, agent, "en").messages
                if (when := wakes_now(state, one)) != "next_turn"
            ]
            assert list(waking_messages(state, agent)) == expected
            woken += len(expected)
    assert woken > 100


def wakes_now(state: State, one: UnreadMessage) -> When:
    found = one.classify(state.delivery.rules)
    return wakes(one.message, one.signals.addressed, found.tier, found.reason)


def test_an_index_of_a_group_does_not_grow_with_what_everybody_has_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_index, "SPARE", 0)
    state = team(guarded=False)
    for number in range(10):
        state = after(state, "lead", send(f"m-{number}", "lead", "all", talk("hello")), seconds=number)
        assert wake_reason(state, "ann", time(number + 5)) is None
        for agent in ("ann", "bob", "eve", "human"):
            begin = c.BeginTurn(agent, f"t{number}", time(3600), state.seq, context(state, agent))
            state = after(state, agent, begin, c.EndTurn(agent, f"t{number}"), seconds=number)
    assert len(group_index._kept["team", "all"].messages) == 1


def test_a_message_of_another_project_with_the_same_id_is_another_message() -> None:
    one, other = (after(team(), "bob", send("m-1", "bob", "ann", talk(text))) for text in ("yes", "no"))
    found = updated(updated(EMPTY, one, "ann", "en"), other, "ann", "en")
    assert [row.message.payload.body for row in found.messages] == ["no"]


def test_only_large_inboxes_are_kept_and_only_some_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inboxes, "LARGE", 2)
    monkeypatch.setattr(inboxes, "KEPT", 2)
    state = after(team(), "lead", send("m-1", "lead", "all", talk("a")))
    inbox(state, "ann", "en")
    assert not inboxes._kept
    state = after(state, "lead", send("m-2", "lead", "all", talk("b")))
    for agent in ("ann", "bob", "eve", "bob"):
        inbox(state, agent, "en")
    assert [agent for _, agent, _ in inboxes._kept] == ["eve", "bob"]
    begin = c.BeginTurn("bob", "t", time(3600), state.seq, context(state, "bob"))
    state = after(state, "bob", begin, c.EndTurn("bob", "t"))
    inbox(state, "bob", "en")
    assert [agent for _, agent, _ in inboxes._kept] == ["eve"]


def test_news_leaves_what_is_kept_of_the_whole_inbox() -> None:
    state = after(team(), "lead", *(send(f"m-{one}", "lead", "ann", talk("a")) for one in range(3)))
    state = after(state, "ann", c.BeginTurn("ann", "t", time(3600), state.seq, context(state, "ann")))
    (before,) = inboxes._kept.values()
    state = after(state, "lead", send("m-4", "lead", "ann", talk("b")))
    shown = news(state, "ann")
    assert shown is not None
    assert [one.id for one in shown.given] == ["m-4"]
    assert list(inboxes._kept.values()) == [before]
