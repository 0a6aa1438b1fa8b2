"""Projects in which one thing has a size: what the curves are measured on.

Each is written through the log, many records in one commit, and says what is timed on it: a whole turn, a context.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

from history import history
from memory import steps
from rules import rule
from turns import take

import renkei
from renkei.engine import commands as c
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context
from renkei.engine.views.waking.reasons import wake_reason
from renkei.protocol.primitives import later

TEAM = 10
"""Agents of a project in which the number of agents is not what varies."""

READERS = 16
"""Agents that have the same to read: a turn reads it, so each is timed once."""

AT_ONCE = 50
"""Messages in one record."""

CROWDED = 1_000
"""Messages that no agent of a large team has read."""

READ_EVERY = 500
"""Contracts after which everybody reads what there is."""

Step = tuple[str, tuple[c.Action, ...]]
"""Who does something, and what; nothing is a turn in which it reads what there is."""


@dataclass(frozen=True)
class Sized:
    """A project, and what is timed on it by the name of its line."""

    project: renkei.Project
    lines: dict[str, Callable[[], object]]


def agents(place: Path, size: int) -> Sized:
    """A team of this many, each of whom writes to the next."""
    return _team(place, [c.Join(f"agent-{n}") for n in range(size)])


def rules(place: Path, size: int) -> Sized:
    """Rules that all evaluate a condition when an agent becomes `working`."""
    return _team(place, [c.Join(f"agent-{n}") for n in range(TEAM)], rules=[rule(10 * n) for n in range(1, size + 1)])


def past(place: Path, size: int) -> Sized:
    """Records behind it, nearly all of which were read."""
    project = renkei.create(place, goal="a goal", members=[c.Join("ann"), c.Join("bob")], guarded=False)
    history(project, size)
    numbers = count()
    whole = {"whole turn": lambda: take(project, "ann", "bob", next(numbers))}
    return Sized(project, whole | {"context": lambda: project.context("bob")})


def unread(place: Path, size: int) -> Sized:
    """Messages that nobody has read; every tenth names its recipients, the others are for all."""
    readers = [f"reader-{n}" for n in range(READERS)]
    project = renkei.create(place, members=[c.Join("ann"), *map(c.Join, readers)], guarded=False)
    extend(project, (("ann", tuple(_letters(project, readers, n, size))) for n in range(0, size, AT_ONCE)))
    numbers = count()

    def whole() -> None:
        number = next(numbers) % READERS
        take(project, readers[number], "ann", number)

    return Sized(project, {"context": lambda: project.context(readers[-1]), "whole turn": whole})


def crowd(place: Path, size: int) -> Sized:
    """A team of this many, none of which has read a thousand messages to all."""
    readers = [f"reader-{n}" for n in range(size)]
    project = renkei.create(place, members=[c.Join("ann"), *map(c.Join, readers)], guarded=False)
    extend(project, (("ann", (_letter(project, n, "all"),)) for n in range(CROWDED)))
    with project.act_as("ann") as draft:
        draft.set(status="working")  # a command stores the state beside the log
    project.close()
    project = renkei.open(place)
    numbers = count()

    def opened() -> None:
        with renkei.open(place, read_only=True) as other:
            assert other.state.seq

    def whole() -> None:
        number = next(numbers) % READERS % size
        take(project, readers[number], "ann", number)

    def woken() -> None:
        for one in project.state.actors:
            wake_reason(project.state, one, project.state.at)

    return Sized(project, {"open": opened, "what wakes each": woken, "whole turn": whole})


def contracts(place: Path, size: int) -> Sized:
    """Contracts that are in work, all but one of other agents; one lead has delegated them all."""
    workers = [f"worker-{n}" for n in range(TEAM)]
    joins = [c.Join("lead", lead=True), *map(c.Join, workers)]
    project = renkei.create(place, members=joins, guarded=False)
    extend(project, _delegations(workers, size))
    numbers = count()
    return Sized(
        project,
        {
            "whole turn": lambda: take(project, "worker-0", "worker-1", next(numbers)),
            "context": lambda: project.context("worker-0"),
            "context of who delegated all": lambda: project.context("lead"),
        },
    )


def extend(project: renkei.Project, done: Iterable[Step]) -> None:
    """Settle what was done and append the records, a thousand in a commit."""
    source = _records(project.state, done)
    while batch := list(islice(source, 1000)):
        project.log.append(batch)


def _records(state: State, done: Iterable[Step]) -> Iterator[renkei.Record]:
    for actor, actions in done:
        for one in (actions,) if actions else _reading(state, actor):
            record, state = settle_on(state, c.Command(f"c{state.seq}", later(state.at, 1000), actor, one))
            yield record


def _reading(state: State, agent: str) -> Iterator[tuple[c.Action]]:
    name = f"t{state.seq}"
    yield (c.BeginTurn(agent, name, later(state.at, 10**9), state.seq, context(state, agent, budget=100_000)),)
    yield (c.EndTurn(agent, name),)


def _team(place: Path, members: list[c.Join], **options: object) -> Sized:
    project = renkei.create(place, goal="a goal", members=members, guarded=False, **options)  # type: ignore[arg-type]
    numbers = count()

    def whole() -> None:
        number = next(numbers)
        take(project, f"agent-{number % len(members)}", f"agent-{(number + 1) % len(members)}", number)

    return Sized(project, {"whole turn": whole, "context": lambda: project.context("agent-1")})


def _letters(project: renkei.Project, readers: list[str], begin: int, size: int) -> Iterator[c.Send]:
    for number in range(begin, min(begin + AT_ONCE, size)):
        yield _letter(project, number, "all" if number % 10 else readers)


def _letter(project: renkei.Project, number: int, to: str | list[str]) -> c.Send:
    news = renkei.KnowledgeShare(
        topic=f"part {number % 97}",
        content=f"the port of part {number} is {8000 + number}, see src/part{number % 97}.py",
        relevance_to_recipients="you call it",
        actionable=False,
    )
    return c.Send(project.message("ann", news, to, id=f"m-{number}", context_summary="a port is settled"))


def _delegations(workers: list[str], size: int) -> Iterator[Step]:
    for number in range(size):
        worker = workers[1 + number % (len(workers) - 1)] if number else workers[0]
        for actor, action in steps(f"TC-{number}")[:3]:
            yield (worker if actor == "ann" else actor), (action,)
        if number % READ_EVERY == READ_EVERY - 1:
            yield from ((one, ()) for one in ("lead", *workers))
    yield from ((one, ()) for one in ("lead", *workers))
