"""A small team for tests: a lead and two agents, in a project in memory or on disk."""

import itertools
from collections.abc import Callable
from pathlib import Path

import renkei
from renkei import ExpectedOutput, Project, TaskContract, TaskHandoff
from renkei.engine import commands as c
from renkei.protocol.primitives import later

START = "2026-01-05T09:00:00.000000Z"


def ticking_clock(start: str = START) -> Callable[[], str]:
    """Give a clock that moves on by one second at every look."""
    seconds = itertools.count()
    return lambda: later(start, next(seconds) * 1_000_000)


def counting_ids() -> Callable[[], str]:
    """Give ids that count."""
    numbers = itertools.count(1)
    return lambda: f"{next(numbers):04d}"


def small_team(path: str | Path = ":memory:", **more: object) -> Project:
    """Make a project with a lead `lead` and agents `ann` and `bob`."""
    settings = {"name": "team", "goal": "a goal", "now": ticking_clock(), "make_id": counting_ids()} | more
    project = renkei.create(path, **settings)
    project.do(c.Join("lead", "planning", lead=True), c.Join("ann", "backend"), c.Join("bob", "frontend"))
    return project


def handoff(description: str = "build it", *criteria: str) -> TaskHandoff:
    """Make the shortest hand-over."""
    return TaskHandoff(
        task_description=description,
        expected_output=ExpectedOutput(format="code", success_criteria=criteria or ("it works",)),
        authority_scope="",
        fallback_on_failure="",
    )


def work(name: str, **more: object) -> c.OpenContract:
    """Make open work, as short as it can be."""
    terms = {
        "id": name,
        "delegator": "lead",
        "inputs": {"description": name},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "runs"}],
    }
    return c.OpenContract(TaskContract.model_validate(terms | more))
