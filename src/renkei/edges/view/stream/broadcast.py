"""The streams of all screens: an event is made once for all screens that show the same.

One task follows the project while anybody watches. It gathers the records that arrive within some milliseconds into a
beat: for each kind of stream the bytes that it sends of them. A stream that is behind, because its browser was away or
reads slowly, makes its own events until it has reached a beat.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

from renkei.edges.view.stream.feed import Feed, event
from renkei.engine.record import Record
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen

HEARTBEAT = 5.0
"""Seconds without a record after which streams send `ALIVE`; pages connect again after three such times of silence."""

ALIVE = event(None, "", "alive")
"""The event of a stream without records. It is no comment, because comments do not reach scripts."""

ASK_AGAIN = 5.0
"""Seconds after which a stream asks again whether its person is still signed in; after a time without records too."""

BATCH = 50
"""Records that one beat contains at most."""

PAUSE = 0.025
"""Seconds after a beat in which records are gathered for the next; later records are sent at once."""

PAUSE_OF_BROWSERS = 0.05
"""Seconds after a full beat, which takes browsers a while to show."""

MOST_BEATS = 4
"""Newest beats that are kept for streams that have not sent them yet."""


@frozen
class Kind:
    """A kind of stream: all that have the same `key` send the same bytes, which `make` returns for records."""

    key: Hashable
    make: Callable[[list[Record]], bytes]


@frozen
class Beat:
    """The bytes of some records for each kind of stream, or why they could not be made."""

    after: int
    upto: int
    made: Mapping[Hashable, bytes | Exception]


class Broadcast:
    """Shared by all streams of a project. `read` returns records after a seq, `run` calls a function in a thread."""

    def __init__(
        self, feed: Feed, read: Callable[[int, int], list[Record]], run: Callable[..., Awaitable[Any]]
    ) -> None:
        self._feed = feed
        self._read = read
        self._run = run
        self._seq = 0
        """The record up to which beats were made."""
        self._beats: deque[Beat] = deque(maxlen=MOST_BEATS)
        self._followed: dict[Hashable, list[Kind]] = {}
        """For each key that streams have, as many kinds as there are streams."""
        self._changed = asyncio.Event()
        """Set after a beat, or a time without one, and replaced: one event wakes all streams without timers."""
        self._task: asyncio.Task[None] | None = None

    @property
    def closed(self) -> bool:
        """Whether the server ends."""
        return self._feed.closed

    @property
    def changed(self) -> asyncio.Event:
        """What is set when something changes next, while streams follow; ask for another one then."""
        return self._changed

    async def events(self, kind: Kind, seq: int, check: Callable[[], Awaitable[object]]) -> AsyncGenerator[bytes, None]:
        """Yield the events of a kind after a seq until the server ends; `check` raises when the person has to leave."""
        yield b"retry: 500\n: the view follows\n\n"
        with self.following(kind) as task:
            ask_at = monotonic() + ASK_AGAIN
            while not self._feed.closed:
                if monotonic() >= ask_at:
                    try:
                        await check()
                    except RenkeiError:
                        return
                    ask_at = monotonic() + ASK_AGAIN
                if self._seq > seq:
                    seq, data = await self._after(kind, seq)
                    yield data
                elif task.done():
                    task.result()  # raises why the project cannot be followed
                    return
                else:
                    await self._changed.wait()
                    if self._seq <= seq:
                        yield ALIVE
                        ask_at = monotonic()

    @contextmanager
    def following(self, kind: Kind) -> Iterator[asyncio.Task[None]]:
        """Join the beats; the first stream starts the task and the last one ends it."""
        self._followed.setdefault(kind.key, []).append(kind)
        task = self._task
        if task is None or task.done():
            task = self._task = asyncio.create_task(self._follow(), name="renkei-view-beats")
        try:
            yield task
        finally:
            others = self._followed[kind.key]
            others.remove(kind)
            if not others:
                del self._followed[kind.key]
            if not self._followed and self._task is not None:
                self._task.cancel()
                self._task = None

    async def _after(self, kind: Kind, seq: int) -> tuple[int, bytes]:
        """Return the next event after a seq: a shared beat if there is one, else an event for this stream alone."""
        for beat in self._beats:
            if beat.after == seq and kind.key in beat.made:
                found = beat.made[kind.key]
                if isinstance(found, Exception):
                    raise found
                return beat.upto, found
        own: tuple[int, bytes] = await self._run(self._make_own, kind, seq, self._seq)
        return own

    def _make_own(self, kind: Kind, seq: int, upto: int) -> tuple[int, bytes]:
        records = self._read(seq, min(BATCH, upto - seq))
        return records[-1].seq, kind.make(records)

    async def _follow(self) -> None:
        try:
            self._seq = await self._feed.newest()  # each stream makes earlier events itself
            self.wake()
            while not self._feed.closed:
                if self._feed.seq <= self._seq:
                    await self._feed.wait_for_record(self._seq, HEARTBEAT)
                    if self._feed.seq <= self._seq:
                        self.wake()  # nothing came: streams say that they are still here
                    continue
                kinds = [found[0] for found in self._followed.values()]
                beat = await self._run(self._make_beat, kinds, self._seq)
                self._beats.append(beat)
                self._seq = beat.upto
                self.wake()
                await asyncio.sleep(PAUSE if beat.upto - beat.after < BATCH else PAUSE_OF_BROWSERS)
        finally:
            self.wake()

    def wake(self) -> None:
        """Let all streams say what has changed beside the records."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _make_beat(self, kinds: list[Kind], after: int) -> Beat:
        records = self._read(after, BATCH)
        return Beat(after, records[-1].seq, {one.key: _made(one, records) for one in kinds})


def _made(kind: Kind, records: list[Record]) -> bytes | Exception:
    """Return the events of a kind for records; an error in one kind ends only its streams."""
    try:
        return kind.make(records)
    except Exception as error:
        return error
