"""Creating a project from records: those of a backup, or those of an export."""

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from renkei.engine.apply import apply
from renkei.engine.record import Record, read_record
from renkei.engine.state import State
from renkei.errors import DocumentError, LogBrokenError, Problem, ProjectExistsError
from renkei.log.chain import GENESIS, chained
from renkei.log.sqlite import SqliteLog
from renkei.store.board_file import BoardFile
from renkei.store.directory import keep_out_of_git
from renkei.store.layout import Layout

BATCH = 500

_HASH = re.compile(rb',"hash":"([0-9a-f]{64})"\}\s*$')
"""The end of an exported line."""


def claims(state: State) -> str:
    """Return a sentence on who has rights according to records from elsewhere."""
    people = ", ".join(one.id for one in state.everybody() if one.human)
    leads = ", ".join(one.id for one in state.everybody() if one.lead)
    return f"It says that people are: {people or 'none'}; leads: {leads or 'none'}."


def create_from_records(directory: Path, records: Iterator[Record]) -> State:
    """Create a project from records and return its state; raises ProjectExistsError, LogBrokenError, DocumentError.

    Also raises RecordUnfitError.

    The files are written to a temporary directory, and the log is moved last: a crash leaves no project.
    """
    if any(path.exists() for path in Layout(directory).record_files):
        raise ProjectExistsError(path=str(directory))
    checked: list[Record] = []
    state = State()
    for record in records:
        try:
            state = apply(state, record)
        except ValueError as error:
            raise LogBrokenError(path=str(directory), reason=str(error)) from error
        checked.append(record)
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory, prefix=".creating-") as temporary:
        log = SqliteLog(Layout(Path(temporary)).log)
        for batch in _batched(checked):
            log.append(batch)
        log.close()
        for path in Layout(Path(temporary)).record_files:
            if path.exists():
                path.replace(directory / path.name)
    keep_out_of_git(directory)
    BoardFile(Layout(directory)).write(state.board)
    return state


def _batched(records: list[Record]) -> Iterator[list[Record]]:
    for start in range(0, len(records), BATCH):
        yield records[start : start + BATCH]


def write_records(records: Iterable[Record], out: BinaryIO) -> int:
    """Write records as JSON Lines, each with its hash in the chain of the lines, and return how many there were."""
    count, head = 0, GENESIS
    for count, record in enumerate(records, 1):  # noqa: B007 – the last number is the count
        body = record.to_json()
        head = chained(head, record.seq, record.id, body)
        out.write(b'%b,"hash":"%b"}\n' % (body[:-1], head.hex().encode()))
    return count


def read_records(file: str, lines: Iterator[tuple[int, bytes]]) -> Iterator[Record]:
    """Yield the records of numbered JSON Lines.

    Raises DocumentError with the number of a bad line, and LogBrokenError for a record that does not fit the chain. A
    file of an earlier release has no hashes.
    """
    head, hashed = GENESIS, None
    for number, line in lines:
        found = _HASH.search(line)
        body = line[: found.start()] + b"}" if found else line
        hashed = found is not None if hashed is None else hashed  # the first line decides
        try:
            record = read_record(body)
        except ValueError as error:
            text = str(error).splitlines()[0]
            raise DocumentError(file, [Problem("SYNTAX", "", number, 1, f"not a record: {text}")]) from None
        head = chained(head, record.seq, record.id, body)
        if hashed and (found is None or found[1].decode() != head.hex()):
            reason = f"line {number}: record {record.seq} is not as it was exported: its hash does not match"
            raise LogBrokenError(path=file, reason=reason)
        yield record
