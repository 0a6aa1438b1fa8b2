"""Write a project's records to FILE as JSON Lines.

`-` is standard output. `renkei import` creates a project from the file.
"""

import sys
from pathlib import Path
from typing import BinaryIO

import click

from renkei.edges.cli.arguments.options import outcome_options
from renkei.edges.cli.files.new_file import force_option, new_file
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import open_project
from renkei.project.project import Project


@click.command("export", help=__doc__)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
@force_option
@outcome_options
def command(file: Path, force: bool, output_format: str) -> None:
    with open_project() as project:
        if str(file) == "-":
            _write(project, sys.stdout.buffer)
            return
        with new_file(file, force) as partial, partial.open("wb") as out:
            count = _write(project, out)
    print_done(f"Wrote {counted(count, 'record')} to {file}.", output_format, file=str(file), records=count)


def _write(project: Project, out: BinaryIO) -> int:
    count = 0
    for count, record in enumerate(project.records(), 1):  # noqa: B007 – the last number is the count
        out.write(record.to_json() + b"\n")
    return count
