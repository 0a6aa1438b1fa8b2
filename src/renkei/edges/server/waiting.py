"""Requests that wait for records: long poll, server-sent events, and waiting for work."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from time import monotonic
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from renkei.edges.server.call import RequestCall
from renkei.edges.server.models import Work
from renkei.edges.server.watcher import Entry, Watcher
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen

Answer = TypeVar("Answer")

HEARTBEAT = 15.0
"""Seconds without a record after which a stream sends a comment, so that no proxy takes it for dead."""

ASK_AGAIN = 5.0
"""Seconds after which a stream asks again whether its token is valid."""

PAGE = 100
"""Records that a stream reads at once."""

PART = 256 * 1024
"""Bytes after which a stream sends its buffer: small records together, a large one alone."""


@frozen
class WaitingRequest:
    """A request that may wait. `last_seen` is the Last-Event-ID; `check` raises TokenRefusedError."""

    call: RequestCall
    watcher: Watcher
    last_seen: int | None
    check: Callable[[], Coroutine[Any, Any, object]]


async def read_records(visit: WaitingRequest) -> Response:
    """Return records after a seq, the oldest first; with `timeout`, wait for the first."""
    query = visit.call.query
    found = await visit.watcher.records(query.after, query.limit, certain=True)
    if not found and query.timeout:
        await visit.watcher.wait_for_record(query.after, query.timeout)
        await visit.check()
        found = await visit.watcher.records(query.after, query.limit)
    return Response(b"[" + b",".join(body for _, body in found) + b"]", media_type="application/json")


async def follow_records(visit: WaitingRequest) -> Response:
    """Follow the log as server-sent events: `id` is the seq, and Last-Event-ID resumes after it."""
    after = visit.call.query.after if visit.last_seen is None else visit.last_seen
    start = await visit.watcher.newest() if after is None else after
    return StreamingResponse(
        _events(visit, start), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


async def _events(visit: WaitingRequest, seq: int) -> AsyncIterator[bytes]:
    ask_at = monotonic() + ASK_AGAIN
    yield b": records follow\n\n"
    while not visit.watcher.closed:
        if monotonic() >= ask_at:
            try:
                await visit.check()
            except RenkeiError:
                return
            ask_at = monotonic() + ASK_AGAIN
        found = await visit.watcher.records(seq, PAGE)
        for last, part in parts(found):
            yield part
            seq = last
            await asyncio.sleep(0)  # others run, and a connection that has ended is noticed before the next part
        if not found:
            began = monotonic()
            await visit.watcher.wait_for_record(seq, HEARTBEAT)
            if monotonic() - began >= HEARTBEAT:
                yield b": still here\n\n"


def parts(entries: Iterable[Entry], size: int = PART) -> Iterator[tuple[int, bytes]]:
    """Yield records as server-sent events, in parts of at least `size` bytes but for the last, with the last seq."""
    part, last = bytearray(), 0
    for last, body in entries:
        part += b"id: %d\ndata: %b\n\n" % (last, body)
        if len(part) >= size:
            yield last, bytes(part)
            part.clear()
    if part:
        yield last, bytes(part)


async def wait_for_work(visit: WaitingRequest) -> Work:
    """Wait until the caller should take a turn. Deadlines and leases of the project expire during the wait."""
    query = visit.call.query
    return Work(await visit.watcher.wait_for_work(visit.call.caller, query.timeout, query.pause, visit.check))


async def while_connected(request: Request, waiting: Coroutine[Any, Any, Answer]) -> Answer:
    """Return what is waited for; raises ClientDisconnect, and cancels the wait, when the client has gone.

    An agent that connects again would otherwise wait beside its former request, which would take its reason to act.
    """
    tasks = asyncio.ensure_future(waiting), asyncio.ensure_future(_end_of_connection(request))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not tasks[0].done():
            raise ClientDisconnect
        return await tasks[0]
    finally:
        for one in tasks:
            one.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _end_of_connection(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
