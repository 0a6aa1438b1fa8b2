"""Takes one protection away from the package, from outside, so that the fault that it stands against must be noticed.

`without(NAME)` does it for this process, for the processes that it forks, and for the programs that it starts.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import fault_outcome as outcome
import torn_wal
from bridging import FileChat
from simulation.mutants import MUTANTS

from renkei import Bridge
from renkei.engine.record import Record, read_record
from renkei.errors import LogError, LogUncertainError, StreamUnavailableError
from renkei.log.archive import CHUNK, Archive
from renkei.log.blobs import Blobs
from renkei.log.port import Log
from renkei.log.replication import jetstream, nats_link
from renkei.log.replication.nats_link import NatsLink
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.void import Taken
from renkei.log.sqlite import SqliteLog
from renkei.log.writer_lock import WriterLock
from renkei.project.writing.writer import Writer
from renkei.store import snapshot
from renkei.store.state_codec import load_state

Removal = Callable[[], AbstractContextManager[object]]

IGNORED = 5
"""Disk errors that are ignored before one is reported; without a limit, the filling program would not end."""


@contextmanager
def acknowledged_first() -> Iterator[None]:
    """Write a batch only when the next one comes, or at the end."""
    append, close = SqliteLog.append, SqliteLog.close

    def later(log: Any, records: Sequence[Record], *, synced: bool = True) -> None:
        waiting, log.waiting = getattr(log, "waiting", None), (records, synced)
        if waiting:
            append(log, waiting[0], synced=waiting[1])

    def finish(log: Any) -> None:
        later(log, ())
        close(log)

    with patch.multiple(SqliteLog, append=later, close=finish):
        yield


@contextmanager
def blobs_last() -> Iterator[None]:
    """Write a large body after the record that refers to it."""
    append, put = SqliteLog.append, Blobs.put
    waiting: list[tuple[Blobs, bytes]] = []

    def promise(blobs: Blobs, body: bytes) -> bytes:
        waiting.append((blobs, body))
        return b"sha256:" + outcome.sha256(body)

    def write(log: SqliteLog, records: Sequence[Record], *, synced: bool = True) -> None:
        append(log, records, synced=synced)
        while waiting:
            put(*waiting.pop())

    with patch.object(Blobs, "put", promise), patch.object(SqliteLog, "append", write):
        yield


@contextmanager
def archived_last() -> Iterator[None]:
    """Remove bodies from the log before the archive has them."""

    def compact(log: Any, upto: int) -> int:
        query = "SELECT seq, body FROM records WHERE seq <= ? AND body != x'' ORDER BY seq LIMIT ?"
        while rows := log._database.rows(query, upto, CHUNK):
            with log.exclusive(), log._database.transaction() as db:
                db.execute("UPDATE records SET body = x'' WHERE seq BETWEEN ? AND ?", (rows[0][0], rows[-1][0]))
            Archive.put(log._archive, rows[0][0], [body for _, body in rows])
        return 0

    with patch.object(SqliteLog, "compact", compact):
        yield


def changed_statements(changes: dict[str, str]) -> Removal:
    """Change statements on their way to SQLite."""

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
            return super().execute(changes.get(sql, sql), *more)

    connect = sqlite3.connect
    return lambda: patch.object(sqlite3, "connect", lambda *names, **more: connect(*names, factory=Connection, **more))


@contextmanager
def torn_ends_believed() -> Iterator[None]:
    """Give what stands behind the last commit of a write-ahead log the checksum of a commit, before it is opened."""
    connect = sqlite3.connect

    def believing(name: Any, **more: Any) -> sqlite3.Connection:
        path = Path(str(name).removeprefix("file://").split("?")[0] + "-wal")
        if path.name == "log.db-wal" and path.is_file() and not path.with_name("log.db-shm").exists():
            torn_wal.believe(path)
        return connect(name, **more)

    with patch.object(sqlite3, "connect", believing):
        yield


@contextmanager
def no_lock() -> Iterator[None]:
    """Let every writer believe that it holds the lock."""

    @contextmanager
    def held(lock: WriterLock) -> Iterator[None]:
        yield

    with patch.object(WriterLock, "held", held):
        yield


@contextmanager
def errors_ignored() -> Iterator[None]:
    """Acknowledge what the disk has refused."""
    left = [IGNORED]

    def append(writer: Any, records: Sequence[Record]) -> None:
        left[0] -= 1 if _refused(writer, records) else 0
        if left[0] < 0:
            writer._log.append(records)

    with patch.object(Writer, "_append", append):
        yield


def _refused(writer: Any, records: Sequence[Record]) -> bool:
    with suppress(LogError):
        writer._log.append(records)
        return False
    return True


def _unchecked(path: Path, log: Log) -> Any:
    if not path.is_file():
        return None
    return load_state(path.read_bytes().partition(b"\n")[2])


@contextmanager
def noted_first() -> Iterator[None]:
    """Store the position of the chat before what was heard is taken into the log."""
    take = Bridge._take

    def noted(bridge: Any, heard: Any) -> None:
        bridge._file.heard(heard.cursor, None)
        take(bridge, heard)

    with patch.object(Bridge, "_take", noted):
        yield


@contextmanager
def hoped_for(ignored: type[LogError] = LogUncertainError) -> Iterator[None]:
    """Take a publish for written although no reply came, or another one."""
    publish = jetstream.JetStream.publish

    def hope(stream: Any, *given: Any) -> None:
        with suppress(ignored):
            publish(stream, *given)

    with patch.object(jetstream.JetStream, "publish", hope):
        yield


@contextmanager
def taken_for_new() -> Iterator[None]:
    """Take every message that is a record for the next one, also if it is known."""

    def believed(log: ReplicaLog, seq: int, body: bytes) -> Record | None:
        with suppress(ValueError):
            return read_record(body).model_copy(update={"seq": seq})
        return None

    with patch.object(Taken, "is_new", lambda *_: True), patch.object(ReplicaLog, "_read_body", believed):
        yield


async def _stay(link: Any, client: Any) -> None:
    """Stay with a server that does not answer."""


def _wait(log: Any, seq: int, timeout: float = 0) -> None:
    """Read nothing."""


def _never_again() -> AbstractContextManager[object]:
    """Use a connection as if it never ended."""
    connected = NatsLink._connected
    return patch.object(NatsLink, "_connected", lambda link: link._loop or connected(link))


REMOVALS: dict[str, Removal] = {
    "commands are acknowledged before the commit": acknowledged_first,
    "a large body is written after its record": blobs_last,
    "the log drops a body before the archive has it": archived_last,
    "nothing is synced (synchronous = OFF)": changed_statements(
        {"PRAGMA synchronous = FULL": "PRAGMA synchronous = OFF"}
    ),
    "pages are overwritten in place (journal_mode = OFF)": changed_statements(
        {"PRAGMA journal_mode = WAL": "PRAGMA journal_mode = OFF"}
    ),
    "errors of the disk are ignored": errors_ignored,
    "checksums of the write-ahead log are not compared": torn_ends_believed,
    "the snapshot is not checked": lambda: patch.object(snapshot, "load", _unchecked),
    "no clock is corrected": MUTANTS["the clock is believed"],
    "no writer waits for the lock": no_lock,
    "a turn reads what it did not show": MUTANTS["a turn reads what it did not show"],
    "a post is made again without asking the chat for it": lambda: patch.object(FileChat, "find", lambda *_: None),
    "what was heard is noted before it is taken in": noted_first,
    "the servers do not compare the end of the stream": lambda: patch.object(jetstream, "AFTER", "Renkei-After"),
    "a publish without a reply counts as written": hoped_for,
    "a machine stays with a server that does not answer": lambda: patch.object(NatsLink, "_leave", _stay),
    "a record that is published twice is added twice": taken_for_new,
    "a condition on the last id is sent, though an empty one": lambda: patch.dict(
        jetstream.FORMAT, {"Nats-Expected-Last-Msg-Id": ""}
    ),
    "a process waits for the one that feeds, however long": lambda: patch.object(ReplicaLog, "_read_until", _wait),
    "a machine reads nothing that it did not write": lambda: patch.object(ReplicaLog, "_wait_for", _wait),
    "a replica is not compared with the stream": lambda: patch.object(ReplicaLog, "_compare", lambda log: None),
    "errors of the servers are ignored": lambda: hoped_for(StreamUnavailableError),
    "an open turn keeps nobody out": MUTANTS["an open turn keeps nobody out"],
    "a connection that the servers ended is used": _never_again,
    "the servers' word on rights is not understood": lambda: patch.object(
        nats_link, "_is_about_rights", lambda *_: False
    ),
}
"""Each protection with what takes it away for a block."""


@contextmanager
def without(name: str) -> Iterator[None]:
    """Take a protection away during a block."""
    prelude = f"import unprotected; unprotected.remove({name!r})\n"
    with REMOVALS[name](), patch.object(outcome, "prelude", prelude):
        yield


_KEPT = ExitStack()


def remove(name: str) -> None:
    """Take a protection away for the rest of this process."""
    _KEPT.enter_context(REMOVALS[name]())
