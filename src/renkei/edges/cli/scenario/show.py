"""Plays scenarios for the command line: reads them, prints each step for people, or all as data."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console
from rich.rule import Rule as Divider

from renkei.board.document import board_document
from renkei.documents.source import Source
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.files.reading import read_one, require_kind
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.paragraph import Paragraph, paragraphs
from renkei.edges.cli.output.terminal import Output, console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.output.timeline import as_data, render
from renkei.edges.document_kinds import check_document
from renkei.edges.times import Days
from renkei.errors import UnknownActorError
from renkei.project.locations import MEMORY
from renkei.project.project import Project
from renkei.scenario.expect import Mismatch, StepResult
from renkei.scenario.failures import details, summary
from renkei.scenario.model import Scenario
from renkei.scenario.play import Player
from renkei.scenario.suite import locate

INDENT = Text(" " * 10)
"""The beginning of each line of a step."""


class ReadScenario(NamedTuple):
    """A scenario, and the document and file that it was read from."""

    scenario: Scenario
    source: Source
    file: str

    def location_of(self, result: StepResult, one: Mismatch) -> str:
        """Return the place of an expectation that does not hold, as FILE:LINE:COLUMN."""
        found = locate(one, result, self.source)
        return f"{self.file}:{found.line}:{found.column}"


def read_scenario(source: Path) -> ReadScenario:
    """Return the scenario of a file; raises DocumentError for faults and for other documents."""
    found = read_one(str(source))
    checked = check_document(found)
    hint = "A scenario has the root key `scenario:`. Use `renkei validate` for other documents."
    require_kind("scenario", str(source), found, checked, hint)
    return ReadScenario(checked.model, found, str(source))


def play(read: ReadScenario, into: Path | None, agent: str | None, until: int | None, output_format: str) -> None:
    """Play a scenario and print it; exits with REFUSED when one of its expectations fails."""
    player = Player(read.scenario, MEMORY if into is None else into)
    check_actor(player.project, agent)
    results = player.play(until)
    failed = _json(player, results, output_format) if output_format in DATA else _text(player, results, agent, read)
    player.project.close()
    if failed:
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def check_actor(project: Project, agent: str | None) -> None:
    """Raise UnknownActorError when there is no such participant."""
    if agent is not None and agent not in project.state.actors:
        raise UnknownActorError(actor=agent, known=project.state.known_actors())


def _text(player: Player, results: Iterator[StepResult], agent: str | None, read: ReadScenario) -> bool:
    out, days = console(), Days()
    out.print(Divider(Text(player.scenario.title or player.scenario.name, "bold").__rich__(), align="left"))
    for line in render(player.project.records(), days):
        out.print(line)
    done, failed = 0, list[str]()
    for result in results:
        done = max(done, result.number)
        failed += [f"{read.location_of(result, one)}  {summary(one)}" for one in result.failures]
        print_step(out, result, agent, read, days)
    totals = f"{counted(done, 'step')}, {counted(player.project.state.seq, 'record')}"
    verdict = f"{counted(len(failed), 'expectation')} failed" if failed else "all expectations met"
    out.print(Divider(align="left"))
    for one in failed:
        out.print(Text.assemble(("FAILED ", "bad"), one))
    out.print(Text.assemble(f"{totals}; ", (verdict, "bad" if failed else "good")))
    return bool(failed)


def print_step(
    out: Output | Console,
    result: StepResult,
    agent: str | None,
    read: ReadScenario | None = None,
    days: Days | None = None,
) -> None:
    """Print the result of a step; `agent` names the agent whose contexts are shown, `days` adds the dates.

    `read` places the expectations that fail.
    """
    step, who = result.step, result.actor
    again = "has answered" if step.by_hand else "resumes its turn"
    note = again if result.resumed else step.note
    out.print()
    out.print(Paragraph(Text.assemble((f"{result.number} ", "bold"), (f"{who}  ", "actor"), note)))
    if result.context is not None and step.agent == agent and not result.resumed:
        print_context(out, str(agent), result.context.text)
    for line in render(result.records, days):
        out.print(line)
    if result.error is not None:
        style = "bad" if step.refused is None else "notice"
        said = Text.assemble((f"{result.error.code}  ", style), result.error.message)
        out.print(Paragraph(said, Text.assemble(INDENT, ("refused   ", style))))
        if result.error.hint:
            out.print(Paragraph(Text(result.error.hint, "dim"), Text(" " * 20)))
    for failure in result.failures:
        where = f"{read.location_of(result, failure)}  " if read else ""
        out.print(Paragraph(Text(f"{where}{failure.path}"), Text("✗ ", "bad")))
        for detail in details(failure):
            out.print(Paragraph(Text(detail), Text("    ")))


def print_context(out: Output | Console, agent: str, text: str) -> None:
    """Print a context with a bar at its left, which long lines have too."""
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
