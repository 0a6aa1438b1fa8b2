"""Explain which rules fired in a record, why, and what each did."""

from collections.abc import Iterator
from typing import Any

import click

from renkei.dispatch.rules import Rule
from renkei.edges.cli.arguments.options import format_option, pager_option
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.output.timeline import lines_of
from renkei.edges.cli.project_directory import open_project
from renkei.engine.events import RuleFired
from renkei.engine.record import Record
from renkei.engine.rules.occurrences import occurrences_in
from renkei.engine.state import State
from renkei.errors import BadValueError
from renkei.wording.visible import one_line, visible

INDENT = Text("    ")


@click.command("explain", help=__doc__)
@click.argument("seq", type=click.IntRange(1), metavar="SEQ")
@pager_option
@format_option
def command(seq: int, output_format: str) -> None:
    with open_project() as project:
        record = next((one for one in project.records(seq - 1) if one.seq == seq), None)
        if record is None:
            raise BadValueError(path="SEQ", got=seq, expected="a record of this project; `renkei log` lists them")
        before = project.state_at(seq - 1)
    known = {rule.event: rule.description for rule in before.rules.rules}
    fired = [_data(rule, lines, known.get(rule.event, "")) for rule, lines in _firings(record)]
    names = {one["rule"] for one in fired}
    idle = list(dict.fromkeys(rule.event for rule in _matched(before, record) if rule.event not in names))
    if output_format in DATA:
        print_data(output_format, {"seq": seq, "fired": fired, "changed_nothing": idle})
    else:
        _show(seq, fired, idle)


def _data(rule: RuleFired, lines: list[str], description: str) -> dict[str, Any]:
    return {
        "rule": rule.event,
        "because": rule.because,
        "description": description,
        "actions": list(rule.actions),
        "lines": lines,
        "refused": list(rule.refused),
    }


def _show(seq: int, fired: list[dict[str, Any]], idle: list[str]) -> None:
    out = console()
    for one in fired:
        out.print(Paragraph(Text.assemble((one["rule"], "rule"), f"  because {visible(one['because'])}")))
        if one["description"]:
            out.print(Paragraph(Text(one["description"], "dim"), INDENT))
        for line in (*one["actions"], *one["lines"]):
            out.print(Paragraph(Text(one_line(line)), INDENT))
        for refused in one["refused"]:
            out.print(Paragraph(Text(one_line(refused)), Text.assemble(INDENT, ("refused: ", "bad"))))
    if not fired:
        out.print(f"No rule fired in record {seq}.")
    if idle:
        out.print(Text(f"Matched, but changed nothing: {', '.join(idle)}", "dim"))


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
