"""Care for a project's store: `renkei doctor`, `backup`, `restore`, `export`, `search`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import yaml
from rich.text import Text

from renkei import snapshot
from renkei.board.document import board_document
from renkei.board_file import NAME as BOARD
from renkei.board_file import BoardFile
from renkei.budget.messages import gist
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, table
from renkei.engine.apply import apply
from renkei.engine.record import Record, read_record
from renkei.engine.state import State
from renkei.errors import DocumentError, LogBroken, Problem, ProjectExists, ProjectMissing
from renkei.log.index import messages_in
from renkei.log.sqlite import SqliteLog
from renkei.opening import LOG_NAME
from renkei.search import SearchIndex

BATCH = 500


@dataclass(frozen=True, slots=True)
class Finding:
    """What the doctor found: what was looked at, whether it is sound, and what was found."""

    what: str
    sound: bool
    text: str


@click.command("doctor")
@project_option
@click.option("--repair", is_flag=True, help="Make anew what is derived: the board file, the snapshot.")
@format_option
def doctor_command(place: Path, repair: bool, form: str) -> None:
    """Check a project's store; exit status 1 when something is wrong. Only what is derived from the log is repaired."""
    if not (place / LOG_NAME).is_file():
        raise ProjectMissing(place=str(place))
    findings = list(_examine(place, repair))
    if form == "json":
        print_json([{"what": one.what, "sound": one.sound, "text": one.text} for one in findings])
    else:
        out = console()
        for one in findings:
            mark = ("✓ ", "green") if one.sound else ("✗ ", "bold red")
            out.print(Text.assemble(mark, (f"{one.what:<10}", "bold"), f" {one.text}"))
    if not all(one.sound for one in findings):
        raise click.exceptions.Exit(1)


def _examine(place: Path, repair: bool) -> Iterator[Finding]:
    log = SqliteLog(place / LOG_NAME)
    state = State()
    try:
        for record in log.read():
            state = apply(state, record)
            known = log.digests([name for name, _ in messages_in(record)])
            if known != dict(messages_in(record)):
                yield Finding("log", False, f"record {record.seq}: the index of its messages is wrong")
    except (LogBroken, ValueError, KeyError) as error:
        yield Finding("log", False, f"{error}; restore a backup, or export what can be read")
        return
    yield Finding("log", True, f"{state.seq} records in sequence, each readable")
    yield from _derived(place, log, state, repair)
    log.close()


def _derived(place: Path, log: SqliteLog, state: State, repair: bool) -> Iterator[Finding]:
    if (place / snapshot.NAME).exists():
        found = snapshot.load(place, log)
        sound = found is not None and _replayed(found, log) == state
        if not sound and repair:
            (place / snapshot.NAME).unlink()
        text = f"at seq {found.seq}, as replaying gives" if found is not None and sound else "does not fit the log"
        yield Finding("snapshot", sound or repair, text if sound else _said(text, repair, "deleted"))
    try:
        shown = yaml.safe_load((place / BOARD).read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError):
        shown = None
    sound = shown == board_document(state.board)
    if not sound and repair:
        BoardFile(place).write(state.board)
    text = "is the board" if sound else "is not the board as it is, or has edits that were not applied"
    yield Finding("board.yaml", sound or repair, text if sound else _said(text, repair, "written anew"))


def _said(text: str, repair: bool, done: str) -> str:
    return f"{text}: {done}" if repair else f"{text}; --repair mends it"


def _replayed(state: State, log: SqliteLog) -> State:
    for record in log.read(state.seq):
        state = apply(state, record)
    return state


@click.command("backup")
@project_option
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def backup_command(place: Path, file: Path) -> None:
    """Copy a project's log into FILE, while others go on working."""
    if file.exists():
        raise ProjectExists(place=str(file))
    with open_project(place) as project:
        log = project.log
        assert isinstance(log, SqliteLog)
        log.backup(file)
    copy = SqliteLog(file)
    click.echo(f"{copy.last()} records in {file}.")
    copy.close()


@click.command("restore")
@project_option
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def restore_command(place: Path, file: Path) -> None:
    """Make a project of a backup, in a directory that holds none."""
    source = SqliteLog(file)
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
    """Make a project of records, checked by replaying them; raises ProjectExists, or what is wrong with them."""
    if (place / LOG_NAME).exists():
        raise ProjectExists(place=str(place))
    checked: list[Record] = []
    state = State()
    for record in records:
        state = apply(state, record)
        checked.append(record)
    place.mkdir(parents=True, exist_ok=True)
    log = SqliteLog(place / LOG_NAME)
    for batch in _batched(checked):
        log.append(batch)
    BoardFile(place).write(state.board)
    log.close()
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


@click.command("search")
@project_option
@click.argument("text")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 1000), help="At most that many.")
@format_option
def search_command(place: Path, text: str, limit: int, form: str) -> None:
    """Find messages that hold every part of TEXT, in any language; the best first."""
    with open_project(place) as project:
        found = [project.find_message(one) for one in SearchIndex(place, project.log).find(text, limit)]
    if form == "json":
        print_json([message.model_dump(mode="json", by_alias=True) for message in found])
        return
    rows = [(message.id, message.timestamp[:19], message.from_, gist(message)) for message in found]
    console().print(table(("id", "time", "from", "says"), rows) if rows else "Nothing found.")
