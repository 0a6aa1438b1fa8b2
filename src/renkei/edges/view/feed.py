"""The stream of a screen: server-sent events, whose id is the seq of the last record they contain.

A batch of records is one event: the cards that a conversation appends, and `record`, which says how far the project is
and what waits for the person. A screen without cards loads itself again.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from itertools import islice
from threading import Lock
from time import monotonic
from typing import Protocol

from renkei.engine.record import Record
from renkei.errors import RenkeiError
from renkei.frozen import frozen
from renkei.project.project import Project

HEARTBEAT = 5.0
"""Seconds without a record after which a stream sends a comment."""

ASK_AGAIN = 5.0
"""Seconds after which a stream asks again whether its person is still signed in."""

BATCH = 100
"""Records that one event contains at most."""

SHORTEST_PAUSE, PAUSE = 0.0125, 0.05
"""Seconds between two events of a stream: what comes in between is one event. The pause grows while records arrive."""

KEPT = 512
"""Newest records that all streams read from memory."""


class Feed(Protocol):
    """Says when there are new records; the server's watcher is one."""

    @property
    def seq(self) -> int:
        """The newest record that was seen."""

    @property
    def closed(self) -> bool:
        """Whether the server ends."""

    async def wait_for_record(self, after: int, timeout: float) -> None:
        """Wait until there is a record after a seq, at most `timeout` seconds."""


class RecentRecords:
    """The newest records of a project, read once for all streams."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._kept: deque[Record] = deque(maxlen=KEPT)
        self._lock = Lock()

    def after(self, seq: int, limit: int) -> list[Record]:
        """Return at most `limit` records after a seq."""
        with self._lock:
            newest = self._kept[-1].seq if self._kept else None
            if newest is not None and newest < self.project.state.seq:
                self._kept.extend(islice(self.project.records(newest), KEPT))
            elif newest is None:
                self._kept.extend(islice(self.project.records(max(seq, self.project.state.seq - KEPT)), KEPT))
            found = [one for one in self._kept if one.seq > seq][:limit]
        if found and found[0].seq == seq + 1:
            return found
        return list(islice(self.project.records(seq), limit))


@frozen
class Stream:
    """What a stream is made of. `cards` returns the markup of records, `waiting` what waits for the person."""

    feed: Feed
    read: Callable[[int, int], Awaitable[list[Record]]]
    cards: Callable[[list[Record]], Awaitable[str]]
    waiting: Callable[[], Awaitable[Mapping[str, object]]]
    check: Callable[[], Awaitable[object]]

    async def events(self, seq: int) -> AsyncIterator[bytes]:
        """Yield the events after a seq until the server ends or the person is no longer signed in."""
        yield b"retry: 500\n: the view follows\n\n"
        ask_at, pause = monotonic() + ASK_AGAIN, SHORTEST_PAUSE
        while not self.feed.closed:
            if monotonic() >= ask_at:
                try:
                    await self.check()
                except RenkeiError:
                    return
                ask_at = monotonic() + ASK_AGAIN
            found = await self.read(seq, BATCH) if self.feed.seq > seq else []
            if found:
                seq = found[-1].seq
                yield event(seq, await self.cards(found))
                yield event(seq, json.dumps({"seq": seq, **await self.waiting()}), "record")
                await asyncio.sleep(pause)
                pause = min(2 * pause, PAUSE)
                continue
            began, pause = monotonic(), SHORTEST_PAUSE
            await self.feed.wait_for_record(seq, HEARTBEAT)
            if monotonic() - began >= HEARTBEAT:
                yield b": still here\n\n"


def event(seq: int, data: str, name: str = "") -> bytes:
    """Return a server-sent event; without data and name it only says how far the stream is."""
    lines = [f"event: {name}"] if name else []
    lines += [f"data: {line}" for line in data.splitlines()] if data else []
    return "\n".join([*lines, f"id: {seq}", "", ""]).encode()
