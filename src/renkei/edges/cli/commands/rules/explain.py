"""Explain which rules fired in a record, why, and what each did."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from renkei.dispatch.rules import Rule
from renkei.edges.cli.options import open_project, project_option
from renkei.edges.cli.rule_occurrences import occurrences_in
from renkei.edges.cli.terminal import console
from renkei.edges.cli.timeline import lines_of
from renkei.engine.events import RuleFired
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.errors import BadValueError
from renkei.visible import visible


@click.command("explain", help=__doc__)
@project_option
@click.argument("seq", type=click.IntRange(1), metavar="SEQ")
def command(directory: Path, seq: int) -> None:
    out = console()
    with open_project(directory) as project:
        record = next((one for one in project.records(seq - 1) if one.seq == seq), None)
        if record is None:
            raise BadValueError(path="SEQ", got=seq, expected="a record of this project; `renkei log` lists them")
        before = project.state_at(seq - 1)
    known = {rule.event: rule for rule in before.rules.rules}
    fired = list(_firings(record))
    for rule, lines in fired:
        out.print(Text.assemble((rule.event, "bold yellow"), f"  because {visible(rule.because)}"))
        description = known[rule.event].description if rule.event in known else ""
        if description:
            out.print(Text(f"    {description}", "dim"))
        for action in rule.actions:
            out.print(f"    {visible(action)}", markup=False)
        for line in lines:
            out.print(f"    {line}", markup=False)
        for refused in rule.refused:
            out.print(Text.assemble("    ", ("refused: ", "bad"), visible(refused)))
    if not fired:
        out.print(f"No rule fired in record {seq}.")
    names = {one.event for one, _ in fired}
    idle = [rule.event for rule in _matched(before, record) if rule.event not in names]
    if idle:
        out.print(Text(f"Matched, but changed nothing: {', '.join(dict.fromkeys(idle))}", "dim"))


def _firings(record: Record) -> Iterator[tuple[RuleFired, list[str]]]:
    current: RuleFired | None = None
    lines: list[str] = []
    for event in record.events:
        if isinstance(event, RuleFired):
            if current is not None:
                yield current, lines
            current, lines = event, []
        elif current is not None:
            one = record.model_copy(update={"events": (event,)})
            lines += [f"{line.kind:<9} {visible(line.subject)}  {visible(line.text)}" for line in lines_of(one)]
    if current is not None:
        yield current, lines


def _matched(state: State, record: Record) -> Iterator[Rule]:
    for occurrence in occurrences_in(state, record):
        yield from state.rules.matching(occurrence)
