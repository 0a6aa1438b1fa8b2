"""The source of streams: signals new records, keeps the newest, and encodes them as server-sent events."""

import json
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import aclosing
from itertools import islice
from threading import Lock
from typing import Protocol

from renkei.engine.record import Record
from renkei.project.project import Project

MOST_RECORDS = 512
"""Newest records that all streams read from memory."""

KEPT_BYTES = 16 * 1024 * 1024
"""Bytes of these records at most, and of the records read for one event."""


class Feed(Protocol):
    """Says when there are new records; the server's watcher is one."""

    @property
    def seq(self) -> int:
        """The newest record that was seen."""

    @property
    def closed(self) -> bool:
        """Whether the server ends."""

    async def newest(self) -> int:
        """Return the seq of the last record of the log."""

    async def wait_for_record(self, after: int, timeout: float) -> None:
        """Wait until there is a record after a seq, at most `timeout` seconds."""


class RecentRecords:
    """The newest records of a project, read once for all streams: a limited number, and of a limited size."""

    def __init__(self, project: Project, kept_bytes: int = KEPT_BYTES) -> None:
        self.project = project
        self._bytes = kept_bytes
        self._kept: deque[tuple[Record, int]] = deque()
        self._size = 0
        self._lock = Lock()

    def after(self, seq: int, limit: int) -> list[Record]:
        """Return at most `limit` records after a seq; fewer, but at least one, where they are large."""
        with self._lock:
            newest = self._kept[-1][0].seq if self._kept else max(seq, self.project.state.seq - MOST_RECORDS)
            if newest < self.project.state.seq:
                self._keep(islice(self.project.records(newest), MOST_RECORDS))
            found = [one for one in self._kept if one[0].seq > seq]
        if found and found[0][0].seq == seq + 1:
            return list(self._first(found, limit))
        return list(self._first(_sized(self.project.records(seq)), limit))

    def _keep(self, records: Iterable[Record]) -> None:
        for one in _sized(records):
            self._kept.append(one)
            self._size += one[1]
            while len(self._kept) > MOST_RECORDS or self._size > self._bytes:
                self._size -= self._kept.popleft()[1]

    def _first(self, records: Iterable[tuple[Record, int]], limit: int) -> Iterator[Record]:
        left = self._bytes
        for record, size in islice(records, limit):
            yield record
            left -= size
            if left <= 0:
                return


def size_of(record: Record) -> int:
    """Return the bytes of a record as JSON, about its size in memory."""
    return len(record.to_json())


def _sized(records: Iterable[Record]) -> Iterator[tuple[Record, int]]:
    return ((one, size_of(one)) for one in records)


def event(seq: int | None, data: str, name: str = "") -> bytes:
    """Return a server-sent event. Without data and name it says how far the stream is; without seq it has no id."""
    lines = [f"event: {name}"] if name else []
    lines += [f"data: {line}" for line in data.splitlines()] if data else []
    lines += [] if seq is None else [f"id: {seq}"]
    return "\n".join([*lines, "", ""]).encode()


async def with_changes(
    stream: AsyncGenerator[bytes, None], name: str, made: Callable[[], object], told: object
) -> AsyncGenerator[bytes, None]:
    """Yield the events of a stream, and a named event whenever a value has changed since it was last sent."""
    async with aclosing(stream):
        async for data in stream:
            yield data
            if (value := made()) != told:
                told = value
                yield event(None, json.dumps(value), name)
