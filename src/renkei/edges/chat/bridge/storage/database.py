"""The SQLite file of a bridge. Each class that stores something in it has its own tables and connection."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar

from renkei.edges.chat.errors import BridgeFileDamagedError
from renkei.errors import LogNotWritableError
from renkei.log.forks import no_fork

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""The results of SQLite that no retry changes."""

PRIMARY = 0xFF
"""The bits of a result that remain without its details."""


class BridgeDatabase:
    """A connection to the file of a bridge; in memory without a path. Threads may share it.

    Every method raises LogError.
    """

    schema: ClassVar[str]
    """The statements that create the tables."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = Lock()
        with self._translated(), no_fork():
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False, timeout=30)
            self._db.execute("PRAGMA journal_mode = WAL")
            # A power failure may lose the last writes; the bridge then repeats what they recorded.
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.executescript(self.schema)

    def close(self) -> None:
        """Close the file."""
        with self._lock, no_fork():
            self._db.close()

    def _all(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._translated(), self._lock, no_fork(), closing(self._db.execute(statement, values)) as rows:
            return rows.fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._translated(), self._lock, no_fork():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Translate an error of the file, such as a full disk, into LogError, so that the operation is retried."""
        try:
            yield
        except sqlite3.Error as error:
            if self._path is not None and getattr(error, "sqlite_errorcode", 0) & PRIMARY in DAMAGED:
                raise BridgeFileDamagedError(path=str(self._path), name=self._path.name, reason=str(error)) from error
            raise LogNotWritableError(path=str(self._path), reason=str(error)) from error
