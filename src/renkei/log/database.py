"""A SQLite file for a log: WAL, synchronous=FULL, and per process one connection to write and one to read.

Both are closed before the process forks: a child that inherited SQLite's locks would hold none, and could write into a
file that its parent has removed. Every call into SQLite holds a lock that the forking thread takes (see `forks`). A
file in a read-only location is only read.
"""

import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from renkei.errors import LogBrokenError, LogNotWritableError, LogUncertainError
from renkei.log.atomic_write import check_plain, sqlite_files, sync
from renkei.log.forks import ForkAware, no_fork, register, try_no_fork
from renkei.wording.values import quote

TRIES = 5
"""How often a query is tried on a read-only file, while a writer may open or close it."""

LARGEST = 2**63 - 1
"""The largest integer of SQLite. A larger one in a query, such as a seq that a stranger asks for, means this one."""

WAIT = 30.0
"""Seconds to wait for a foreign program that holds the file, such as a copying tool."""


class Database(ForkAware):
    """The connections of this process to one file; each is used by one thread at a time."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self._renew_locks()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._stamp: object = None
        register(self)
        with no_fork():
            _OPEN.close_orphans()

    def _renew_locks(self) -> None:
        self._writing, self._reading = threading.RLock(), threading.RLock()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield the write connection; errors of storage in the block become LogNotWritableError or LogBrokenError."""
        if self.read_only:
            raise LogNotWritableError(path=str(self.path), reason="it was opened read-only")
        with translate_errors(self.path), self._writing:
            if self._writer is None:
                self._sync_wal()
                self._writer = self._connect("rwc")
                self._writer.execute("PRAGMA journal_mode = WAL")
                self._writer.execute("PRAGMA synchronous = FULL")
            yield self._writer

    def _sync_wal(self) -> None:
        """Sync the writes of a killed process: SQLite takes them for committed."""
        wal = self.path.with_name(self.path.name + "-wal")
        check_plain(wal)
        with suppress(FileNotFoundError):
            sync(wal)

    @contextmanager
    def transaction(self, *, synced: bool = True) -> Iterator[sqlite3.Connection]:
        """Yield the write connection in a transaction that is on disk after the block.

        Without `synced` only the operating system has it, and a power failure may take it until a later transaction is
        synced: syncing the write-ahead log makes all earlier transactions durable too.
        """
        with self.writing() as db:
            if not synced:
                db.execute("PRAGMA synchronous = NORMAL")
            try:
                db.execute("BEGIN IMMEDIATE")
                yield db
                self._commit(db)
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            finally:
                if not synced:
                    db.execute("PRAGMA synchronous = FULL")

    def _commit(self, db: sqlite3.Connection) -> None:
        """Commit; raises LogUncertainError if the sync fails, since the write may still survive."""
        try:
            db.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname == "SQLITE_IOERR_FSYNC":
                raise LogUncertainError(path=str(self.path), reason=str(error)) from error
            raise

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Return the rows of a query. Writers do not block it."""
        for attempt in range(TRIES):
            try:
                # An interrupt may occur after any bytecode, so the lock must be one that `with` always releases.
                with translate_errors(self.path), self._reading:
                    found = _execute(self._open_reader(), query, values).fetchall()
                    if self._stamp is None or self._stamp == self._seen():
                        return found
            except LogNotWritableError:
                # A read-only reader may coincide with a writer that opens or closes the file.
                if not self.read_only or attempt == TRIES - 1:
                    raise
            self._forget_reader()
        return found

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield the read connection."""
        with translate_errors(self.path), self._reading:
            yield self._open_reader()

    def _open_reader(self) -> sqlite3.Connection:
        if self._reader is not None and self._stamp is not None and self._stamp != self._seen():
            self._forget_reader()
        if self._reader is None:
            if not self.read_only:
                self._sync_wal()
            self._reader = self._connect("ro" if self.read_only else "rw")
        return self._reader

    def _forget_reader(self) -> None:
        with self._reading:
            reader, self._reader = self._reader, None
            if reader is not None:
                _OPEN.close(reader)

    def _connect(self, mode: str) -> sqlite3.Connection:
        """Open the file; without a WAL, a read-only file is opened as immutable: its directory may not be writable."""
        for path in sqlite_files(self.path):
            check_plain(path)
        wal = self.path.with_name(self.path.name + "-wal")
        still = mode == "ro" and not wal.exists()
        self._stamp = self._seen() if still else None
        name = f"{self.path.absolute().as_uri()}?mode={mode}{'&immutable=1' if still else ''}"
        connection = sqlite3.connect(name, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False)
        _OPEN.owners[connection] = weakref.ref(self)
        try:
            self._check_schema(connection)
        except BaseException:
            _OPEN.close(connection)
            raise
        return connection

    def _check_schema(self, connection: sqlite3.Connection) -> None:
        """Raise LogBrokenError for a file with more than tables and indexes.

        A view or trigger of a stranger could compute for ever, or write something else.
        """
        for name, kind, text in connection.execute("SELECT name, type, sql FROM sqlite_schema"):
            if kind not in ("table", "index") or "VIRTUAL" in str(text).upper().split():
                reason = f"it holds {quote(name)}, and a log has no {kind} of this kind"
                raise LogBrokenError(path=str(self.path), reason=reason)

    def _seen(self) -> object:
        """Return a stamp that changes with every write to a file opened as immutable."""
        wal, found = self.path.with_name(self.path.name + "-wal"), self.path.stat()
        return wal.exists(), found.st_mtime_ns, found.st_size

    def close(self) -> None:
        """Close the connections; the next use opens them again."""
        with self._writing, self._reading:
            self._writer = self._reader = None
            _OPEN.close_all_of(self)

    def before_fork(self) -> None:
        """Close the connections, and keep other threads from opening them again until the fork is over."""
        self._writing.acquire()
        self._reading.acquire()
        self.close()

    def after_fork_in_parent(self) -> None:
        """Allow other threads to continue."""
        self._reading.release()
        self._writing.release()

    def after_fork_in_child(self) -> None:
        """Replace the locks: the threads that wait for the old ones are not in the child."""
        self._renew_locks()

    def __del__(self) -> None:
        if (held := try_no_fork()) is not None:  # else the forking thread, or the next database, closes them
            with held:
                self.close()
                _OPEN.close_orphans()


class _Orphans(ForkAware):
    """Closes the connections of databases that the garbage collector found open while the fork lock was taken.

    A child must not inherit them: its copy of SQLite would believe in locks that only the parent holds.
    """

    def __init__(self) -> None:
        self.owners: dict[sqlite3.Connection, weakref.ref[Database]] = {}
        register(self)

    def before_fork(self) -> None:
        """Close them before the child begins."""
        self.close_orphans()

    def close_orphans(self) -> None:
        """Close them, under the fork lock. During a fork, databases that are alive stay open until it is over."""
        for connection, owner in list(self.owners.items()):
            if owner() is None:
                self.close(connection)

    def close_all_of(self, database: Database) -> None:
        """Close every connection of a database, including any that it lost when interrupted."""
        for connection, owner in list(self.owners.items()):
            if owner() is database:
                self.close(connection)

    def close(self, connection: sqlite3.Connection) -> None:
        """Close a connection; failure is harmless: everything acknowledged is on disk."""
        self.owners.pop(connection, None)
        with suppress(sqlite3.Error):
            connection.close()


_OPEN = _Orphans()


def _execute(reader: sqlite3.Connection, query: str, values: tuple[Any, ...]) -> sqlite3.Cursor:
    try:
        return reader.execute(query, values)
    except OverflowError:
        return reader.execute(query, [_bounded(one) for one in values])


def _bounded(value: Any) -> Any:
    return max(-LARGEST, min(value, LARGEST)) if isinstance(value, int) else value


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Translate errors of storage to LogNotWritableError (nothing was written) or LogBrokenError."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
            raise LogNotWritableError(path=str(path), reason=str(error)) from error
        raise LogBrokenError(path=str(path), reason=str(error)) from error
    except OSError as error:
        raise LogNotWritableError(path=str(path), reason=error.strerror or str(error)) from error
