"""What a long history costs: opening a project, building a context, searching, beside replaying all of it."""

import shutil
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from measure import Row, beside, microseconds

import renkei
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context, view
from renkei.protocol.primitives import later
from renkei.store.search_index import SearchIndex

RECORDS = 100_000
WORDS = ["schema", "login", "token", "port", "認証", "実装", "テスト", "設計", "cache", "index"]


def history(project: renkei.Project, count: int) -> None:
    """Give a project a past: messages that were read, and changes of the board."""
    state, batch = project.state, []
    say = renkei.KnowledgeShare(topic="t", content="", relevance_to_recipients="", actionable=False)
    while (number := state.seq) < count:
        at = later(state.at, 1000)
        if number % 200 == 0:
            state, batch = _read_all(project, state, batch)
            continue
        if number % 2:
            words = f"{WORDS[number % 10]} {WORDS[number // 10 % 10]} number {number}"
            payload = say.model_copy(update={"content": words})
            letters = [project.message("ann", payload, "bob", id=f"m{number}-{one}") for one in (1, 2)]
            parts: tuple[c.Action, ...] = tuple(c.Send(letter) for letter in letters)
        else:
            parts = (Write("/goal", f"goal {number}"),)
        record, state = settle_on(state, c.Command(f"c{number}", at, "ann" if number % 2 else "human", parts))
        batch.append(record)
        if len(batch) >= 500:
            project.log.append(batch)
            batch = []
    if batch:
        project.log.append(batch)


def _read_all(project: renkei.Project, state: State, batch: list[Record]) -> tuple[State, list[Record]]:
    """Let bob read what he has not: a turn, as two records."""
    until, name = later(state.at, 10_000_000), f"t{state.seq}"
    begin = c.BeginTurn("bob", name, until, state.seq, context(state, "bob", budget=100_000))
    for step, part in enumerate((begin, c.EndTurn("bob", name))):
        record, state = settle_on(state, c.Command(f"{name}-{step}", later(state.at, 1000), "bob", (part,)))
        batch.append(record)
    return state, batch


READERS = {"ann": "nothing unread", "bob": "unread messages"}
"""The agents that read. ann has no unread messages; bob has the same number of them at each size."""


def growth(small: State, others: dict[str, State]) -> Iterator[Row]:
    """Measure a context at each size in turn with one at 1 k; every state is replayed and warm before."""
    for agent, unread in READERS.items():
        waiting = {len(view(state, agent).unread) for state in (small, *others.values())}
        assert len(waiting) == 1, f"{agent} has not the same to read at each size: {waiting}"
        for size, state in others.items():
            build, build_small = partial(context, state, agent), partial(context, small, agent)
            build()
            build_small()
            mine, limit = beside(build, build_small, 30)
            yield Row(f"context at {size} records, {unread}", mine, limit, "at 1 k", "≤ 1.3 ×", limit * 1.3)


def processor_time(action: Callable[[], object]) -> float:
    """Time an action in microseconds of the processor: it takes seconds, in which others run too."""
    begin = time.process_time()
    action()
    return (time.process_time() - begin) * 1e6


def opening_without_snapshot(place: Path) -> Iterator[Row]:
    """Measure opening when nothing is stored beside the log, as once after an upgrade that changes the state."""

    def read() -> None:
        with renkei.open(place, read_only=True) as project:
            deque(project.records(), maxlen=0)

    def replay() -> None:
        with renkei.open(place, read_only=True) as project:
            project.state  # noqa: B018

    (place / "snapshot.jsonl").unlink()
    lost = processor_time(replay)
    shutil.rmtree(place / "states")
    reading, replaying = processor_time(read), processor_time(replay)
    yield Row("open 100 k records, snapshot lost", lost, replaying, "replaying them", "≤ 0.2 s", 2e5)
    yield Row("open 100 k records, no state stored", replaying, reading, "reading them", "≤ 2 s", 2e6)


def past_state(project: renkei.Project) -> Row:
    """Measure the slowest of several past states, each as far as can be from the stored one before it."""
    first = processor_time(lambda: project.state_at(RECORDS - 2))
    slowest = max(processor_time(partial(project.state_at, seq)) for seq in range(999, RECORDS - 2, 20_000))
    return Row("the state at any of 100 k records", slowest, first, "the first time", "≤ 0.1 s", 1e5)


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        project = renkei.create(Path(place) / "p", goal="a goal", members=[c.Join("ann"), c.Join("bob")], guarded=False)
        history(project, 1000)
        small = project.state
        history(project, 10_000)
        middle = project.state
        taken = [microseconds(lambda: context(middle, "bob"), 1) for _ in range(100)]
        yield Row("context at 10 k records (p95)", statistics.quantiles(taken, n=20)[18], 5e4, "50 ms", "≤ 50 ms", 5e4)
        history(project, RECORDS)
        begin = time.perf_counter()
        large = project.state  # reading it replays what is new
        replaying = (time.perf_counter() - begin) * 1e6
        yield from growth(small, {"10 k": middle, "100 k": large})
        project.close()
        begin = time.perf_counter()
        again = renkei.open(Path(place) / "p")
        again.state  # noqa: B018
        opening = (time.perf_counter() - begin) * 1e6
        yield Row("open a project of 100 k records", opening, replaying, "replaying it", "≤ 0.2 s", 2e5)
        again.close()
        yield from opening_without_snapshot(Path(place) / "p")
        again = renkei.open(Path(place) / "p")
        yield past_state(again)
        index = SearchIndex(Path(place) / "p" / "search.db", again.log)
        index.find("実装")
        one = microseconds(lambda: index.find("認証 実装"), 20)
        yield Row("search 100 k messages, Japanese", one, 5e4, "50 ms", "≤ 50 ms", 5e4)
        again.close()
