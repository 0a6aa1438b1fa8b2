"""`renkei log`: what happened in a project."""

from collections import deque
from pathlib import Path

import click

from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, width_of
from renkei.edges.cli.timeline import WIDTH, as_data, render

INDENT = 6
"""Columns that the seq takes before each line."""


@click.command("log")
@project_option
@click.option("--after", default=0, type=click.IntRange(0), metavar="SEQ", help="Only later records.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the last N of them.")
@format_option
def log_command(place: Path, after: int, last: int | None, form: str) -> None:
    """Show the records of the log: who did what, and what followed."""
    with open_project(place) as project:
        records = deque(project.records(after), maxlen=last)
        if form == "json":
            print_json({"records": [as_data(record) for record in records]})
            return
        out = console()
        for record in records:
            for index, line in enumerate(render([record], width_of(out, WIDTH) - INDENT)):
                out.print(f"[dim]{record.seq if index == 0 else '':>5}[/] ", end="")
                out.print(line)
