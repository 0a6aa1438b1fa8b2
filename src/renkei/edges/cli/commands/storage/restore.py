"""Restore a backup into a directory without a project.

By default this is `.renkei` in the current directory. The backup is trusted: its records say which
participants are people, which lead, and which wrote a record. Nothing in it is consent to run a command.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import click

from renkei.edges.cli.arguments.options import into_option, outcome_options
from renkei.edges.cli.files.records import claims, create_from_records
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import new_project_directory
from renkei.errors import LogBrokenError
from renkei.log.database import translate_errors
from renkei.log.sqlite import SqliteLog
from renkei.wording.values import quote


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
        _check_tables(file)
        source = SqliteLog(file.resolve(), read_only=True)
        state = create_from_records(directory, source.read())
        source.close()
    except LogBrokenError as error:
        raise BackupBrokenError(**error.details) from error
    sentence = f"Restored {counted(state.seq, 'record')} into {directory}. {claims(state)}"
    print_done(sentence, output_format, directory=str(directory), records=state.seq)


def _check_tables(file: Path) -> None:
    """Raise LogBrokenError for a file with more than tables and indexes: a view could be computed for ever."""
    with translate_errors(file), closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db:
        for name, kind, text in db.execute("SELECT name, type, sql FROM sqlite_schema"):
            if kind not in ("table", "index") or "VIRTUAL" in str(text).upper().split():
                raise LogBrokenError(
                    path=str(file), reason=f"it holds {quote(name)}, and a log has no {kind} of this kind"
                )
