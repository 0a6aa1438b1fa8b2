"""Check a project's files; repair those derived from the log.

Exit status 1 if something is wrong. The log itself is never repaired: restore a backup. With --agents, start each known
coding agent instead, give it nothing to do, and show which can be members of a team.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import click

from renkei.board.state import Board
from renkei.edges.cli.arguments.options import format_option
from renkei.edges.cli.board.unapplied_edits import Standing, standing
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import project_directory
from renkei.engine.apply import apply, replay
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.subjects import messages_in, subjects_in
from renkei.errors import LogError, LogMovedError, RecordUnfitError, RenkeiError
from renkei.immutable.frozen import frozen
from renkei.log.sqlite import SqliteLog
from renkei.project.locations import is_writable, open_log
from renkei.store import snapshot, stream_file
from renkei.store.board_file import BoardFile
from renkei.store.layout import Layout
from renkei.wording.visible import one_line

SHOWN = 5
"""The most errors of the log to list."""

BOARD_FILE: dict[Standing, tuple[bool, str]] = {
    "same": (True, "matches the board"),
    "written": (True, "is behind the log, which is usual while somebody writes"),
    "edited": (False, "does not match the board: somebody edited it (`renkei board edit` opens it)"),
    "missing": (False, "is missing"),
}
"""Whether each standing of the board file is sound, and what it means."""

PAST: dict[Standing, str] = {
    "written": "was behind the log",
    "edited": "did not match the board",
    "missing": "was missing",
}
"""The state of a board file before it was rewritten."""


@frozen
class Finding:
    """The result of one check: what was checked, whether it is sound, and a description."""

    what: str
    sound: bool
    text: str


@click.command("doctor", help=__doc__)
@click.option("--repair", is_flag=True, help="Rewrite the board file, delete a bad snapshot and what no record names.")
@click.option("--agents", is_flag=True, help="Check the coding agents on this machine instead; needs no project.")
@format_option
def command(repair: bool, agents: bool, output_format: str) -> None:
    if agents:
        from renkei.edges.cli.agents_check import check_agents  # their library is slow to import

        if not check_agents(output_format):
            raise click.exceptions.Exit(ExitStatus.REFUSED)
        return
    findings = list(_examine(project_directory(), repair))
    if output_format in DATA:
        print_data(output_format, [{"what": one.what, "sound": one.sound, "text": one.text} for one in findings])
    else:
        out = console()
        for one in findings:
            mark = ("✓ ", "green") if one.sound else ("✗ ", "bold red")
            out.print(Paragraph(Text(one.text), Text.assemble(mark, (f"{one.what:<10} ", "bold"))))
    if not all(one.sound for one in findings):
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def _examine(directory: Path, repair: bool) -> Iterator[Finding]:
    try:
        log = open_log(directory)
    except LogMovedError as error:
        yield Finding("stream", False, str(error))
        return
    except LogError as error:
        yield Finding("log", False, f"{error}; restore a backup")
        return
    state, wrong = State(), log.integrity_errors()
    try:
        for record in log.read():
            state = apply(state, record)
            wrong += _misfiled(log, record)
    except RecordUnfitError as error:
        advice = "use the release that wrote it, or `renkei export` the records before it"
        yield Finding("log", False, f"{_unfit(log, Layout(directory), error)}; {advice}")
        log.close()
        return
    except (RenkeiError, ValueError) as error:
        wrong.append(str(error))
    if state.seq == 0 and not wrong:
        wrong.append("the log is empty")
    if (vouched := log.last_vouched()) > log.last() and not wrong:
        wrong.append(f"the records after {log.last()} are missing: there was a record {vouched}")
    for text in wrong[:SHOWN]:
        yield Finding("log", False, f"{one_line(text)}; restore a backup, or export the readable records")
    if not wrong:
        yield Finding("log", True, f"{counted(state.seq, 'record')}, no gaps, all as written, readable and indexed")
        yield from _stream(directory, log, repair)
        yield from _blobs(log, repair)
        yield from _derived(directory, log, state, repair)
    log.close()


def _unfit(log: SqliteLog, layout: Layout, error: RecordUnfitError) -> str:
    """Return what is known of a record that does not fit."""
    from renkei.edges.cli.signatures import signer_of

    signer = signer_of(log, layout, error.details["seq"])
    return one_line(f"{error.message.rstrip('.')}, signed by {signer}" if signer else error.message.rstrip("."))


def _misfiled(log: SqliteLog, record: Record) -> list[str]:
    """Check that the log finds a record by its messages, contracts and artifacts."""
    held = messages_in(record)
    if log.content_hashes([name for name, _ in held]) != dict(held):
        return [f"record {record.seq}: its messages are not indexed correctly"]
    if not all(log.is_indexed(kind, name, record.seq) for kind, name in subjects_in(record)):
        return [f"record {record.seq}: its contracts or artifacts are not indexed correctly"]
    return []


def _stream(directory: Path, log: SqliteLog, repair: bool) -> Iterator[Finding]:
    """Look at what the log follows, if it does."""
    following = stream_file.load(Layout(directory))
    if following is not None:
        name = f"{following.address}, as {following.machine}"
        text = f"all records of {name}" if log.is_current else f"no server of {name} answers: records may be missing"
        yield Finding("stream", log.is_current, text)
        from renkei.edges.cli.machines import examine_machines  # most projects have no stream
        from renkei.edges.cli.signatures import examine_signatures
        from renkei.log.replication.replica import ReplicaLog

        if isinstance(log, ReplicaLog):
            yield from (Finding(*one) for one in examine_machines(log, following.machine, repair))
            yield from (Finding(*one) for one in examine_signatures(log, Layout(directory), repair))
    elif (left := log.follows()) is not None and left.identity:
        yield Finding("stream", False, str(left.error()))


def _blobs(log: SqliteLog, repair: bool) -> Iterator[Finding]:
    unused = log.orphaned_blobs()
    if unused and repair:
        log.delete_orphaned_blobs()
    if unused:
        text = f"{counted(len(unused), 'blob')} without a record that refers to it"
        yield Finding("blobs", repair, _outcome(text, repair, "deleted"))


def _derived(directory: Path, log: SqliteLog, state: State, repair: bool) -> Iterator[Finding]:
    """Compare the derived files with the log as it is now: other processes may have written since."""
    layout = Layout(directory)
    if layout.snapshot.exists():
        found = snapshot.load(layout.snapshot, log)
        last = log.last()
        state = _replayed(state, log, last)
        sound = found is not None and _replayed(found, log, last) == state
        if not sound and repair:
            layout.snapshot.unlink()
        text = f"matches the log at seq {found.seq}" if found is not None and sound else "does not match the log"
        yield Finding("snapshot", sound or repair, text if sound else _outcome(text, repair, "deleted"))
    for one in layout.edited_boards():
        yield Finding(one.name, True, "edits that are not applied: `renkei board edit` opens them, or delete the file")
    file = BoardFile(layout)
    with file.held() if is_writable(directory) else nullcontext():
        state = _replayed(state, log, log.last())
        yield _board_file(file, layout, state.board, repair)


def _board_file(file: BoardFile, layout: Layout, board: Board, repair: bool) -> Finding:
    """Compare the board file with a board."""
    found = "same" if file.shows(board) else standing(layout, board)
    sound, text = BOARD_FILE[found]
    if found != "same" and repair:
        file.write(board)
        sound, text = True, f"is rewritten: it {PAST[found]}"
    elif not sound:
        text = _outcome(text, repair, "")
    return Finding("board.yaml", sound, text)


def _outcome(text: str, repair: bool, done: str) -> str:
    return f"{text}: {done}" if repair else f"{text}; use --repair to fix"


def _replayed(state: State, log: SqliteLog, last: int) -> State:
    return replay((record for record in log.read(state.seq) if record.seq <= last), state)
