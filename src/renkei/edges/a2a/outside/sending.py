"""Runs the deliveries of one outside agent in a thread with its own event loop.

A slow or silent agent delays only itself. After a failure, the next attempt comes after a pause that doubles; the
problem is reported meanwhile, and replies that are due become overdue as those of any participant.
"""

import asyncio
import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

from renkei.edges.a2a.outside.agent import OutsideAgent
from renkei.edges.a2a.outside.calling import Calls, connected, reason_of
from renkei.edges.a2a.outside.delivering import Delivering
from renkei.edges.a2a.outside.listening import Listening, listening
from renkei.edges.a2a.outside.silence import set_deadlines
from renkei.log.atomic_write import make_plain_directory, open_plain
from renkei.log.file_lock import try_lock
from renkei.project.project import Project

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds before an agent that failed is tried again; each pause doubles the one before."""

HELD_PAUSE = 2.0
"""Seconds after which a process looks again whether another one still connects the agent."""

FIRST_LOOK, LONGEST_LOOK = 0.2, 5.0
"""Seconds between looks at open tasks; each pause is half as long again as the one before, until there is news."""

LONGEST_HEARD_LOOK = 60.0
"""The same for an agent whose streams are all open: they wake its deliveries."""

Report = Callable[[OutsideAgent, str], None]
"""Receives the problem of an agent, or "" when it is over, in any thread."""


class Sending:
    """The deliveries of one agent. `held`: a file that one process holds at a time."""

    def __init__(self, project: Project, agent: OutsideAgent, held: Path | None, report: Report) -> None:
        self.agent = agent
        self._project = project
        self._delivering = Delivering(project, agent.participant)
        self._file = held
        self._report = report
        self._loop = asyncio.new_event_loop()
        self._news, self._over = asyncio.Event(), asyncio.Event()
        self._ended = self._heard = False
        self._pause = FIRST_PAUSE
        self._thread = Thread(target=self._main, name=f"renkei-a2a-{agent.participant}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Have the thread look for messages."""
        self._set(self._news)

    def end(self) -> None:
        """Have the thread end after the request in progress."""
        self._ended = True
        self._set(self._over)
        self.wake()

    def _set(self, event: asyncio.Event) -> None:
        with suppress(RuntimeError):  # the thread has ended, and has closed its loop
            self._loop.call_soon_threadsafe(event.set)

    @property
    def is_running(self) -> bool:
        """Whether the thread has not ended."""
        return self._thread.is_alive()

    def join(self, seconds: float) -> None:
        """Wait until the thread has ended, at most this long."""
        self._thread.join(seconds)

    def _main(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._run())

    async def _run(self) -> None:
        held: int | None = None
        try:
            while not self._ended:
                held = self._take() if held is None else held
                if held is None:
                    await _wait(self._over, HELD_PAUSE)
                    continue
                try:
                    set_deadlines(self._project, self.agent)
                    async with connected(self.agent.address, self.agent.token) as calls:
                        await self._serve(calls)
                except Exception as error:  # whatever an agent answers, the thread goes on
                    if not self._ended:  # else the problem of an agent that has left would stay
                        self._report(self.agent, reason_of(error))
                await _wait(self._over, self._pause * random.uniform(0.5, 1.0))  # noqa: S311 – not a secret
                self._pause = min(2 * self._pause, LONGEST_PAUSE)
        finally:
            if held is not None and held >= 0:
                os.close(held)

    async def _serve(self, calls: Calls) -> None:
        """Deliver and look until something fails; the next connection tries again."""
        async with listening(calls, self._hear) as streams:
            await self._deliver(calls, streams)

    def _hear(self) -> None:
        self._heard = True
        self._news.set()

    async def _deliver(self, calls: Calls, streams: Listening) -> None:
        pause, due = FIRST_LOOK, 0.0
        while not self._ended:
            self._news.clear()
            heard, self._heard = self._heard, False
            sent = await self._delivering.deliver(calls)
            if sent or heard or self._loop.time() >= due:
                news = await self._delivering.look(calls) or sent
                set_deadlines(self._project, self.agent)
                is_heard = streams.follow(self._delivering.tasks, anew=sent)
                pause = FIRST_LOOK if news else min(1.5 * pause, LONGEST_HEARD_LOOK if is_heard else LONGEST_LOOK)
                due = self._loop.time() + pause
            self._report(self.agent, "")
            self._pause = FIRST_PAUSE
            await _wait(self._news, max(0.0, due - self._loop.time()) if self._delivering.waits else None)

    def _take(self) -> int | None:
        """Take the lock; return its handle, -1 for a project without a directory, None if another process has it."""
        if self._file is None:
            return -1
        make_plain_directory(self._file.parent)
        handle = open_plain(self._file, os.O_RDWR | os.O_CREAT)
        if try_lock(handle):
            return handle
        os.close(handle)
        return None


async def _wait(event: asyncio.Event, seconds: float | None) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
