"""Carrying a project elsewhere: `renkei backup`, `restore`, `export`."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from renkei.edges.cli.options import open_project, project_option
from renkei.engine.apply import apply
from renkei.engine.record import Record, read_record
from renkei.engine.state import State
from renkei.errors import DocumentError, LogBrokenError, Problem, ProjectExistsError
from renkei.log.sqlite import SqliteLog
from renkei.project.locations import open_log
from renkei.store.board_file import BoardFile
from renkei.store.layout import Layout

BATCH = 500


@click.command("backup")
@project_option
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def backup_command(place: Path, file: Path) -> None:
    """Copy a project's log into FILE, while others go on working."""
    if file.exists():
        raise ProjectExistsError(path=str(file))
    log = open_log(place, read_only=True)
    log.backup(file)
    log.close()
    copy = SqliteLog(file, read_only=True)
    click.echo(f"{copy.last()} records in {file}.")
    copy.close()


@click.command("restore")
@project_option
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def restore_command(place: Path, file: Path) -> None:
    """Make a project of a backup, in a directory that holds none."""
    source = SqliteLog(file, read_only=True)
    count = put_records(place, source.read())
    source.close()
    click.echo(f"{count} records in {place}.")


@click.command("export")
@project_option
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, allow_dash=True))
def export_command(place: Path, file: Path) -> None:
    """Write a project's records as JSON Lines (`-`: standard output); `renkei import` reads them."""
    with open_project(place) as project, click.open_file(str(file), "wb") as out:
        for record in project.records():
            out.write(record.to_json() + b"\n")


def put_records(place: Path, records: Iterator[Record]) -> int:
    """Make a project of records, checked by replaying them; raises ProjectExistsError, or what is wrong with them.

    It is made aside, and its log is moved to its place last: until then there is no project.
    """
    if any(path.exists() for path in Layout(place).history):
        raise ProjectExistsError(path=str(place))
    checked: list[Record] = []
    state = State()
    for record in records:
        try:
            state = apply(state, record)
        except (ValueError, LookupError) as error:
            raise LogBrokenError(path=str(place), reason=f"record {record.seq} does not follow: {error}") from error
        checked.append(record)
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place, prefix=".making-") as half:
        log = SqliteLog(Layout(Path(half)).log)
        for batch in _batched(checked):
            log.append(batch)
        log.close()
        for path in Layout(Path(half)).history:
            if path.exists():
                path.replace(place / path.name)
    BoardFile(Layout(place)).write(state.board)
    return state.seq


def _batched(records: list[Record]) -> Iterator[list[Record]]:
    for start in range(0, len(records), BATCH):
        yield records[start : start + BATCH]


def read_records(file: str, lines: Iterator[tuple[int, bytes]]) -> Iterator[Record]:
    """Read records from JSON Lines; raises DocumentError with the line that is none."""
    for number, line in lines:
        try:
            record = read_record(line)
        except ValueError as error:
            text = str(error).splitlines()[0]
            raise DocumentError(file, [Problem("SYNTAX", "", number, 1, f"not a record: {text}")]) from None
        yield record
