"""The tables of a log file, by the version in `PRAGMA user_version`, and the steps that upgrade an older one.

An empty body means that the record is in the archive; a body that begins with `sha256:` names a blob.
"""

import sqlite3
from collections.abc import Callable
from contextlib import suppress

from renkei.engine.record import read_record
from renkei.engine.subjects import subjects_in
from renkei.errors import LogError
from renkei.log.chain import GENESIS, chained

LAYOUT = 8
"""Version of the tables; a later one is rejected."""

CHAINED = 7
"""The first version with the hashes of records."""

FOLLOWING = 8
"""The first version that says which stream the log follows."""

INDEXED = 6
"""The first version whose index covers every kind of subject."""

VOUCHED = 4
"""The first version with hashes of snapshots."""

ARCHIVED = b""
"""The body of a record that is in the archive."""

Load = Callable[[int, bytes], bytes]
"""Returns the body of the record `seq` from the content of its row."""

_RECORDS = """
CREATE TABLE records (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body BLOB NOT NULL);
CREATE TABLE messages (id TEXT PRIMARY KEY, digest TEXT NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID;
"""
_SUBJECTS = """
CREATE TABLE subjects (
    kind TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, id, seq)
) WITHOUT ROWID;
"""
_SNAPSHOTS = """
CREATE TABLE snapshots (seq INTEGER PRIMARY KEY, sha256 TEXT NOT NULL);
"""


def _add_records(db: sqlite3.Connection, load: Load) -> None:
    _run(db, _RECORDS)


def _add_subjects(db: sqlite3.Connection, load: Load) -> None:
    _run(db, _SUBJECTS)


def _index_again(db: sqlite3.Connection, load: Load) -> None:
    """Index every record by all kinds of subjects: earlier layouts lacked conversations or turns."""
    for seq, body in db.execute("SELECT seq, body FROM records ORDER BY seq"):
        with suppress(LogError, ValueError):  # a damaged record must not keep the others, and `doctor`, from the file
            rows = [(kind, name, seq) for kind, name in subjects_in(read_record(load(seq, body)))]
            db.executemany("INSERT OR IGNORE INTO subjects VALUES (?, ?, ?)", rows)


def _index_suspensions(db: sqlite3.Connection, load: Load) -> None:
    """Index the suspensions of agents, parsing only the few records that contain one."""
    for seq, body in db.execute("SELECT seq, body FROM records ORDER BY seq"):
        with suppress(LogError, ValueError):
            if b'"actor_suspended"' in (found := load(seq, body)):
                rows = [(kind, name, seq) for kind, name in subjects_in(read_record(found)) if kind == "suspension"]
                db.executemany("INSERT OR IGNORE INTO subjects VALUES (?, ?, ?)", rows)


def _index_later(db: sqlite3.Connection, load: Load) -> None:
    """Do nothing: the third layout only added to the index, and a later step rebuilds it."""


def _add_snapshots(db: sqlite3.Connection, load: Load) -> None:
    _run(db, _SNAPSHOTS)


def _add_chain(db: sqlite3.Connection, load: Load) -> None:
    """Add the hashes. An earlier release that still has the file open fails to append: its rows lack a column."""
    db.execute("ALTER TABLE records ADD COLUMN hash BLOB NOT NULL DEFAULT x''")
    previous = GENESIS
    for seq, name, body in db.execute("SELECT seq, id, body FROM records ORDER BY seq").fetchall():
        try:
            previous = chained(previous, seq, name, load(seq, body))
        except (LogError, UnicodeError, AttributeError):  # it fails when it is read, and the records after it do not
            previous = b""
        db.execute("UPDATE records SET hash = ? WHERE seq = ?", (previous, seq))


def _add_follows(db: sqlite3.Connection, load: Load) -> None:
    """Add which stream the log follows, and a column for the signatures of records of a stream.

    An earlier release that still has the file open does not look at the first, but fails to append: its rows lack a
    column.
    """
    _run(db, "ALTER TABLE records ADD COLUMN signature BLOB; CREATE TABLE follows (identity TEXT, address TEXT)")


def _run(db: sqlite3.Connection, script: str) -> None:
    for statement in script.split(";"):  # `executescript` would end the transaction
        db.execute(statement)


STEPS: tuple[Callable[[sqlite3.Connection, Load], None], ...] = (
    _add_records,
    _add_subjects,
    _index_later,
    _add_snapshots,
    _index_again,
    _index_suspensions,
    _add_chain,
    _add_follows,
)
"""The step to each version from the one before."""


def upgrade(db: sqlite3.Connection, found: int, load: Load) -> None:
    """Upgrade a file from version `found` to the newest, inside the open transaction."""
    for step in STEPS[found:]:
        step(db, load)
    db.execute(f"PRAGMA user_version = {LAYOUT}")
