"""A day of a team as it works: hand-overs, questions, subcontracts, an interruption, work that comes back."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import renkei
from renkei.board.decide import Write
from renkei.protocol.primitives import later
from team import counting_ids

START = "2026-01-05T08:00:00.000000Z"
AGENTS = ("ann", "bob", "cas")
TASKS = ("log in with a key", "pay by card", "search the orders", "export invoices", "send the receipt")


def working_day(path: str | Path = ":memory:", records: int = 120) -> renkei.Project:
    """Make a project that has at least so many records."""
    moments = itertools.count()
    project = renkei.create(
        path,
        "shop",
        "Users can pay",
        members=[renkei.Join("mia", "planning", lead=True), *(renkei.Join(one, f"{one}'s part") for one in AGENTS)],
        now=lambda: later(START, next(moments) * 7_000_000),
        make_id=counting_ids(),
        guarded=False,
    )
    for number in itertools.count(1):
        for _ in _task(project, number):
            if project.log.last() >= records:
                return project
    raise AssertionError


def _task(project: renkei.Project, number: int) -> Iterator[None]:
    """Carry out one task, and stop after each step."""
    task, agent, other = f"TC-{number}", AGENTS[number % 3], AGENTS[(number + 1) % 3]
    with project.turn("mia"):
        project.delegate(agent, TASKS[number % 5], ["the tests pass"], contract=task, actor="mia")
    yield
    with project.turn(agent) as turn:
        project.start(task, actor=agent)
        turn.ask("Which field holds the amount?", to=other)
        turn.set(status="working", current_task=task)
    yield
    with project.turn(other) as turn:
        for message in turn.inbox:
            if message.type != "TASK_HANDOFF":
                turn.reply(message, "`total`, in cents")
    yield
    if number % 4 == 0:
        project.post("Please without new dependencies.", to=[agent], actor="human")
        yield
    if number % 5 == 0:
        project.begin_turn(agent)
        project.interrupt(agent, "the plan has changed", end_turn=True, actor="human")
        yield
    with project.turn(agent) as turn:
        turn.submit(task, "Done, with tests.")
    yield
    if number % 3 == 0:
        with project.turn("mia"):
            project.send_back(task, "One test is missing.", actor="mia")
        yield
        with project.turn(agent) as turn:
            turn.submit(task, "Now with that test.")
        yield
    with project.turn("mia"):
        project.accept(task, "good", actor="mia")
    project.do(Write(f"/agents/{agent}/status", "idle"), Write(f"/agents/{agent}/current_task", None), actor=agent)
    yield
