"""How a call waits for work without holding up others."""

from collections.abc import Awaitable, Callable
from threading import Event

import anyio
from anyio.to_thread import run_sync

from renkei.project.turns.session import Session

Waiting = Callable[[Session, float], Awaitable[str]]
"""Waits for work, at most so many seconds, and returns the text for the agent."""

Wake = Callable[[str, float], Awaitable[str | None]]
"""Returns why an agent should take a turn; None after so many seconds."""

MOST_THREADS = 1_000
"""How many threads of one server may wait at the same time."""


def wait_in_thread() -> Waiting:
    """Return a function that waits in a separate thread. A cancelled call's thread ends within a few seconds."""
    limiter = anyio.CapacityLimiter(MOST_THREADS)

    async def wait(session: Session, seconds: float) -> str:
        cancelled = Event()
        try:
            return await run_sync(session.wait, seconds, cancelled.is_set, abandon_on_cancel=True, limiter=limiter)
        finally:
            cancelled.set()

    return wait


def wait_with(wake: Wake) -> Waiting:
    """Return a function that waits for `wake`, which watches the log for many agents."""

    async def wait(session: Session, seconds: float) -> str:
        await run_sync(session.rest)
        return session.woken(await wake(session.agent, seconds))

    return wait
