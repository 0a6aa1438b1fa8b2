"""Copy a project's log to FILE while the project is in use."""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import outcome_options
from renkei.edges.cli.files.new_file import force_option, new_file
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import project_directory
from renkei.log.sqlite import SqliteLog
from renkei.project.locations import is_writable, open_log
from renkei.store.layout import Layout


@click.command("backup", help=__doc__)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@force_option
@outcome_options
def command(file: Path, force: bool, output_format: str) -> None:
    directory = project_directory()
    if Layout(directory).stream.is_file() and is_writable(directory):
        open_log(directory).close()  # the replica catches up
    log = open_log(directory, read_only=True)
    with new_file(file, force) as partial:
        log.backup(partial)
        copy = SqliteLog(partial, read_only=True)
        count = copy.last()
        copy.close()
    log.close()
    print_done(f"Wrote {counted(count, 'record')} to {file}.", output_format, file=str(file), records=count)
