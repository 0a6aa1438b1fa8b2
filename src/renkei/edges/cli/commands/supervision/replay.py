"""Play a scenario, or show a recorded project.

A scenario runs through the real engine. If an expectation in it fails, the exit status is 1. With --agent, the context
of that agent is shown at each of its turns.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

import renkei
from renkei.edges.cli.arguments.options import (
    agent_option,
    format_option,
    into_option,
    pager_option,
    point_option,
    utc_option,
)
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.timeline import as_data, render
from renkei.edges.cli.project_directory import directory_in
from renkei.edges.cli.scenario.show import check_actor, play, print_context, read_scenario
from renkei.edges.times import Days
from renkei.engine.apply import apply
from renkei.engine.events import TurnBegan
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context
from renkei.errors import BadValueError
from renkei.project.project import Project
from renkei.scenario.model import Scenario, ScenarioStep


@click.command("replay", help=__doc__)
@click.argument("source", metavar="SCENARIO|DIR", type=click.Path(exists=True, path_type=Path))
@agent_option("Show the contexts of this agent.")
@point_option("--at", "Stop after this record or time; in a scenario, after the step of this number.")
@into_option("Store the scenario's project in this directory.")
@pager_option
@utc_option
@format_option
def command(source: Path, agent: str | None, at: Point | None, into: Path | None, output_format: str) -> None:
    if source.is_dir():
        if into is not None:
            raise click.UsageError("--into is only for scenarios; a directory is already a project.")
        _show_project(source, agent, at, output_format)
    else:
        read = read_scenario(source)
        play(read, into, agent, None if at is None else _step(read.scenario, at), output_format)


def _show_project(place: Path, agent: str | None, at: Point | None, output_format: str) -> None:
    with renkei.open(directory_in(place)) as project:
        check_actor(project, agent)
        until = None if at is None else seq_of(project, at, "--at")
        if output_format in DATA:
            print_data(output_format, list(_rows(project, agent, until)))
            return
        out, days = console(), Days()
        for record, shown in _with_contexts(project.records(), agent, until):
            for line in render([record], days):
                out.print(line)
            if shown is not None:
                print_context(out, str(agent), shown)


def _rows(project: Project, agent: str | None, until: int | None) -> Iterator[dict[str, Any]]:
    for record, shown in _with_contexts(project.records(), agent, until):
        yield as_data(record) | ({} if shown is None else {"context": shown})


def _with_contexts(
    records: Iterator[Record], agent: str | None, until: int | None
) -> Iterator[tuple[Record, str | None]]:
    """Yield each record; if a turn of the agent begins with it, also the context of that turn."""
    state = State()
    for record in records:
        if until is not None and record.seq > until:
            return
        begun = [one for one in record.events if isinstance(one, TurnBegan) and one.agent == agent]
        text = context(state, begun[0].agent, budget=begun[0].budget, locale=begun[0].locale).text if begun else None
        state = apply(state, record)
        yield record, text


def _step(scenario: Scenario, at: Point) -> int:
    """Return the number of a step; raises BadValueError when the scenario has none of that number."""
    count = _count(scenario.steps)
    if isinstance(at, str) or not 1 <= at <= count:
        raise BadValueError(path="--at", got=at, expected=f"the number of a step, from 1 to {count}")
    return at


def _count(steps: Sequence[ScenarioStep]) -> int:
    return sum(1 + _count(step.meanwhile) for step in steps)
