"""Care for a project's store: `renkei doctor` looks at all of it, `renkei compact` packs what is old."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import click
import yaml
from rich.text import Text

from renkei.board.document import board_document
from renkei.edges.cli.options import format_option, project_option
from renkei.edges.cli.terminal import console, print_json
from renkei.engine.apply import apply, replay
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.subjects import messages_in, subjects_in
from renkei.errors import LogError, ProjectMissingError, RenkeiError
from renkei.log.sqlite import SqliteLog
from renkei.project.open import LOG_NAME, writable
from renkei.store import snapshot
from renkei.store.board_file import NAME as BOARD
from renkei.store.board_file import BoardFile

SHOWN = 5
"""Faults of the log that are listed; more say nothing new."""

KEEP = 1000
"""Records that compacting leaves where they are: what is asked for most."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the doctor found: what was looked at, whether it is sound, and what was found."""

    what: str
    sound: bool
    text: str


@click.command("doctor")
@project_option
@click.option(
    "--repair", is_flag=True, help="Make anew what is derived: the board file, the snapshot; delete unused blobs."
)
@format_option
def doctor_command(place: Path, repair: bool, form: str) -> None:
    """Check a project's store; exit status 1 when something is wrong. Only what is derived from the log is repaired."""
    if not (place / LOG_NAME).is_file():
        raise ProjectMissingError(path=str(place))
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
    """Look at everything that is stored; what is wrong with the log itself is left for a backup to mend."""
    try:
        log = SqliteLog(place / LOG_NAME, read_only=not writable(place), create=False)
    except LogError as error:
        yield Finding("log", False, f"{error}; restore a backup")
        return
    state, wrong = State(), log.integrity_errors()
    try:
        for record in log.read():
            state = apply(state, record)
            wrong += _misfiled(log, record)
    except (RenkeiError, ValueError, KeyError) as error:
        wrong.append(str(error))
    if state.seq == 0 and not wrong:
        wrong.append("it holds no records")
    for text in wrong[:SHOWN]:
        yield Finding("log", False, f"{text}; restore a backup, or export what can be read")
    if not wrong:
        yield Finding("log", True, f"{state.seq} records in sequence, each readable and found by what it holds")
        yield from _blobs(log, repair)
        yield from _derived(place, log, state, repair)
    log.close()


def _misfiled(log: SqliteLog, record: Record) -> list[str]:
    """Tell whether the log finds a record by its messages, contracts and artifacts."""
    held = messages_in(record)
    if log.content_hashes([name for name, _ in held]) != dict(held):
        return [f"record {record.seq}: the index of its messages is wrong"]
    if not all(log.is_indexed(kind, name, record.seq) for kind, name in subjects_in(record)):
        return [f"record {record.seq}: the index of its contracts and artifacts is wrong"]
    return []


def _blobs(log: SqliteLog, repair: bool) -> Iterator[Finding]:
    unused = log.orphaned_blobs()
    if unused and repair:
        log.delete_orphaned_blobs()
    if unused:
        text = f"{len(unused)} that no record refers to"
        yield Finding("blobs", repair, _said(text, repair, "deleted"))


def _derived(place: Path, log: SqliteLog, state: State, repair: bool) -> Iterator[Finding]:
    """Hold what is derived against the log as it is now: others may have gone on writing."""
    if (place / snapshot.NAME).exists():
        found = snapshot.load(place, log)
        last = log.last()
        state = _replayed(state, log, last)
        sound = found is not None and _replayed(found, log, last) == state
        if not sound and repair:
            (place / snapshot.NAME).unlink()
        text = f"at seq {found.seq}, as replaying gives" if found is not None and sound else "does not fit the log"
        yield Finding("snapshot", sound or repair, text if sound else _said(text, repair, "deleted"))
    file = BoardFile(place)
    with file.held() if writable(place) else nullcontext():
        state = _replayed(state, log, log.last())
        try:
            shown = yaml.safe_load((place / BOARD).read_text(encoding="utf-8"))
        except (OSError, ValueError, yaml.YAMLError):
            shown = None
        sound = shown == board_document(state.board)
        if not sound and repair:
            file.write(state.board)
    text = "is the board" if sound else "is not the board as it is, or has edits that were not applied"
    yield Finding("board.yaml", sound or repair, text if sound else _said(text, repair, "written anew"))


def _said(text: str, repair: bool, done: str) -> str:
    return f"{text}: {done}" if repair else f"{text}; --repair mends it"


def _replayed(state: State, log: SqliteLog, last: int) -> State:
    return replay((record for record in log.read(state.seq) if record.seq <= last), state)


@click.command("compact")
@project_option
@click.option("--keep", default=KEEP, show_default=True, type=click.IntRange(0), help="Records to leave in the log.")
def compact_command(place: Path, keep: int) -> None:
    """Move all but the newest records to `archive.db`, packed to about a tenth, while others go on working.

    Nothing is lost: replay, search and every question read them there.
    """
    if not (place / LOG_NAME).is_file():
        raise ProjectMissingError(path=str(place))
    log = SqliteLog(place / LOG_NAME, create=False)
    before = _size(place)
    with console().status("packing …"):
        moved = log.compact(log.last() - keep)
    log.close()
    click.echo(f"{moved} records moved to the archive; {before:,} bytes before, {_size(place):,} now.")


def _size(place: Path) -> int:
    return sum(file.stat().st_size for file in place.glob("*.db*"))
