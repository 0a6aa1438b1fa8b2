"""What users would otherwise pass messages through: each with the same three calls, and each synced to disk.

`put` returns when the message is on disk. `take` returns messages, and each is marked as taken on disk. A SQLite
connection of each has `synchronous = FULL` and a write-ahead log, as renkei's has.
"""

import os
import sqlite3
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

import litequeue
import persistqueue
from huey.storage import SqliteStorage


class Mailbox(Protocol):
    """A place for messages from one participant to another."""

    def put(self, text: str) -> object:
        """Add a message."""

    def take(self, number: int) -> list[str]:
        """Remove the oldest messages and return them."""

    def left(self) -> int:
        """Return how many messages there are."""


class File:
    """A JSONL file: a line appended and synced; the reader reads all of it, truncates it and syncs."""

    def __init__(self, place: Path) -> None:
        self.path = place.with_suffix(".jsonl")
        self.file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def put(self, text: str) -> object:
        os.write(self.file, text.encode() + b"\n")
        return os.fsync(self.file)

    def take(self, number: int) -> list[str]:
        found = self.path.read_text().splitlines()
        os.ftruncate(self.file, 0)
        os.fsync(self.file)
        return found

    def left(self) -> int:
        return len(self.path.read_text().splitlines())


class Table:
    """A table in SQLite, as one writes it by hand: an insert; a delete that returns the oldest rows."""

    def __init__(self, place: Path) -> None:
        self.db = sqlite3.connect(place.with_suffix(".db"), timeout=60, isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = FULL")
        self.db.execute("CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT)")

    def put(self, text: str) -> object:
        return self.db.execute("INSERT INTO messages (body) VALUES (?)", (text,))

    def take(self, number: int) -> list[str]:
        oldest = "SELECT id FROM messages ORDER BY id LIMIT ?"
        rows = self.db.execute(f"DELETE FROM messages WHERE id IN ({oldest}) RETURNING id, body", (number,)).fetchall()
        return [body for _, body in sorted(rows)]

    def left(self) -> int:
        return int(self.db.execute("SELECT count(*) FROM messages").fetchone()[0])


class Lite:
    """`litequeue`, with `synchronous = FULL`: it sets NORMAL itself. A message is locked, and then done."""

    def __init__(self, place: Path) -> None:
        self.queue = litequeue.LiteQueue(place.with_suffix(".db"), timeout=60)
        self.queue.conn.execute("PRAGMA synchronous = FULL")

    def put(self, text: str) -> object:
        return self.queue.put(text)

    def take(self, number: int) -> list[str]:
        taken = [self.queue.pop() for _ in range(number)]
        for one in taken:
            self.queue.done(one.message_id)
        return [one.data for one in taken]

    def left(self) -> int:
        return int(self.queue.qsize())


class Persist:
    """`persist-queue`, its SQLite queue with acknowledgements; SQLite's default is FULL."""

    def __init__(self, place: Path) -> None:
        self.queue = persistqueue.SQLiteAckQueue(str(place), timeout=60)

    def put(self, text: str) -> object:
        return self.queue.put(text)

    def take(self, number: int) -> list[str]:
        taken = [self.queue.get(block=False) for _ in range(number)]
        for one in taken:
            self.queue.ack(one)
        return taken

    def left(self) -> int:
        return int(self.queue._count())


class Jobs:
    """`huey`, the queue of its jobs in SQLite, with its option `fsync`; a job that was taken is deleted at once."""

    def __init__(self, place: Path) -> None:
        self.storage = SqliteStorage(filename=str(place.with_suffix(".db")), fsync=True, strict_fifo=True, timeout=60)

    def put(self, text: str) -> object:
        return self.storage.enqueue(text.encode())

    def take(self, number: int) -> list[str]:
        return [bytes(self.storage.dequeue()).decode() for _ in range(number)]

    def left(self) -> int:
        return int(self.storage.queue_size())


MAILBOXES: dict[str, type[File | Table | Lite | Persist | Jobs]] = {
    "JSONL file": File,
    "table in SQLite": Table,
    f"litequeue {version('litequeue')}": Lite,
    f"persist-queue {version('persist-queue')}": Persist,
    f"huey {version('huey')} (SQLite)": Jobs,
}
