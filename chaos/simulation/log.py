"""A log on the simulated disk, with the protocol of SQLite's write-ahead log.

A frame has a length, a mark for the last frame of a commit, and a checksum over itself and all frames before it. A
writer holds the lock, writes its frames after the last commit, syncs, and then publishes the new end in memory that the
processes share. When no process is left, the next one finds the end by reading the file.
"""

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from renkei.engine.record import Record, read_record
from renkei.errors import ConflictError, DuplicateCommandError, LogNotWritableError, LogUncertainError
from renkei.log.memory import MemoryLog
from renkei.log.port import never

if TYPE_CHECKING:
    from simulation.machine import Machine, Process

FILE = "log"
_HEAD = struct.Struct("<IBI")

parsed = lru_cache(maxsize=4096)(read_record)
"""Reads a record; equal bytes give the same record, which is immutable."""


class Index(MemoryLog):
    """What the processes share: the committed records and where the next frame goes."""

    def __init__(self) -> None:
        super().__init__()
        self.end = 0
        self.checksum = 0

    def publish(self, bodies: Sequence[bytes], end: int, checksum: int) -> None:
        """Make a commit visible to every process."""
        self._keep([parsed(body) for body in bodies], bodies)
        self.end, self.checksum = end, checksum


def frame(body: bytes, checksum: int, *, ends: bool) -> tuple[bytes, int]:
    """Return a frame, and the checksum that the next one begins with."""
    checksum = zlib.crc32(body, zlib.crc32(b"%d %d" % (len(body), ends), checksum))
    return _HEAD.pack(len(body), ends, checksum) + body, checksum


def _is_whole(size: int, body: bytes, checksum: int, found: int) -> bool:
    return len(body) == size and checksum == found


def commits(content: bytes) -> Iterator[tuple[list[bytes], int, int]]:
    """Yield the commits of a file up to the first frame that is not whole: the bodies, their end, its checksum."""
    at = checksum = 0
    bodies: list[bytes] = []
    while at + _HEAD.size <= len(content):
        size, ends, found = _HEAD.unpack_from(content, at)
        body = content[at + _HEAD.size : at + _HEAD.size + size]
        if not _is_whole(size, body, frame(body, checksum, ends=bool(ends))[1], found):
            break
        at, checksum = at + _HEAD.size + size, found
        bodies.append(body)
        if ends:
            yield bodies, at, checksum
            bodies = []


def recovered(content: bytes) -> Index:
    """Return what the processes share after they have read a file."""
    index = Index()
    for commit in commits(content):
        index.publish(*commit)
    return index


@contextmanager
def _errors(kind: type[LogNotWritableError | LogUncertainError] = LogNotWritableError) -> Iterator[None]:
    """Translate an error of the disk to one of the log."""
    try:
        yield
    except OSError as error:
        raise kind(path=FILE, reason=str(error)) from error


class SimulatedLog:
    """The log as one process has it open (`renkei.log.port.Log`)."""

    is_current = True

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._machine: Machine = process.machine
        if self._machine.index is None:
            with self.exclusive(), _errors():
                if self._machine.index is None:  # nobody was faster
                    self._machine.recover(process.step)
        process.has_log = True

    @property
    def _index(self) -> Index:
        self._process.check_alive()
        assert self._machine.index is not None
        return self._machine.index

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the lock of the writers; the death of its holder frees it."""
        taken = self._machine.lock.acquire(self._process)
        try:
            yield
        finally:
            if taken:
                self._machine.lock.release(self._process)

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        """Write frames, sync unless a later append may do that, publish."""
        bodies = [record.encode() for record in records]
        with self.exclusive():
            index, seq = self._index, self._index.last()
            if [record.seq for record in records] != list(range(seq + 1, seq + 1 + len(records))):
                raise ConflictError(seq=seq, after=records[0].seq - 1)
            self._check_new(records)
            at, checksum = index.end, index.checksum
            for number, body in enumerate(bodies, 1):
                data, checksum = frame(body, checksum, ends=number == len(bodies))
                with _errors():
                    self._machine.disk.write(FILE, at, data, self._process.step)
                at += len(data)
            if synced:
                with _errors(LogUncertainError):
                    self._machine.disk.sync(FILE, self._process.step)
            self._index.publish(bodies, at, checksum)
        self._process.step("rings")

    def _check_new(self, records: Sequence[Record]) -> None:
        taken = [one.id for one in records if self._index.find(one.id) is not None]
        if taken:
            raise DuplicateCommandError(name=", ".join(taken))

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq."""
        if self._index.last() > after:
            self._process.step(f"reads on after {after}")
        yield from self._index.read(after)

    def last(self) -> int:
        """Return the seq of the last record."""
        return self._index.last()

    def catch_up(self, timeout: float) -> bool:
        """Return True: what is written can be read."""
        return True

    def head(self) -> tuple[int, str]:
        """Return the seq and the hash of the last record."""
        return self._index.head()

    def record_hash(self, seq: int) -> str | None:
        """Return the hash of a record."""
        return self._index.record_hash(seq)

    def find(self, record_id: str) -> Record | None:
        """Return the record of a command id."""
        return self._index.find(record_id)

    def content_hashes(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Return the content hashes of the messages that the log knows."""
        return self._index.content_hashes(message_ids)

    def find_message(self, message_id: str) -> Record | None:
        """Return the record that holds a message."""
        return self._index.find_message(message_id)

    def records_about(self, *subject: object, **page: object) -> Iterator[Record]:
        """Yield the records about a subject."""
        return self._index.records_about(*subject, **page)  # type: ignore[arg-type]

    def names(self, kind: object) -> Iterator[str]:
        """Yield the ids of a kind."""
        return self._index.names(kind)  # type: ignore[arg-type]

    def newest_about(self, kind: object) -> dict[str, int]:
        """Return the newest record of everything of a kind."""
        return self._index.newest_about(kind)  # type: ignore[arg-type]

    def seqs_about(self, kind: object) -> dict[str, list[int]]:
        """Return the records of everything of a kind."""
        return self._index.seqs_about(kind)  # type: ignore[arg-type]

    def vouch_for_snapshot(self, seq: int, sha256: str) -> None:
        """Store the hash of a snapshot; SQLite commits it with a sync, of the log too."""
        with self.exclusive(), _errors(LogUncertainError):
            self._machine.disk.sync(FILE, self._process.step)
            self._machine.disk.vouched[seq] = sha256

    def snapshot_hash(self, seq: int) -> str | None:
        """Return the hash that was stored for a snapshot at a seq."""
        return self._machine.disk.vouched.get(seq)

    def wait(self, after: int, timeout: float, stopped: Callable[[], bool] = never) -> bool:
        """Return whether there is a record after a seq."""
        self._process.step("waits")
        return self.last() > after

    def wake(self) -> None:
        """Do nothing: `wait` returns at once."""

    def close(self) -> None:
        """Do nothing: the process ends."""
