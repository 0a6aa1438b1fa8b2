"""A whole turn in a project of 100 agents with history, beside the two durable appends that it cannot do without."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from append import WARM, record
from measure import Row, beside

import renkei
from renkei.log.sqlite import SqliteLog

AGENTS = 100
HISTORY = 1000


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        project = renkei.create(Path(place) / "project", goal="a goal")
        for number in range(AGENTS):
            project.join(f"agent-{number}")
        for number in range(HISTORY // 3):
            turn(project, number)
        bare = SqliteLog(Path(place) / "bare.db")
        count = seq = 0

        def one() -> None:
            nonlocal count
            count += 1
            turn(project, count)

        def two_appends() -> None:
            nonlocal seq
            for _ in range(2):
                seq += 1
                bare.append([record(seq)])

        for _ in range(WARM // 2):
            two_appends()
        ours, limit = beside(one, two_appends, 10, rounds=21)
        yield Row("whole turn, 100 agents", ours, limit, "two appends", "≤ 2.5 ×", limit * 2.5)
        project.close()
        bare.close()


def turn(project: renkei.Project, number: int, agents: int = AGENTS) -> None:
    """Let the next of the agents take a turn and write to the one after it."""
    take(project, f"agent-{number % agents}", f"agent-{(number + 1) % agents}", number)


def take(project: renkei.Project, agent: str, neighbour: str, number: int) -> None:
    """Take a turn: read, three messages, four board writes."""
    with project.turn(agent) as one:
        for topic in ("a", "b", "c"):
            news = renkei.KnowledgeShare(
                topic=topic,
                content=f"the port of {topic}{number} is {8000 + number}",
                relevance_to_recipients="you call it",
                actionable=False,
            )
            one.send(news, to=neighbour, context_summary="settled")
        one.set("status", "working", current_task=f"T-{number}", blocked_by=None)
        one.artifact(f"file-{number % 7}", path="src/a.py", description="next version")
