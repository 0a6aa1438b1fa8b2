"""Play a scenario, or show a recorded project.

A scenario runs through the real engine. If an expectation in it fails, the exit status is 1. With --agent, the context
of that agent is shown at each of its turns.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.rule import Rule as Divider
from rich.text import Text

import renkei
from renkei.board.document import board_document
from renkei.edges.cli.echo import DATA, print_data
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.files import read_one, refuse, wrong_kind
from renkei.edges.cli.options import agent_option, format_option, into_option, pager_option, point_option, utc_option
from renkei.edges.cli.paragraph import Paragraph, paragraphs
from renkei.edges.cli.points import Point, seq_of
from renkei.edges.cli.project_directory import directory_in
from renkei.edges.cli.scenario.check import check_document
from renkei.edges.cli.scenario.model import Scenario, ScenarioStep
from renkei.edges.cli.scenario.play import Player
from renkei.edges.cli.scenario.result import StepResult
from renkei.edges.cli.terminal import console, counted
from renkei.edges.cli.timeline import as_data, render
from renkei.edges.cli.times import Days
from renkei.engine.apply import apply
from renkei.engine.events import TurnBegan
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.agent_view import context
from renkei.errors import BadValueError, UnknownActorError
from renkei.project.locations import MEMORY
from renkei.project.project import Project


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
        _play(source, agent, at, into, output_format)


def _show_project(place: Path, agent: str | None, at: Point | None, output_format: str) -> None:
    with renkei.open(directory_in(place)) as project:
        _check_actor(project, agent)
        until = None if at is None else seq_of(project, at, "--at")
        if output_format in DATA:
            print_data(output_format, list(_rows(project, agent, until)))
            return
        out, days = console(), Days()
        for record, shown in _with_contexts(project.records(), agent, until):
            for line in render([record], days):
                out.print(line)
            if shown is not None:
                _print_context(out, str(agent), shown)


def _check_actor(project: Project, agent: str | None) -> None:
    if agent is not None and agent not in project.state.actors:
        raise UnknownActorError(actor=agent, known=project.state.known_actors())


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
        yield record, text
        state = apply(state, record)


def _play(source: Path, agent: str | None, at: Point | None, into: Path | None, output_format: str) -> None:
    scenario = _read(source)
    until = None if at is None else _step(scenario, at)
    player = Player(scenario, MEMORY if into is None else into)
    _check_actor(player.project, agent)
    results = player.play(until)
    failed = _json(player, results, output_format) if output_format in DATA else _text(player, results, agent)
    player.project.close()
    if failed:
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def _step(scenario: Scenario, at: Point) -> int:
    """Return the number of a step; raises BadValueError when the scenario has none of that number."""
    count = _count(scenario.steps)
    if isinstance(at, str) or not 1 <= at <= count:
        raise BadValueError(path="--at", got=at, expected=f"the number of a step, from 1 to {count}")
    return at


def _count(steps: Sequence[ScenarioStep]) -> int:
    return sum(1 + _count(step.meanwhile) for step in steps)


def _read(source: Path) -> Scenario:
    found = read_one(str(source))
    checked = check_document(found)
    refuse(str(source), checked.problems)
    if not isinstance(checked.model, Scenario):
        hint = "A scenario has the root key `scenario:`. Use `renkei validate` for other documents."
        raise wrong_kind(str(source), 1, checked.kind, hint)
    return checked.model


def _text(player: Player, results: Iterator[StepResult], agent: str | None) -> bool:
    out, days = console(), Days()
    out.print(Divider(Text(player.scenario.title or player.scenario.name, "bold"), align="left"))
    for line in render(player.project.records(), days):
        out.print(line)
    done, failed = 0, 0
    for result in results:
        done = max(done, result.number)
        failed += len(result.failures)
        print_step(out, result, agent, days)
    totals = f"{counted(done, 'step')}, {counted(player.project.state.seq, 'record')}"
    verdict = f"{counted(failed, 'expectation')} failed" if failed else "all expectations met"
    out.print(Divider(align="left"))
    out.print(Text.assemble(f"{totals}; ", (verdict, "bad" if failed else "good")))
    return failed > 0


def print_step(out: Console, result: StepResult, agent: str | None, days: Days | None = None) -> None:
    """Print the result of a step; `agent` names the agent whose contexts are shown, `days` adds the dates."""
    step = result.step
    who = step.agent or step.human or f"{step.wait} passes"
    note = "resumes its turn" if result.resumed else step.note
    title = Text.assemble((f"{result.number} ", "bold"), (f"{who}  ", "actor"), note)
    out.print()
    out.print(Paragraph(title))
    if result.context is not None and step.agent == agent and not result.resumed:
        _print_context(out, str(agent), result.context.text)
    for line in render(result.records, days):
        out.print(line)
    if result.error is not None:
        style = "bad" if step.refused is None else "notice"
        said = Text.assemble((f"{result.error.code}  ", style), result.error.message)
        out.print(Paragraph(said, Text.assemble(" " * 10, ("refused   ", style))))
        if result.error.hint:
            out.print(Paragraph(Text(result.error.hint, "dim"), Text(" " * 20)))
    for failure in result.failures:
        out.print(Paragraph(Text(str(failure)), Text("✗ ", "bad")))


def _print_context(out: Console, agent: str, text: str) -> None:
    out.print(Text(f"  ┌ context of {agent}", "dim"))
    bar = Text("  │ ", "dim")
    for line in paragraphs(text.rstrip()):
        out.print(line.after(bar))


def _json(player: Player, results: Iterator[StepResult], output_format: str) -> bool:
    rows = []
    for result in results:
        rows.append(
            {
                "number": result.number,
                "at": result.at,
                "actor": result.step.agent or result.step.human,
                "note": result.step.note,
                "context": result.context.text if result.context else None,
                "records": [as_data(record) for record in result.records],
                "error": result.error.as_dict() if result.error else None,
                "failures": [{"path": f.path, "expected": f.expected, "found": f.found} for f in result.failures],
            }
        )
    board = board_document(player.project.state.board)
    played = {"scenario": player.scenario.name, "steps": rows, **board}
    print_data(output_format, played if output_format == "json" else rows)
    return any(row["failures"] for row in rows)
