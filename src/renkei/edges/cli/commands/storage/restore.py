"""Restore a backup into a directory without a project.

By default this is `.renkei` in the current directory. The backup is trusted: its records say which
participants are people, which lead, and which wrote a record. Nothing in it is consent to run a command.
"""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import into_option, outcome_options
from renkei.edges.cli.files.records import claims, create_from_records
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import new_project_directory
from renkei.errors import LogBrokenError
from renkei.log.sqlite import SqliteLog


class BackupBrokenError(LogBrokenError):
    """The file to restore is not a valid log."""

    hint_template = "Restore another backup."


@click.command("restore", help=__doc__)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@into_option("Directory of the project.")
@outcome_options
def command(file: Path, into: Path | None, output_format: str) -> None:
    directory = into or new_project_directory()
    try:
        source = SqliteLog(file.resolve(), read_only=True)
        state = create_from_records(directory, source.read())
        source.close()
    except LogBrokenError as error:
        raise BackupBrokenError(**error.details) from error
    sentence = f"Restored {counted(state.seq, 'record')} into {directory}. {claims(state)}"
    print_done(sentence, output_format, directory=str(directory), records=state.seq)
