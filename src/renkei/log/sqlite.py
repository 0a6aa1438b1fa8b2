"""A log in one SQLite file: WAL, synchronous=FULL, any number of threads and processes.

An append is acknowledged only after the commit is on disk. Writers queue at a gate beside the file; whoever waits for
a record is woken by a doorbell. Each process has one connection, which is closed before it forks: a child that
inherited SQLite's locks would hold none, and could write into a file that its parent has removed.
"""

import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from renkei.engine.record import FORMAT, Record, read_record
from renkei.errors import ConflictError, DuplicateId, LogBroken, LogReadOnly, LogTooNew
from renkei.log.doorbell import Doorbell
from renkei.log.gate import Gate
from renkei.log.index import messages_in

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS records (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, digest TEXT NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID;
PRAGMA user_version = {FORMAT};
"""
_PAGE = 500
"""Records that are read at once: a long reading holds up no writer of its own process."""


class SqliteLog:
    """Records in a SQLite file at `path`; made when it is not there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._gate = Gate(path.with_suffix(".lock"))
        self._bell = Doorbell(path.with_suffix(".bell"))
        self._lock = threading.RLock()
        self._db: sqlite3.Connection | None = None
        _OPEN.add(self)
        self._prepare()

    def _prepare(self) -> None:
        with self._storage_errors(), self._gate.held(), self._connection() as db:
            found = db.execute("PRAGMA user_version").fetchone()[0]
            if found > FORMAT:
                raise LogTooNew(place=str(self.path), found=found, known=FORMAT)
            if found < FORMAT:
                db.executescript(_SCHEMA)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Hold this process's connection; one thread at a time."""
        with self._lock:
            if self._db is None:
                self._db = sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = FULL")
            yield self._db

    @contextmanager
    def _storage_errors(self) -> Iterator[None]:
        """Say in our words what storage says in its own."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
                raise LogReadOnly(place=str(self.path), reason=str(error)) from error
            raise LogBroken(place=str(self.path), reason=str(error)) from error
        except OSError as error:
            raise LogReadOnly(place=str(self.path), reason=error.strerror or str(error)) from error

    def append(self, records: Sequence[Record]) -> None:
        """Add records in one transaction that is on disk when this returns."""
        rows = [(record.seq, record.id, record.to_json()) for record in records]
        messages = [(name, digest, record.seq) for record in records for name, digest in messages_in(record)]
        with self._storage_errors(), self._gate.held(), self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                last = db.execute("SELECT coalesce(max(seq), 0) FROM records").fetchone()[0]
                if [row[0] for row in rows] != list(range(last + 1, last + 1 + len(rows))):
                    raise ConflictError(seq=last, after=rows[0][0] - 1)
                db.executemany("INSERT INTO records VALUES (?, ?, ?)", rows)
                if messages:
                    db.executemany("INSERT INTO messages VALUES (?, ?, ?)", messages)
                db.execute("COMMIT")
            except sqlite3.IntegrityError:
                db.execute("ROLLBACK")
                raise DuplicateId(name=", ".join(row[1] for row in rows)) from None
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            self._bell.ring()

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq."""
        while rows := self._rows("SELECT seq, body FROM records WHERE seq > ? ORDER BY seq LIMIT ?", after, _PAGE):
            for expected, (seq, body) in enumerate(rows, after + 1):
                if seq != expected:
                    raise LogBroken(place=str(self.path), reason=f"record {expected} is missing")
                yield self._record(seq, body)
            after += len(rows)

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._storage_errors(), self._connection() as db:
            return db.execute(query, values).fetchall()

    def _record(self, seq: int, body: bytes) -> Record:
        try:
            record = read_record(body)
        except ValidationError as error:
            raise LogBroken(place=str(self.path), reason=f"record {seq}: {error.errors()[0]['msg']}") from error
        if record.format > FORMAT:
            raise LogTooNew(place=str(self.path), found=record.format, known=FORMAT)
        return record

    def last(self) -> int:
        """Give the seq of the last record."""
        return int(self._rows("SELECT coalesce(max(seq), 0) FROM records")[0][0])

    def find(self, record_id: str) -> Record | None:
        """Give the record of a command id."""
        return self._one("SELECT seq, body FROM records WHERE id = ?", record_id)

    def find_message(self, message_id: str) -> Record | None:
        """Give the record that holds a message."""
        return self._one(
            "SELECT r.seq, r.body FROM records r JOIN messages m ON m.seq = r.seq WHERE m.id = ?", message_id
        )

    def _one(self, query: str, *values: Any) -> Record | None:
        rows = self._rows(query, *values)
        return self._record(*rows[0]) if rows else None

    def digests(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Give the digests of the messages that the log knows."""
        if not message_ids:
            return {}
        marks = ",".join("?" * len(message_ids))
        return dict(self._rows(f"SELECT id, digest FROM messages WHERE id IN ({marks})", *message_ids))  # noqa: S608 – only question marks

    def wait(self, after: int, timeout: float) -> bool:
        """Wait until there is a record after a seq; an append of another process is seen in less than a millisecond."""
        return self._bell.wait(lambda: self.last() > after, timeout)

    def backup(self, path: Path) -> None:
        """Copy the log into a new file; appends of others before and after are whole in it or not in it."""
        with self._storage_errors(), self._connection() as db:
            copy = sqlite3.connect(path)
            try:
                db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a WAL beside it
            finally:
                copy.close()

    def close(self) -> None:
        """Give back what the log holds; using it again opens it again."""
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None
            self._gate.close()
            self._bell.close()

    def _before_fork(self) -> None:
        self._lock.acquire()
        self.close()

    def _after_fork_in_parent(self) -> None:
        self._lock.release()

    def _after_fork_in_child(self) -> None:
        self._lock = threading.RLock()


_OPEN: "weakref.WeakSet[SqliteLog]" = weakref.WeakSet()


def _all(step: str) -> None:
    for log in list(_OPEN):
        getattr(log, step)()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=lambda: _all("_before_fork"),
        after_in_parent=lambda: _all("_after_fork_in_parent"),
        after_in_child=lambda: _all("_after_fork_in_child"),
    )
