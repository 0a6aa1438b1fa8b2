"""`renkei replay`: plays a scenario through the real engine, or shows a recorded project the same way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.rule import Rule as Divider
from rich.text import Text

from renkei.board.document import board_document
from renkei.edges.cli.files import read_one, refuse
from renkei.edges.cli.options import agent_option, format_option, open_project
from renkei.edges.cli.scenario.check import check_document
from renkei.edges.cli.scenario.model import Scenario
from renkei.edges.cli.scenario.outcome import Played
from renkei.edges.cli.scenario.play import Player
from renkei.edges.cli.terminal import console, print_json, width_of
from renkei.edges.cli.timeline import WIDTH, as_data, render
from renkei.engine.apply import apply
from renkei.engine.events import TurnBegan
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.agent_view import context
from renkei.errors import DocumentError, Problem, UnknownActorError
from renkei.project.locations import MEMORY
from renkei.project.project import Project
from renkei.store.layout import Layout


@click.command("replay")
@click.argument("source", metavar="SCENARIO|DIR", type=click.Path(exists=True, path_type=Path))
@agent_option()
@click.option("--until", type=click.IntRange(1), metavar="N", help="Stop after step N (of a project: record N).")
@click.option("--into", type=click.Path(path_type=Path), metavar="DIR", help="Keep the project in this directory.")
@format_option
def replay_command(source: Path, agent: str | None, until: int | None, into: Path | None, form: str) -> None:
    """Play a scenario file, or show the log of a recorded project.

    --agent shows the context that this agent got at each of its turns. Expectations written in the scenario are
    checked; exit status 1 when one fails.
    """
    if source.is_dir():
        if into is not None:
            raise click.UsageError("--into keeps a scenario's project; a directory is one already.")
        _show_project(source, agent, until, form)
    else:
        _play(source, agent, until, into, form)


def _show_project(directory: Path, agent: str | None, until: int | None, form: str) -> None:
    if not Layout(directory).log.exists() and Layout(directory / ".renkei").log.exists():
        directory = directory / ".renkei"
    with open_project(directory) as project:
        _known(project, agent)
        if form == "json":
            print_json({"project": project.state.name, "records": list(_rows(project, agent, until))})
            return
        out = console()
        for record, shown in _with_contexts(project.records(), agent, until):
            for line in render([record], width_of(out, WIDTH)):
                out.print(line)
            if shown is not None:
                _print_context(out, str(agent), shown)


def _known(project: Project, agent: str | None) -> None:
    if agent is not None and agent not in project.state.actors:
        raise UnknownActorError(actor=agent, known=project.state.known_actors())


def _rows(project: Project, agent: str | None, until: int | None) -> Iterator[dict[str, Any]]:
    for record, shown in _with_contexts(project.records(), agent, until):
        yield as_data(record) | ({} if shown is None else {"context": shown})


def _with_contexts(
    records: Iterator[Record], agent: str | None, until: int | None
) -> Iterator[tuple[Record, str | None]]:
    """Yield each record, with what the agent was given to read when it is the beginning of one of its turns."""
    state = State()
    for record in records:
        if until is not None and record.seq > until:
            return
        began = [one for one in record.events if isinstance(one, TurnBegan) and one.agent == agent]
        text = context(state, began[0].agent, budget=began[0].budget, locale=began[0].locale).text if began else None
        yield record, text
        state = apply(state, record)


def _play(source: Path, agent: str | None, until: int | None, into: Path | None, form: str) -> None:
    scenario = _read(source)
    player = Player(scenario, MEMORY if into is None else into)
    _known(player.project, agent)
    played = player.play(until)
    failed = _json(player, played) if form == "json" else _text(player, played, agent)
    player.project.close()
    if failed:
        raise click.exceptions.Exit(1)


def _read(source: Path) -> Scenario:
    found = read_one(str(source))
    checked = check_document(found)
    refuse(str(source), checked.problems)
    if not isinstance(checked.model, Scenario):
        hint = "A scenario has the root key `scenario:`. `renkei validate` checks other documents."
        raise DocumentError(str(source), [Problem("UNKNOWN_KIND", "", 1, 1, f"this is a {checked.kind}", hint)])
    return checked.model


def _text(player: Player, steps: Iterator[Played], agent: str | None) -> bool:
    out = console()
    out.print(Divider(Text(player.scenario.title or player.scenario.name, "bold"), align="left"))
    for line in render(player.project.records(), width_of(out, WIDTH)):
        out.print(line)
    done, failed = 0, 0
    for played in steps:
        done = max(done, played.number)
        failed += len(played.failures)
        print_step(out, played, agent)
    checked = f"{done} steps, {player.project.state.seq} records"
    verdict = f"{failed} expectation(s) failed" if failed else "every expectation holds"
    out.print(Divider(align="left"))
    out.print(Text.assemble(f"{checked}; ", (verdict, "bad" if failed else "good")))
    return failed > 0


def print_step(out: Console, played: Played, agent: str | None) -> None:
    """Print what came of a step, with what the agent got to read when the turn was its own."""
    step = played.step
    who = step.agent or step.human or f"{step.wait} pass"
    note = "goes on with its turn" if played.resumed else step.note
    title = Text.assemble((f"{played.number} ", "bold"), (f"{who}  ", "actor"), note)
    out.print()
    out.print(title)
    if played.context is not None and step.agent == agent and not played.resumed:
        _print_context(out, str(agent), played.context.text)
    for line in render(played.records, width_of(out, WIDTH)):
        out.print(line)
    if played.error is not None:
        style = "bad" if step.refused is None else "notice"
        out.print(Text.assemble(" " * 10, (f"refused   {played.error.code}", style), f"  {played.error.message}"))
        if played.error.hint:
            out.print(Text.assemble(" " * 20, (played.error.hint, "dim")))
    for failure in played.failures:
        out.print(Text.assemble(("✗ ", "bad"), str(failure)))


def _print_context(out: Console, agent: str, text: str) -> None:
    out.print(Text(f"          ┌ what {agent} gets to read", "dim"))
    for line in text.rstrip().splitlines():
        out.print(Text.assemble(("          │ ", "dim"), line))


def _json(player: Player, steps: Iterator[Played]) -> bool:
    rows = []
    for played in steps:
        rows.append(
            {
                "number": played.number,
                "at": played.at,
                "actor": played.step.agent or played.step.human,
                "note": played.step.note,
                "context": played.context.text if played.context else None,
                "records": [as_data(record) for record in played.records],
                "error": played.error.as_dict() if played.error else None,
                "failures": [{"path": f.path, "expected": f.expected, "found": f.found} for f in played.failures],
            }
        )
    board = board_document(player.project.state.board)
    print_json({"scenario": player.scenario.name, "steps": rows, **board})
    return any(row["failures"] for row in rows)
