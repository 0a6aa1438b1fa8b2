"""Creating a project from records: those of a backup, or those of an export."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from renkei.engine.apply import apply
from renkei.engine.record import Record, read_record
from renkei.engine.state import State
from renkei.errors import DocumentError, LogBrokenError, Problem
from renkei.log.sqlite import SqliteLog
from renkei.project.errors import ProjectExistsError
from renkei.store.board_file import BoardFile
from renkei.store.directory import keep_out_of_git
from renkei.store.layout import Layout

BATCH = 500


def claims(state: State) -> str:
    """Return a sentence on who has rights according to records from elsewhere."""
    people = ", ".join(one.id for one in state.everybody() if one.human)
    leads = ", ".join(one.id for one in state.everybody() if one.lead)
    return f"It says that people are: {people or 'none'}; leads: {leads or 'none'}."


def create_from_records(directory: Path, records: Iterator[Record]) -> State:
    """Create a project from records and return its state; raises ProjectExistsError, LogBrokenError, DocumentError.

    The files are written to a temporary directory, and the log is moved last: a crash leaves no project.
    """
    if any(path.exists() for path in Layout(directory).record_files):
        raise ProjectExistsError(path=str(directory))
    checked: list[Record] = []
    state = State()
    for record in records:
        try:
            state = apply(state, record)
        except (ValueError, LookupError) as error:
            raise LogBrokenError(
                path=str(directory), reason=f"record {record.seq} does not follow from the records before it: {error}"
            ) from error
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


def read_records(file: str, lines: Iterator[tuple[int, bytes]]) -> Iterator[Record]:
    """Yield the records of numbered JSON Lines; raises DocumentError with the number of a bad line."""
    for number, line in lines:
        try:
            record = read_record(line)
        except ValueError as error:
            text = str(error).splitlines()[0]
            raise DocumentError(file, [Problem("SYNTAX", "", number, 1, f"not a record: {text}")]) from None
        yield record
