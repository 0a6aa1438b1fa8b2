"""What a long history costs: opening a project, building a context, searching, beside replaying all of it."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from measure import Row, microseconds

import renkei
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.engine.views.agent_view import context
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
        if len(batch) >= 1000:
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


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        project = renkei.create(Path(place) / "p", goal="a goal", members=[c.Join("ann"), c.Join("bob")], guarded=False)
        history(project, 1000)
        small = microseconds(lambda: context(project.state, "ann"), 50)
        history(project, 10_000)
        p95 = statistics.quantiles((microseconds(lambda: context(project.state, "bob"), 1) for _ in range(100)), n=20)[
            18
        ]
        yield Row("context at 10 k records (p95)", p95, 5e4, "50 ms", "≤ 50 ms", 5e4)
        history(project, RECORDS)
        begin = time.perf_counter()
        project.state  # noqa: B018 – reading it replays what is new
        replaying = (time.perf_counter() - begin) * 1e6
        large = microseconds(lambda: context(project.state, "ann"), 50)
        yield Row("context at 100 k records", large, small, "at 1 k", "≤ 1.3 ×", small * 1.3)
        project.close()
        begin = time.perf_counter()
        again = renkei.open(Path(place) / "p")
        again.state  # noqa: B018
        opening = (time.perf_counter() - begin) * 1e6
        yield Row("open a project of 100 k records", opening, replaying, "replaying it", "≤ 0.2 s", 2e5)
        index = SearchIndex(Path(place) / "p" / "search.db", again.log)
        index.find("実装")
        one = microseconds(lambda: index.find("認証 実装"), 20)
        yield Row("search 100 k messages, Japanese", one, 5e4, "50 ms", "≤ 50 ms", 5e4)
        again.close()
