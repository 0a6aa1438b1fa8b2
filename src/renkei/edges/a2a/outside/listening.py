"""Streams of an outside agent that wake its deliveries, so that an answer need not wait for the next look.

A stream only says that there is something new; a look finds out what. So nothing is lost if a stream breaks or an agent
offers none: the looks continue, only less often.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress

from renkei.edges.a2a.outside.calling import Calls

MOST_STREAMS = 20
"""Tasks with a stream at a time, the oldest ones; each stream is a connection over HTTP/1."""

SHORTEST_PAUSE = 0.2
"""Seconds after each thing that a stream says until the next is read, so that a talkative agent causes few looks."""


class Listening:
    """The streams of one connection to an agent. `wake` is called when a task has something new."""

    def __init__(self, calls: Calls, wake: Callable[[], None]) -> None:
        self._calls = calls
        self._wake = wake
        self._streams: dict[str, asyncio.Task[None]] = {}

    def follow(self, tasks: Iterable[str], *, anew: bool) -> bool:
        """Have a stream of each open task; return whether all of them are heard.

        A stream that has ended is begun again only if messages were delivered since (`anew`).
        """
        wanted = dict.fromkeys(tasks)
        for name, stream in tuple(self._streams.items()):
            if name not in wanted or (anew and stream.done()):
                self._streams.pop(name).cancel()
        for name in wanted if self._calls.streaming else ():
            if name not in self._streams and len(self._streams) < MOST_STREAMS:
                self._streams[name] = asyncio.create_task(self._listen(name))
        return all(name in self._streams and not self._streams[name].done() for name in wanted)

    async def _listen(self, task: str) -> None:
        with suppress(Exception):  # whatever ends a stream, looks go on
            async for _ in self._calls.subscribe(task):
                self._wake()
                await asyncio.sleep(SHORTEST_PAUSE)

    async def end(self) -> None:
        """End all streams."""
        for one in self._streams.values():
            one.cancel()
        await asyncio.gather(*self._streams.values(), return_exceptions=True)


@asynccontextmanager
async def listening(calls: Calls, wake: Callable[[], None]) -> AsyncIterator[Listening]:
    """Yield the streams of a connection, which end with the block."""
    found = Listening(calls, wake)
    try:
        yield found
    finally:
        await found.end()
