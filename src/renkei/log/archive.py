"""The bodies of old records, compressed in chunks in a file beside the log. The log keeps their seqs and ids.

A chunk is on disk here before the log drops its bodies, and packing a chunk again yields the same chunk, so a kill
between the two loses nothing.
"""

import json
import threading
import zlib
from collections.abc import Sequence
from pathlib import Path

from renkei.errors import LogBrokenError
from renkei.log.database import Database
from renkei.log.forks import ForkAware, register

CHUNK = 256
"""Records in a chunk: large enough to pack well (about a tenth), small enough to read one record in a millisecond."""

_SCHEMA = "CREATE TABLE IF NOT EXISTS chunks (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, body BLOB NOT NULL)"


class Archive(ForkAware):
    """The compressed bodies of a log's oldest records."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._database = Database(path, read_only=read_only)
        self.after_fork_in_child()
        register(self)

    def after_fork_in_child(self) -> None:
        """Replace the lock and forget the cached chunk."""
        self._lock = threading.Lock()
        self._unpacked: tuple[int, list[str]] = (0, [])

    def put(self, first: int, bodies: Sequence[bytes]) -> None:
        """Store the bodies of consecutive records, beginning at seq `first`; durable when this returns."""
        packed = zlib.compress(json.dumps([body.decode() for body in bodies]).encode(), 6)
        with self._database.writing() as db:
            db.execute(_SCHEMA)
        with self._database.transaction() as db:
            db.execute("DELETE FROM chunks WHERE last >= ?", (first,))  # left by another history or by a killed process
            db.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?)", (first, first + len(bodies) - 1, packed))

    def get(self, seq: int) -> bytes:
        """Return the body of a record; raises LogBrokenError if the archive does not hold it."""
        with self._lock:  # consecutive reads share the chunk that was read last
            first, bodies = self._unpacked
            if not first <= seq < first + len(bodies):
                first, bodies = self._unpacked = self._chunk(seq)
            return bodies[seq - first].encode()

    def _chunk(self, seq: int) -> tuple[int, list[str]]:
        path = str(self._database.path)
        if not self._database.path.is_file():
            raise LogBrokenError(path=path, reason=f"record {seq} was moved to it, but the file is missing")
        query = "SELECT first, last, body FROM chunks WHERE first <= ? ORDER BY first DESC LIMIT 1"
        for first, last, packed in self._database.rows(query, seq):
            if seq <= last:
                try:
                    return first, json.loads(zlib.decompress(packed))
                except (zlib.error, ValueError) as error:
                    raise LogBrokenError(
                        path=path, reason=f"the chunk from record {first} is damaged: {error}"
                    ) from error
        raise LogBrokenError(path=path, reason=f"record {seq} is missing")

    def close(self) -> None:
        """Close the file."""
        self._database.close()
