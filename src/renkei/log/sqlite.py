"""A log in one SQLite file: WAL, synchronous=FULL, any number of threads and processes.

An append is acknowledged only after the commit is on disk. `busy_timeout` alone starves writers under load, so a lock
on a side file (flock) queues them; readers need no lock.
"""

import fcntl
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from renkei.engine.record import FORMAT, Record, read_record
from renkei.errors import ConflictError, LogBroken, LogReadOnly, LogTooNew
from renkei.log.index import messages_in

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS records (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, digest TEXT NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID;
PRAGMA user_version = {FORMAT};
"""
_POLL = 0.005


class SqliteLog:
    """Records in a SQLite file at `path`; made when it is not there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._gate_path = path.with_suffix(".lock")
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._prepare()

    def _prepare(self) -> None:
        with self._storage_errors(), self._gate():
            found = self._db.execute("PRAGMA user_version").fetchone()[0]
            if found > FORMAT:
                raise LogTooNew(place=str(self.path), found=found, known=FORMAT)
            if found < FORMAT:
                self._db.executescript(_SCHEMA)

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection of this thread and process; one made before a fork is never used after it."""
        if getattr(self._local, "pid", None) != os.getpid():
            db = sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            self._local.db, self._local.pid = db, os.getpid()
            with self._lock:
                self._all.append(db)
        connection: sqlite3.Connection = self._local.db
        return connection

    @contextmanager
    def _gate(self) -> Iterator[None]:
        """Hold the side file's lock: writers queue here, fairly, instead of racing in SQLite."""
        handle = os.open(self._gate_path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

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
        with self._storage_errors(), self._gate():
            db = self._db
            db.execute("BEGIN IMMEDIATE")
            try:
                last = self.last()
                if [row[0] for row in rows] != list(range(last + 1, last + 1 + len(rows))):
                    raise ConflictError(seq=last, after=rows[0][0] - 1)
                db.executemany("INSERT INTO records VALUES (?, ?, ?)", rows)
                if messages:
                    db.executemany("INSERT INTO messages VALUES (?, ?, ?)", messages)
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq."""
        with self._storage_errors():
            rows = self._db.execute("SELECT seq, body FROM records WHERE seq > ? ORDER BY seq", (after,))
            for expected, (seq, body) in enumerate(rows, after + 1):
                if seq != expected:
                    raise LogBroken(place=str(self.path), reason=f"record {expected} is missing")
                yield self._record(seq, body)

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
        with self._storage_errors():
            return int(self._db.execute("SELECT coalesce(max(seq), 0) FROM records").fetchone()[0])

    def find(self, record_id: str) -> Record | None:
        """Give the record of a command id."""
        return self._one("SELECT seq, body FROM records WHERE id = ?", record_id)

    def find_message(self, message_id: str) -> Record | None:
        """Give the record that holds a message."""
        return self._one(
            "SELECT r.seq, r.body FROM records r JOIN messages m ON m.seq = r.seq WHERE m.id = ?", message_id
        )

    def _one(self, query: str, *values: Any) -> Record | None:
        with self._storage_errors():
            row = self._db.execute(query, values).fetchone()
        return None if row is None else self._record(*row)

    def digests(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Give the digests of the messages that the log knows."""
        if not message_ids:
            return {}
        marks = ",".join("?" * len(message_ids))
        with self._storage_errors():
            rows = self._db.execute(f"SELECT id, digest FROM messages WHERE id IN ({marks})", tuple(message_ids))  # noqa: S608 – only question marks
            return dict(rows.fetchall())

    def wait(self, after: int, timeout: float) -> bool:
        """Wait until there is a record after a seq, looking every few milliseconds."""
        deadline = time.monotonic() + timeout
        while self.last() <= after:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(_POLL, left))
        return True

    def close(self) -> None:
        """Close every connection that this process opened."""
        with self._lock:
            for db in self._all:
                db.close()
            self._all.clear()
        self._local = threading.local()
