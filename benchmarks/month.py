"""A month of a thousand agents: what a day's work costs on the last day beside the second; `DAYS` names another length.

Each agent takes two turns a day, writes to its team, and every fifth time to a single agent. The lead of each team
writes to everybody once a day. Some agents never take a turn, so what they have not read grows. The clock is the
project's; turns and records are real. The second day is the first on which everybody has something to read.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from measure import Row, mebibytes

import renkei
from renkei.engine import commands as c
from renkei.engine.views.waking.reasons import wake_reason

DAYS = int(os.environ.get("DAYS", "30"))
TEAMS, IN_TEAM = 50, 20
ABSENT_EVERY = 20
"""One of so many agents never takes a turn."""

ROUNDS = 5


@dataclass
class Day:
    """What a day has cost: microseconds of a turn, and bytes that the log grew."""

    turns: list[float]
    written: int


@dataclass(frozen=True)
class Look:
    """What looking at the project costs in the evening: microseconds, and MiB of the process."""

    opened: float
    waking: float
    memory: float


class Month:
    """A project of a thousand agents, and its clock."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.now = datetime(2026, 3, 2, 9, tzinfo=UTC)
        teams = [f"team-{n}" for n in range(TEAMS)]
        self.agents = [f"agent-{n}" for n in range(TEAMS * IN_TEAM)]
        joins = [c.Join(name, lead=n < TEAMS) for n, name in enumerate(self.agents)]
        self.project = renkei.create(place, goal="a month", members=joins, now=self.clock)
        groups = (c.SetGroup(name, tuple(self.agents[n::TEAMS])) for n, name in enumerate(teams))
        self.project.do(*groups, c.SetQuota(), actor="human")

    def clock(self) -> str:
        """Return the time of the project."""
        return self.now.isoformat(timespec="microseconds").replace("+00:00", "Z")

    def work(self, day: int) -> Day:
        """Let everybody work for a day."""
        before, taken = self.size(), list[float]()
        for half in range(2):
            for number, agent in enumerate(self.agents):
                if number % ABSENT_EVERY == ABSENT_EVERY - 1:
                    continue
                self.now += timedelta(seconds=14)
                start = time.perf_counter()
                self.turn(number, agent, 2 * day + half)
                taken.append((time.perf_counter() - start) * 1e6)
        self.now += timedelta(days=1) - timedelta(seconds=14) * len(taken)
        return Day(taken, self.size() - before)

    def turn(self, number: int, agent: str, half: int) -> None:
        """Let an agent read, and write to its team, to an agent, or to everybody."""
        lead = number < TEAMS
        to = "all" if lead and half % 2 == 0 else f"team-{number % TEAMS}"
        if not lead and (number + half) % 5 == 0:
            to = self.agents[(number * 7 + half) % len(self.agents)]
        news = renkei.KnowledgeShare(
            topic=f"part {half % 97} of {agent}",
            content=f"the port of part {half} is {8000 + number}, see src/{agent}/part{half % 97}.py",
            relevance_to_recipients="you may call it",
            actionable=False,
        )
        with self.project.turn(agent) as one:
            one.set(status="working", current_task=f"T-{half}")
            one.send(news, to=to, context_summary="a port is settled")

    def size(self) -> int:
        """Return the bytes on disk."""
        return sum(one.stat().st_size for one in self.place.rglob("*") if one.is_file())

    def look(self) -> Look:
        """Open the project as every command does, and ask what wakes each agent, as a watcher of it does."""
        self.project.flush()
        opened, waking = [], []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            with renkei.open(self.place, read_only=True) as other:
                state = other.state
                opened.append((time.perf_counter() - start) * 1e6)
                start = time.perf_counter()
                for one in state.actors:
                    wake_reason(state, one, state.at)
                waking.append((time.perf_counter() - start) * 1e6)
        return Look(statistics.median(opened), statistics.median(waking), mebibytes())


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        month = Month(Path(place) / "p")
        month.work(0)
        second, early = month.work(1), month.look()
        for day in range(2, DAYS - 1):
            month.work(day)
        last, late = month.work(DAYS - 1), month.look()
        records = month.project.state.seq
        month.project.close()
    name = f"day {DAYS} of 1,000 agents"
    turns = [statistics.median(day.turns) for day in (last, second)]
    longest = [sorted(day.turns)[-len(day.turns) // 100] for day in (last, second)]
    yield Row(f"turn on {name}", *turns, "on day 2", "≤ 1.3 ×", turns[1] * 1.3)
    yield Row(f"turn on {name}, p99", *longest, "on day 2", "≤ 1.5 ×", longest[1] * 1.5)
    yield Row(f"open on {name}, {records:,} records", late.opened, early.opened, "on day 2", "≤ 0.2 s", 2e5)
    yield Row(f"what wakes each on {name}", late.waking, early.waking, "on day 2", "≤ 0.5 s", 5e5)
    yield Row(f"memory on {name}", late.memory, early.memory, "on day 2", "≤ 1.5 ×", early.memory * 1.5, "MiB")
    written = [day.written / len(day.turns) for day in (last, second)]
    yield Row(f"disk per turn on {name}", *written, "on day 2", "≤ 1.2 ×", written[1] * 1.2, "bytes")
