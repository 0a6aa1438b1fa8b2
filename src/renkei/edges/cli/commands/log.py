"""Show the records of the log: who did what, and its effects."""

from collections import deque
from pathlib import Path

import click

from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, width_of
from renkei.edges.cli.timeline import WIDTH, as_data, render

INDENT = 6
"""The columns before each line, which show the seq."""


@click.command("log", help=__doc__)
@project_option
@click.option("--after", default=0, type=click.IntRange(0), metavar="SEQ", help="Only records after this one.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the last N records.")
@format_option
def command(directory: Path, after: int, last: int | None, output_format: str) -> None:
    with open_project(directory) as project:
        records = deque(project.records(after), maxlen=last)
        if output_format == "json":
            print_json({"records": [as_data(record) for record in records]})
            return
        out = console()
        for record in records:
            for index, line in enumerate(render([record], width_of(out, WIDTH) - INDENT)):
                out.print(f"[dim]{record.seq if index == 0 else '':>5}[/] ", end="")
                out.print(line)
