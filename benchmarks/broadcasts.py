"""What a message to everybody costs in a large team, and a project in which nobody has read a thousand of them."""

from collections.abc import Iterator
from functools import partial

from measure import Row, beside

import renkei
from renkei.engine import commands as c
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.engine.views.waking.reasons import wake_reason
from renkei.protocol.messages import make_message
from renkei.protocol.primitives import later
from renkei.store.state_codec import dump_state, load_state

SMALL, LARGE = 10, 1_000
"""Agents of the two teams."""

UNREAD = 1_000
"""Messages that no agent has read."""

TIMES = 50


def team(agents: int) -> State:
    """Return a project of some agents."""
    joins = [c.Join(f"a{number}") for number in range(agents)]
    create = c.CreateProject("team", "a goal", "build", (), guarded=False)
    return settle_on(State(), c.Command("c0", later(State().at, 1), "human", (create, *joins)))[1]


def send(state: State, number: int, to: str) -> State:
    """Return the state after one more message of an agent."""
    at = later(state.at, 1000)
    payload = renkei.KnowledgeShare(topic="t", content=f"n {number}", relevance_to_recipients="", actionable=False)
    header = {"id": f"m{number}", "from": "a0", "to": to, "priority": "normal", "context_summary": "", "timestamp": at}
    message = make_message(header | {"type": "KNOWLEDGE_SHARE", "payload": payload})
    return settle_on(state, c.Command(f"c{number + 1}", at, "a0", (c.Send(message),)))[1]


def unread(agents: int) -> State:
    """Return a project in which no agent has read the messages to all."""
    state = team(agents)
    for number in range(UNREAD):
        state = send(state, number, "all")
    return state


def woken(state: State) -> list[str | None]:
    """Return the reason to wake each agent."""
    return [wake_reason(state, one, state.at) for one in state.actors]


def rows() -> Iterator[Row]:
    """Measure time in µs, and the size of states in KiB."""
    small, large = unread(SMALL), unread(LARGE)
    everybody, one = beside(partial(send, large, UNREAD, "all"), partial(send, large, UNREAD, "a1"), TIMES)
    yield Row(f"settle a message to {LARGE:,} agents", everybody, one, "to one of them", "≤ 1.5 ×", one * 1.5)
    name = f"{LARGE:,} agents with {UNREAD:,} unread"
    reasons, without = beside(partial(woken, large), partial(woken, team(LARGE)), 1)
    yield Row(f"what wakes each of {name}", reasons, without, "none unread", "≤ 300 ms", 300e3)
    ours, limit = dump_state(large), dump_state(small)
    read, read_small = beside(partial(load_state, ours), partial(load_state, limit), 1)
    yield Row(f"read the state of {name}", read, read_small, f"of {SMALL}", "≤ 200 ms", 200e3)
    empty = len(dump_state(team(LARGE))) + len(limit) - len(dump_state(team(SMALL)))
    yield Row(
        f"state of {name}", len(ours) / 1024, empty / 1024, "agents + messages", "≤ 1.2 ×", empty * 1.2 / 1024, "KiB"
    )
