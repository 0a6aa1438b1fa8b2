"""Copy a project's log to FILE while the project is in use."""

from pathlib import Path

import click

from renkei.edges.cli.echo import echo
from renkei.edges.cli.options import project_option
from renkei.edges.cli.terminal import counted
from renkei.errors import ProjectExistsError
from renkei.log.sqlite import SqliteLog
from renkei.project.locations import open_log


@click.command("backup", help=__doc__)
@project_option
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def command(directory: Path, file: Path) -> None:
    if file.exists():
        raise ProjectExistsError(path=str(file))
    log = open_log(directory, read_only=True)
    log.backup(file)
    log.close()
    copy = SqliteLog(file, read_only=True)
    echo(f"Wrote {counted(copy.last(), 'record')} to {file}.")
    copy.close()
