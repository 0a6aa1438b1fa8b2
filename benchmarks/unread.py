"""What many unread messages cost their reader: a context, and the question whether anything wakes it."""

from collections.abc import Callable, Iterator
from functools import partial, reduce
from time import process_time

from measure import Row

import renkei
from renkei.engine import commands as c
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.engine.views.waking.reasons import wake_reason
from renkei.project.turns.building import context
from renkei.protocol.messages import AnyMessage, make_message
from renkei.protocol.primitives import later

SIZES = (10, 100, 1_000, 10_000)
LEFT = 1_000
"""Questions, of which a context shows a few."""
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
    yield Row(f"first context with {SIZES[-1]:,} unread", first, median(built), "a later one", "≤ 25 ms", 25e3)
    yield records_of_a_turn()


def asked(state: State, number: int) -> State:
    """Return the state after a question to bob that is too long for a context with many others."""
    at = later(state.at, 1000)
    payload = renkei.Freeform(intent_hint="ASK", body="a b c d " * 50, requires_response=True, urgency="low")
    header = {"id": f"q{number}", "from": "ann", "to": "bob", "priority": "normal", "context_summary": ""}
    question = make_message(header | {"timestamp": at, "type": "FREEFORM", "payload": payload})
    return settle_on(state, c.Command(f"q{number}", at, "ann", (c.Send(question),)))[1]


def with_questions(count: int) -> State:
    """Return a project in which bob has unread questions."""
    return reduce(asked, range(count), team())


def after_turn(state: State) -> tuple[int, State]:
    """Return how many bytes the records of bob's turn have, and the state after it."""
    begin = c.BeginTurn("bob", f"t{state.seq}", later(state.at, 10**9), state.seq, context(state, "bob"))
    written = 0
    for part in (begin, c.EndTurn("bob", begin.turn)):
        record, state = settle_on(state, c.Command(f"c{state.seq}", later(state.at, 1000), "bob", (part,)))
        written += len(record.encode())
    return written, state


def records_of_a_turn() -> Row:
    """Measure the records of a turn that again leaves messages unread, beside one with as many shown and none left."""
    state = with_questions(LEFT)
    _, state = after_turn(state)
    waiting = len(state.unread["bob"])
    left, state = after_turn(state)
    shown = waiting - len(state.unread["bob"])
    none, state = after_turn(with_questions(shown))
    assert "bob" not in state.unread
    name = f"records of a turn that leaves {waiting - shown:,} unread"
    return Row(name, left, none, "none unread", "≤ 1.2 ×", none * 1.2, "bytes")
