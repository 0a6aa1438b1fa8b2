"""A whole turn in a project with history, beside the two durable appends that it needs, and by team size."""

import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

from append import WARM, record
from measure import Row, beside

import renkei
from renkei.log.sqlite import SqliteLog

AGENTS, MANY = 100, 1000
HISTORY = 1000


def rows() -> Iterator[Row]:
    """Measure."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        bare = SqliteLog(Path(place) / "bare.db")
        seq = 0

        def two_appends() -> None:
            nonlocal seq
            for _ in range(2):
                seq += 1
                bare.append([record(seq)])

        for _ in range(WARM // 2):
            two_appends()
        few, many = turns(Path(place) / "few", AGENTS), turns(Path(place) / "many", MANY)
        ours, limit = beside(lambda: next(few), two_appends, 10, rounds=21)
        yield Row(f"whole turn, {AGENTS} agents", ours, limit, "two appends", "≤ 3 ×", limit * 3)
        ours, limit = beside(lambda: next(many), lambda: next(few), 10, rounds=21)
        yield Row(f"whole turn, {MANY:,} agents", ours, limit, f"with {AGENTS} agents", "≤ 1.3 ×", limit * 1.3)
        few.close()
        many.close()
        bare.close()


def turns(place: Path, agents: int) -> Generator[None, None, None]:
    """Take turns in a project with history in which every agent has had one, as long as somebody asks for the next."""
    project = renkei.create(place, goal="a goal")
    for number in range(agents):
        project.join(f"agent-{number}")
    taken = 0
    try:
        while True:
            turn(project, taken, agents)
            taken += 1
            if taken >= max(HISTORY // 3, agents):
                yield
    finally:
        project.close()


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
        one.set(status="working", current_task=f"T-{number}", blocked_by=None)
        one.artifact(f"file-{number % 7}", path="src/a.py", description="next version")
