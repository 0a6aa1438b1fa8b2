"""Restore a backup into a directory without a project."""

from pathlib import Path

import click

from renkei.edges.cli.echo import echo
from renkei.edges.cli.options import project_option
from renkei.edges.cli.records import create_from_records
from renkei.edges.cli.terminal import counted
from renkei.log.sqlite import SqliteLog


@click.command("restore", help=__doc__)
@project_option
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def command(directory: Path, file: Path) -> None:
    source = SqliteLog(file.resolve(), read_only=True)
    count = create_from_records(directory, source.read())
    source.close()
    echo(f"Restored {counted(count, 'record')} into {directory}.")
