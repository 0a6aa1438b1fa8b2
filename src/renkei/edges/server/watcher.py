"""Wakes all waiting requests of the server, as one subscriber of the project's follower.

A waiting request is a coroutine with a future, and costs nothing until a record concerns it. Each record is read
once. Waiters named in the record are checked at once. Others that it may concern without naming them, such as those
with the role of new work, are checked in a sweep that uses at most 10 % of the time. Without waiters the log is not
followed, so that an idle server does not slow down writers.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import count, islice
from time import monotonic

import anyio.to_thread

from renkei.engine.record import Record
from renkei.engine.views.waking.concern import Concern, named_in, widest
from renkei.engine.views.waking.news import NEVER, Woken, wake
from renkei.engine.views.waking.reasons import end_of_pause, wake_reason
from renkei.project.follower import Problem, Subscription
from renkei.project.project import Project
from renkei.protocol.primitives import seconds_between

KEPT = 256
"""Newest records kept as JSON, read by all requests that follow the log."""

KEPT_BYTES = 16 * 1024 * 1024
"""Bytes of these records at most."""

FEW = 20
"""Participants that a sweep looks at before it looks for new records again."""

SHARE = 10
"""A sweep begins no sooner than this multiple of the last one's duration."""

Entry = tuple[int, bytes]
"""A record: its seq, and its JSON."""

Check = Callable[[], Awaitable[object]]
"""Raises if a request must not be answered any more."""


async def _unchecked() -> None:
    """Check nothing."""


@dataclass(eq=False, slots=True)
class _Waiter:
    """A waiting request: of a participant for work, or "" for any record. Waking it resolves the future."""

    agent: str
    pause: float
    request: int
    """Its number in the order in which requests began."""
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[str | None]

    def wake(self, reason: str | None = None) -> None:
        self.loop.call_soon_threadsafe(self._set, reason)

    def _set(self, reason: str | None) -> None:
        if not self.future.done():
            self.future.set_result(reason)


class Watcher:
    """Waits for the records of a project on behalf of all requests. `start` it before, `close` it after use."""

    def __init__(self, project: Project, on_problem: Callable[[Problem | None], None] | None = None) -> None:
        self._project = project
        self._on_problem = on_problem
        self._seq = project.state.seq
        self._recent: deque[Entry] = deque()
        self._recent_bytes = 0
        self._waiting: dict[str, set[_Waiter]] = {}
        self._woken: dict[str, Woken] = {}
        """For what each agent was woken last."""
        self._requests = count()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._subscription: Subscription | None = None
        self._resumes = True
        """Whether there were no waiters since the last look, so that the log was not followed."""
        self._to_sweep: list[str] = []
        self._sweep_at = 0.0
        self._stale: Concern = "named"
        """Which waiters need a sweep because of records since the last one. Named waiters were checked at once."""

    @property
    def seq(self) -> int:
        """The newest record seen; without waiters there may be newer ones."""
        return self._seq

    @property
    def waits(self) -> bool:
        """Whether any request waits."""
        return bool(self._waiting)

    @property
    def closed(self) -> bool:
        """Whether the server is closing, so that requests should stop waiting."""
        return self._closed.is_set()

    def start(self) -> None:
        """Begin to watch."""
        self._subscription = self._project.follower.subscribe(
            "server", self._look_round, self._on_problem, follows=False
        )

    def close(self) -> None:
        """Wake all waiters, and end."""
        self._closed.set()
        if self._subscription is not None:
            self._subscription.end()
        with self._lock:
            waiters = [one for found in self._waiting.values() for one in found]
        for one in waiters:
            one.wake()

    async def wait_for_work(self, agent: str, timeout: float, pause: float, check: Check = _unchecked) -> str | None:
        """Return why an agent should take a turn, as `Project.wait_for_work`; None after `timeout` seconds.

        A reason that was given to the agent, which then took no turn, is given again only after a while. So no request
        takes one whose client has gone: it must be cancelled, and what it was given is noted as its last step, after
        `check`. A connection may also end without a sign, so of several requests of an agent the newest is answered.
        """
        request = next(self._requests)
        try:
            return await self._wait_for_work(request, agent, timeout, pause, check)
        finally:
            for one in self._waiters([agent]):
                one.wake()  # the newest of the others looks again

    async def _wait_for_work(self, request: int, agent: str, timeout: float, pause: float, check: Check) -> str | None:
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while True:
            waiter = self._add(agent, pause, request)  # before the look, so that no record is lost between
            try:
                last = self._woken.get(agent, NEVER)
                found, due = await anyio.to_thread.run_sync(self._look, agent, pause, last)
                if found is not None and self._is_newest(waiter):
                    await check()
                    if self._woken.get(agent, NEVER) is last:
                        self._woken[agent] = found
                        return found.reason
                    continue  # another request was given a reason
                left = end - loop.time()
                if left <= 0 or self.closed:
                    await check()
                    return None
                async with asyncio.timeout(min(left, due)):
                    await waiter.future
            except TimeoutError:
                continue
            finally:
                self._remove(waiter)

    def _is_newest(self, waiter: _Waiter) -> bool:
        return all(one.request <= waiter.request for one in self._waiters([waiter.agent]))

    async def wait_for_record(self, after: int, timeout: float) -> None:
        """Wait until there is a record after a seq, at most `timeout` seconds."""
        waiter = self._add("", 0.0, next(self._requests))
        try:
            async with asyncio.timeout(timeout):
                while self._seq <= after and not self.closed:
                    await waiter.future
                    waiter.future = waiter.loop.create_future()
        except TimeoutError:
            pass
        finally:
            self._remove(waiter)

    async def records(self, after: int, limit: int, *, certain: bool = False) -> list[Entry]:
        """Return at most `limit` records after a seq; `certain`: also records that the follower has not seen yet."""
        recent = list(self._recent)
        if recent and recent[0][0] <= after + 1 <= recent[-1][0]:
            return [one for one in recent if one[0] > after][:limit]
        if after >= self._seq and not certain:
            return []
        return await anyio.to_thread.run_sync(self._read, after, limit)

    async def newest(self) -> int:
        """Return the seq of the last record of the log."""
        return await anyio.to_thread.run_sync(self._project.log.last)

    def _read(self, after: int, limit: int) -> list[Entry]:
        return [(one.seq, one.to_json()) for one in islice(self._project.records(after), limit)]

    def _add(self, agent: str, pause: float, request: int) -> _Waiter:
        loop = asyncio.get_running_loop()
        waiter = _Waiter(agent, pause, request, loop, loop.create_future())
        with self._lock:
            self._waiting.setdefault(agent, set()).add(waiter)
            if self._resumes and self._subscription is not None:
                self._subscription.follows = True
                self._subscription.ask()
        return waiter

    def _remove(self, waiter: _Waiter) -> None:
        with self._lock:
            others = self._waiting[waiter.agent]
            others.discard(waiter)
            if not others:
                del self._waiting[waiter.agent]
            if not self._waiting and self._subscription is not None:
                self._resumes, self._subscription.follows = True, False

    def _look(self, agent: str, pause: float, last: Woken) -> tuple[Woken | None, float]:
        """Return for what to wake an agent now, and in how many seconds to look again (infinite if not at all).

        `last` is for what it was woken last.
        """
        reason = self._project.wake_reason(agent, pause)
        state = self._project.state
        at = max(state.at, self._project.time())
        if reason is not None:
            found = wake(last, state, agent, reason, at)
            if isinstance(found, Woken):
                return found, float("inf")
            return None, float("inf") if found is None else found + 0.001
        due = end_of_pause(state, agent, at, pause)
        return None, float("inf") if due is None else max(0.0, seconds_between(at, due)) + 0.001

    def _look_round(self) -> float | None:
        """Wake the waiters that new records concern; return the seconds until the sweep continues, or None."""
        if not self.waits:
            return None
        if self._resumes:
            self._resume()
        elif self._notice():
            return 0.0
        self._sweep()
        if self._to_sweep:
            return 0.0
        return None if self._stale == "named" else max(0.0, self._sweep_at - monotonic())

    def _resume(self) -> None:
        """Follow the log again from its end. A sweep catches records that arrived after the waiters' last check."""
        self._resumes = False
        self._recent, self._recent_bytes = deque(), 0  # the next that are kept do not follow those
        self._seq = self._project.log.last()
        self._stale = "everyone"
        for one in self._waiters([""]):
            one.wake()

    def _notice(self) -> bool:
        """Read new records, and wake those who follow the log or are named in them; return whether to look again."""
        found = list(islice(self._project.records(self._seq), KEPT))
        if not found:
            return False
        for record in found:
            self._keep((record.seq, record.to_json()))
        self._seq = found[-1].seq
        concern = widest(found, self._stale)
        self._stale = "everyone"  # if the next line fails, a sweep finds those that are named
        self._wake_named(found)
        self._stale = concern
        for one in self._waiters([""]):
            one.wake()
        return len(found) == KEPT

    def _keep(self, entry: Entry) -> None:
        """Keep a record for followers, dropping the oldest beyond the limits of number and bytes."""
        self._recent.append(entry)
        self._recent_bytes += len(entry[1])
        while len(self._recent) > KEPT or self._recent_bytes > KEPT_BYTES:
            self._recent_bytes -= len(self._recent.popleft()[1])

    def _wake_named(self, records: Iterable[Record]) -> None:
        state = self._project.state
        named = {name for record in records for name in named_in(record, state)}
        with self._lock:
            named &= self._waiting.keys()
        self._inform(named)

    def _sweep(self) -> None:
        """Check the next few waiters; a new sweep begins if records since the last one may concern others."""
        began = monotonic()
        if not self._to_sweep:
            if self._stale == "named" or began < self._sweep_at:
                return
            with self._lock:
                self._to_sweep = [one for one in self._waiting if one]
            if self._stale == "readers":
                unread = self._project.state.unread
                self._to_sweep = [one for one in self._to_sweep if one in unread]
            self._stale, self._sweep_at = "named", began
        self._inform(self._to_sweep[:FEW])
        self._to_sweep = self._to_sweep[FEW:]
        self._sweep_at = max(self._sweep_at, began) + SHARE * (monotonic() - began)

    def _inform(self, agents: Collection[str]) -> None:
        """Wake the agents that have a reason to act, or for which messages are being gathered."""
        if not agents:
            return
        state = self._project.state
        at = max(state.at, self._project.time())
        for one in self._waiters(agents):
            if one.agent not in state.actors:
                one.wake()  # it has left: its next look says so
                continue
            reason = wake_reason(state, one.agent, at, one.pause)
            last = self._woken.get(one.agent, NEVER)
            if reason is not None and not isinstance(wake(last, state, one.agent, reason, at), Woken):
                continue
            if reason is not None or end_of_pause(state, one.agent, at, one.pause) is not None:
                one.wake(reason)

    def _waiters(self, agents: Iterable[str]) -> list[_Waiter]:
        with self._lock:
            return [waiter for agent in agents for waiter in self._waiting.get(agent, ())]
