"""Run the calls of a project for one event loop, in its own threads.

A project decides, writes and waits for the disk in calls that block. A coroutine gives each of them to a thread and
waits for it. Cancelling the coroutine has exactly these outcomes:

- **Before the call has begun**, while all threads are taken, cancellation ends the wait: nothing was read or written.
- **While the call runs** it is never interrupted, since a thread cannot be, and a commit is all or nothing anyway. The
  coroutine waits for its end, and cancellation is raised then. What the call wrote is written, as after a call that
  returned; only its result is dropped. So a task that is cancelled during the commit of its turn has ended its turn.
- **After it**, at the next await.

Nothing is left over that only the caller could clear away: a call that begins a turn for a caller that is cancelled
abandons it (`undo`). Calls that clear up, such as the end of a block, begin even in a task that is cancelled (`clear`).
Closing makes a last call; from its beginning, no other begins.

asyncio cancels a task by an exception at its await, and its thread would go on alone; trio and anyio deliver it to a
scope. Both are held back here until the call has ended. The threads are not those of the loop's default pool: what an
application does there, and how many threads it has, is its own concern. A call that was begun never waits for another
coroutine, so any number of threads is enough; more of them let more commits share one sync of the disk.
"""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import Any, TypeVar

from anyio import CancelScope, CapacityLimiter, Event, get_cancelled_exc_class
from anyio.lowlevel import checkpoint_if_cancelled, current_token

from renkei.errors import ProjectClosedError, WrongLoopError

T = TypeVar("T")

THREADS = 16
"""Most calls that run at the same time."""


class Calls:
    """The calls of one event loop. Make it in that loop, and `close` it there."""

    def __init__(self, threads: int = THREADS) -> None:
        self._loop = current_token()
        native: Any = self._loop.native_token
        self._soon: Callable[[Callable[[], object]], object] = (
            native.call_soon_threadsafe if hasattr(native, "call_soon_threadsafe") else native.run_sync_soon
        )
        self._process = os.getpid()
        self._limiter = CapacityLimiter(threads)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="renkei-call")
        self.closed = False

    def check(self) -> None:
        """Raise WrongLoopError in another event loop or a forked process, and ProjectClosedError after `close`."""
        if self._process != os.getpid() or self._loop != current_token():
            raise WrongLoopError
        if self.closed:
            raise ProjectClosedError

    def soon(self, call: Callable[[], object]) -> None:
        """Have a function called in the event loop, from any thread; nothing happens once the loop has ended."""
        with suppress(RuntimeError):
            self._soon(call)

    async def run(self, call: Callable[[], T], undo: Callable[[T], object] | None = None) -> T:
        """Return what a call returns; if the task is cancelled while it runs, `undo` gets the result instead."""
        self.check()
        async with self._limiter:
            self.check()  # it may have been closed meanwhile
            done, cancelled = await self._complete(call)
        try:
            if cancelled is not None:
                raise cancelled
            await checkpoint_if_cancelled()
        except BaseException:
            if undo is not None and done.exception() is None:
                await self.clear(lambda: undo(done.result()))
            raise
        return done.result()

    async def sure(self, call: Callable[[], object]) -> None:
        """Make a call even if the task is cancelled; the task is cancelled after it."""
        self.check()
        await self._surely(call)

    async def clear(self, call: Callable[[], object]) -> None:
        """Make a call as `sure` does; do nothing after `close`, so that the exception of a block is not hidden."""
        if not self.closed:
            await self._surely(call)

    async def close(self, last: Callable[[], object] = lambda: None) -> None:
        """Begin no more calls, make a last one as `sure` does, and end the threads."""
        self.closed = True
        try:
            await self._surely(last)
        finally:
            self._threads.shutdown(wait=False)

    async def _surely(self, call: Callable[[], object]) -> None:
        done, cancelled = await self._complete(call)
        if cancelled is not None:
            raise cancelled
        done.result()

    async def _complete(self, call: Callable[[], T]) -> tuple[Future[T], BaseException | None]:
        """Wait for the end of a call; return it, and the last attempt of asyncio to cancel the task meanwhile."""
        ended, cancelled = Event(), None
        done = self._threads.submit(copy_context().run, call)
        done.add_done_callback(lambda _: self.soon(ended.set))
        with CancelScope(shield=True):
            while not ended.is_set():
                try:
                    await ended.wait()
                except get_cancelled_exc_class() as error:
                    cancelled = error
        return done, cancelled
