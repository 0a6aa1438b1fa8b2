"""Write a project's records to FILE as JSON Lines.

`-` is standard output. `renkei import` creates a project from the file. Each line ends with a hash that covers it and
all lines before it; the last one is the head of the log that the import creates (`renkei log --head`).
"""

import sys
from pathlib import Path

import click

from renkei.edges.cli.arguments.options import outcome_options
from renkei.edges.cli.files.new_file import force_option, new_file
from renkei.edges.cli.files.records import write_records
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import open_project


@click.command("export", help=__doc__)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
@force_option
@outcome_options
def command(file: Path, force: bool, output_format: str) -> None:
    with open_project() as project:
        if str(file) == "-":
            write_records(project.records(), sys.stdout.buffer)
            return
        with new_file(file, force) as partial, partial.open("wb") as out:
            count = write_records(project.records(), out)
    print_done(f"Wrote {counted(count, 'record')} to {file}.", output_format, file=str(file), records=count)
