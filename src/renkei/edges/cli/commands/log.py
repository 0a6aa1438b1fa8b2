"""Show the records of the log: who did what, and its effects.

With --follow, new records are shown as they are written, until you press Ctrl-C; as JSON they are JSON Lines.
"""

import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import click

from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, width_of
from renkei.edges.cli.timeline import WIDTH, as_data, render
from renkei.engine.record import Record
from renkei.project.project import Project

INDENT = 6
"""The columns before each line, which show the seq."""

WAIT = 3600
"""Seconds of one wait for the next record; a wait that ends without one is repeated."""


@click.command("log", help=__doc__)
@project_option
@click.option("--after", default=0, type=click.IntRange(0), metavar="SEQ", help="Only records after this one.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the last N records.")
@click.option("--follow", is_flag=True, help="Keep running and show new records as they are written.")
@format_option
def command(directory: Path, after: int, last: int | None, follow: bool, output_format: str) -> None:
    with open_project(directory) as project:
        records = deque(project.records(after), maxlen=last)
        if output_format == "json" and not follow:
            print_json({"records": [as_data(record) for record in records]})
            return
        for record in records:
            _show(record, output_format)
        newest = records[-1].seq if records else after
        for record in _new_records(project, newest) if follow else ():
            _show(record, output_format)


def _new_records(project: Project, after: int) -> Iterator[Record]:
    """Yield the records after a seq, and wait for the next one without end."""
    while True:
        for record in project.records(after):
            yield record
            after = record.seq
        project.wait(after, WAIT)


def _show(record: Record, output_format: str) -> None:
    """Print a record as one line of JSON, or as lines of text."""
    if output_format == "json":
        click.echo(json.dumps(as_data(record), ensure_ascii=False))
        return
    out = console()
    for index, line in enumerate(render([record], width_of(out, WIDTH) - INDENT)):
        out.print(f"[dim]{record.seq if index == 0 else '':>5}[/] ", end="")
        out.print(line)
