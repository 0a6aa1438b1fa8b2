"""What many unread messages cost their reader: a context, and the question whether anything wakes it."""

from collections.abc import Callable, Iterator
from functools import partial
from time import process_time

from measure import Row

import renkei
from renkei.engine import commands as c
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context
from renkei.engine.views.waking.reasons import wake_reason
from renkei.protocol.messages import AnyMessage, make_message
from renkei.protocol.primitives import later

SIZES = (10, 100, 1_000, 10_000)
WORDS = ("schema", "login", "token", "port", "認証", "実装", "テスト", "設計", "cache", "index")
ROUNDS = 15


def team() -> State:
    """Return a project of two agents."""
    return settle_on(
        State(),
        c.Command(
            "c0",
            later(State().at, 1),
            "human",
            (c.CreateProject("team", "a goal", "build", (), guarded=False), c.Join("ann"), c.Join("bob")),
        ),
    )[1]


def message(number: int, at: str) -> AnyMessage:
    """Return a message to everybody that neither asks for anything nor touches anybody's work."""
    words = f"{WORDS[number % 10]} {WORDS[number // 10 % 10]} number {number}"
    payload = renkei.KnowledgeShare(topic="t", content=words, relevance_to_recipients="", actionable=False)
    header = {"id": f"m{number}", "from": "ann", "to": "all", "priority": "normal", "context_summary": ""}
    return make_message(header | {"timestamp": at, "type": "KNOWLEDGE_SHARE", "payload": payload})


def sent(state: State, number: int) -> State:
    """Return the state after one more message."""
    at = later(state.at, 1000)
    return settle_on(state, c.Command(f"c{number + 1}", at, "ann", (c.Send(message(number, at)),)))[1]


def cpu(action: Callable[[], object]) -> float:
    """Return the microseconds of CPU time that an action takes: nothing in it waits, and goals are not ratios here."""
    start = process_time()
    action()
    return (process_time() - start) * 1e6


def median(times: list[float]) -> float:
    """Return the median."""
    return sorted(times)[len(times) // 2]


def rows() -> Iterator[Row]:
    """Measure CPU time, each time after one more message has come."""
    state, number = team(), 0
    for size in SIZES:
        while number < size:
            state, number = sent(state, number), number + 1
        first = cpu(partial(context, state, "bob"))
        built, asked, again = [], [], []
        for _ in range(ROUNDS):
            state, number = sent(state, number), number + 1
            built.append(cpu(partial(context, state, "bob")))
            state, number = sent(state, number), number + 1
            asked.append(cpu(partial(wake_reason, state, "bob", state.at)))
            again.append(cpu(partial(wake_reason, state, "bob", state.at)))
        yield Row(f"context with {size:,} unread", median(built), first, "the first", "≤ 25 ms", 25e3)
        yield Row(f"what wakes, with {size:,} unread", median(again), median(asked), "after a message", "≤ 1 ms", 1e3)
