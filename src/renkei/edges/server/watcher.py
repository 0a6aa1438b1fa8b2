"""Wakes all who wait at the server, as one subscriber of the project's follower.

A waiting request is a coroutine with a future, and costs nothing until a record concerns it. Each record is read
once. Whoever is named in it is looked at at once; everybody else, whom a record can concern without a name (work
for a role, the end of a pause), a moment later, in a sweep that takes at most a tenth of the time. While nobody waits,
the log is not followed, so that a server costs those who append nothing.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from time import monotonic

import anyio.to_thread

from renkei.engine.record import Record
from renkei.engine.views.waking.reasons import end_of_pause, wake_reason
from renkei.project.follower import Problem, Subscription
from renkei.project.project import Project
from renkei.protocol.primitives import seconds_between

KEPT = 256
"""Newest records that are kept as JSON: those who follow the log all read them from here."""

KEPT_BYTES = 16 * 1024 * 1024
"""Bytes of these records at most."""

FEW = 20
"""Participants that a sweep looks at before it looks for new records again."""

SHARE = 10
"""A sweep begins no sooner than after this many times what the last one took."""

Entry = tuple[int, bytes]
"""A record: its seq, and its JSON."""


@dataclass(eq=False, slots=True)
class _Waiter:
    """Who waits: a participant for work, or "" for any record. The future ends when there is something."""

    agent: str
    pause: float
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[str | None]

    def wake(self, reason: str | None = None) -> None:
        self.loop.call_soon_threadsafe(self._set, reason)

    def _set(self, reason: str | None) -> None:
        if not self.future.done():
            self.future.set_result(reason)


class Watcher:
    """Waits for the records of a project, once for everybody. `start` it before, `close` it after use."""

    def __init__(self, project: Project, on_problem: Callable[[Problem | None], None] | None = None) -> None:
        self._project = project
        self._on_problem = on_problem
        self._seq = project.state.seq
        self._recent: deque[Entry] = deque()
        self._recent_bytes = 0
        self._waiting: dict[str, set[_Waiter]] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._subscription: Subscription | None = None
        self._resumes = True
        """Whether nobody has waited since the last look, so that the log was not followed."""
        self._to_sweep: list[str] = []
        self._sweep_at = 0.0
        self._is_stale = False
        """A record came since the last sweep began."""

    @property
    def seq(self) -> int:
        """The newest record that was seen; while nobody waits, there may be newer ones."""
        return self._seq

    @property
    def waits(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    @property
    def closed(self) -> bool:
        """Whether the server ends, so that nobody should wait any longer."""
        return self._closed.is_set()

    def start(self) -> None:
        """Begin to watch."""
        self._subscription = self._project.follower.subscribe(
            "server", self._look_round, self._on_problem, follows=False
        )

    def close(self) -> None:
        """Wake everybody, and end."""
        self._closed.set()
        if self._subscription is not None:
            self._subscription.end()
        with self._lock:
            waiters = [one for found in self._waiting.values() for one in found]
        for one in waiters:
            one.wake()

    async def wait_for_work(self, agent: str, timeout: float, pause: float) -> str | None:
        """Return why an agent should take a turn, as `Project.wait_for_work`; None after `timeout` seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while True:
            waiter = self._add(agent, pause)  # before the look, so that no record is lost between
            try:
                reason, due = await anyio.to_thread.run_sync(self._look, agent, pause)
                left = end - loop.time()
                if reason is not None or left <= 0 or self.closed:
                    return reason
                async with asyncio.timeout(min(left, due)):
                    reason = await waiter.future
                if reason is not None:
                    return reason
            except TimeoutError:
                continue
            finally:
                self._remove(waiter)

    async def wait_for_record(self, after: int, timeout: float) -> None:
        """Wait until there is a record after a seq, at most `timeout` seconds."""
        waiter = self._add("", 0.0)
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
        """Return at most `limit` records after a seq; `certain`: also one that the thread has not seen yet."""
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

    def _add(self, agent: str, pause: float) -> _Waiter:
        loop = asyncio.get_running_loop()
        waiter = _Waiter(agent, pause, loop, loop.create_future())
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

    def _look(self, agent: str, pause: float) -> tuple[str | None, float]:
        """Return why an agent should act now, else in how many seconds messages that are being gathered will say."""
        reason = self._project.wake_reason(agent, pause)
        state = self._project.state
        at = max(state.at, self._project.time())
        due = None if reason is not None else end_of_pause(state, agent, at, pause)
        return reason, float("inf") if due is None else max(0.0, seconds_between(at, due)) + 0.001

    def _look_round(self) -> float | None:
        """Wake whom new records concern; return after how many seconds the sweep goes on."""
        if not self.waits:
            return None
        if self._resumes:
            self._resume()
        elif self._notice():
            return 0.0
        self._sweep()
        if self._to_sweep:
            return 0.0
        return max(0.0, self._sweep_at - monotonic()) if self._is_stale else None

    def _resume(self) -> None:
        """Follow the log again from its end. A sweep finds what came after whoever waits had looked."""
        self._resumes = False
        self._recent, self._recent_bytes = deque(), 0  # the next that are kept do not follow those
        self._seq = self._project.log.last()
        self._is_stale = True
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
        self._is_stale = True
        self._wake_named(found)
        for one in self._waiters([""]):
            one.wake()
        return len(found) == KEPT

    def _keep(self, entry: Entry) -> None:
        """Keep a record for those who follow; the oldest are dropped where they are large."""
        self._recent.append(entry)
        self._recent_bytes += len(entry[1])
        while len(self._recent) > KEPT or self._recent_bytes > KEPT_BYTES:
            self._recent_bytes -= len(self._recent.popleft()[1])

    def _wake_named(self, records: Iterable[Record]) -> None:
        with self._lock:
            waiting = set(self._waiting)
        named = {name for record in records for event in record.events for name in _names(vars(event).values())}
        self._inform(named & waiting)

    def _sweep(self) -> None:
        """Look at the next few of all who wait; a new sweep begins when a record came since the last."""
        began = monotonic()
        if not self._to_sweep:
            if not self._is_stale or began < self._sweep_at:
                return
            self._is_stale = False
            with self._lock:
                self._to_sweep = [one for one in self._waiting if one]
            self._sweep_at = began
        few, self._to_sweep = self._to_sweep[:FEW], self._to_sweep[FEW:]
        self._inform(few)
        self._sweep_at = max(self._sweep_at, began) + SHARE * (monotonic() - began)

    def _inform(self, agents: Collection[str]) -> None:
        """Wake those of some agents who have a reason to act, or for whom messages are being gathered."""
        if not agents:
            return
        state = self._project.state
        at = max(state.at, self._project.time())
        for one in self._waiters(agents):
            if one.agent not in state.actors:
                one.wake()  # it has left: its next look says so
                continue
            reason = wake_reason(state, one.agent, at, one.pause)
            if reason is not None or end_of_pause(state, one.agent, at, one.pause) is not None:
                one.wake(reason)

    def _waiters(self, agents: Iterable[str]) -> list[_Waiter]:
        with self._lock:
            return [waiter for agent in agents for waiter in self._waiting.get(agent, ())]


def _names(values: Iterable[object]) -> Iterable[str]:
    """Yield the texts that stand in fields of an event, among which are the ids of those whom it names."""
    for one in values:
        if isinstance(one, str):
            yield one
        elif isinstance(one, tuple):
            yield from (inner for inner in one if isinstance(inner, str))
