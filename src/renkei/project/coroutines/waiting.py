"""Everything that waits in one event loop, as one subscriber of the project's follower.

A waiting coroutine is a row in a table: no thread, no timer. The follower's thread looks at rows after new records and
when the first row is due, and one call into the event loop wakes all rows that are ready.

To look at one agent takes tens of microseconds, so new records are a reason to look only at agents they may concern
(`engine/views/waking/concern.py`). Those that a record names come first: recipients, and the participants in other
events. The others are looked at in slices of `SLICE` seconds, with pauses in which new records are served, and not at
once after an agent was woken: only one thread runs Python at a time, and it should be the event loop. So a message
wakes its reader at once, and costs the same however many others wait. A change that reaches an agent in another way,
such as work open to its role, wakes it at once with few agents and within a second with a thousand.
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from itertools import islice
from math import inf
from threading import Lock
from time import monotonic

from renkei.engine.state import State
from renkei.engine.views.waking.concern import named_in, widest
from renkei.errors import ProjectClosedError, RenkeiError
from renkei.project.coroutines.calls import Calls
from renkei.project.coroutines.waiters import Waiter, Waiters
from renkei.project.follower import Subscription
from renkei.project.project import Project
from renkei.project.refusals import check_fits
from renkei.project.turns.working import reason_in
from renkei.texts.say import say

SLICE = 0.002
"""Seconds for which agents that no new record names are looked at before new records are served."""

REST = 0.02
"""Seconds between two slices."""

LONGEST_REST = 0.1
"""Seconds for which the others are not looked at while new records wake agents."""

MOST_READ = 1_000
"""New records that are read for whom they concern; after more of them, all agents are looked at."""

LATE = 5.0
"""Seconds without a turn of the event loop after which it counts as blocked."""

PART = "asyncio"
"""The part of a process that a blocked event loop is reported for."""


class Waiting:
    """The waiting coroutines of one event loop."""

    def __init__(self, project: Project, calls: Calls) -> None:
        self._project = project
        self._calls = calls
        self._waiters = Waiters()
        self._changing = Lock()
        """Held while the log begins to be followed, or is followed no longer."""
        self._subscription: Subscription | None = None
        self._seq = 0
        self._called = inf
        """When the event loop was called and has not run since."""
        self._reported = False
        self._rested = 0.0
        """When the agents that no new record names were looked at last."""

    async def for_work(self, agent: str, timeout: float | None, pause: float) -> str | None:
        """Wait for a reason for a turn of an agent; see `Project.wait_for_work`."""
        hash(agent)  # a wrong argument fails here, not in the thread that serves all
        return await self._wait(Waiter(str(agent) if agent is None else agent, pause, 0, _end(timeout)))

    async def for_record(self, after: int, timeout: float | None) -> bool:
        """Wait for a record after a seq; see `Project.wait`."""
        return await self._wait(Waiter(None, 0.0, after, _end(timeout))) is not None

    async def _wait(self, row: Waiter) -> str | None:
        self._calls.check()
        if self._subscription is None:
            self._subscription = self._project.follower.subscribe("waiting coroutines", self._look, at_once=False)
        with self._changing:
            self._waiters.add(row)
            self._subscription.follows = True
        self._subscription.ask()
        try:
            await row.ready.wait()
        finally:
            self._remove((row,))
        if row.error is not None:
            raise row.error
        return row.outcome

    def _remove(self, rows: Iterable[Waiter]) -> None:
        with self._changing:
            self._waiters.remove(rows)
            if self._subscription is not None and not self._waiters:
                self._subscription.follows = False

    def _look(self) -> float | None:
        """Wake the rows that are ready; return the seconds until the next look. Runs in the follower's thread."""
        try:
            state, now, waiting = self._project.state, monotonic(), len(self._waiters)
            check_fits(self._project.unfit, state.seq + 1)
            first = dict.fromkeys(self._concerned(state)) | dict.fromkeys(self._waiters.take_due(now))
            self._look_at(first, state)
            if len(self._waiters) >= waiting or now >= self._rested + LONGEST_REST:
                self._rested = now  # else whoever was woken runs now, and this thread would take the interpreter away
                self._look_at(self._waiters.stale(), state, monotonic() + SLICE)
        except RenkeiError as error:  # as it would be raised in a thread that waits
            self._wake(self._waiters.everyone(), error)
            return None
        due = self._waiters.next_due() - monotonic()
        wait = min(max(due, 0.0), REST if self._waiters.has_stale else inf, self._watch_loop())
        return None if wait == inf else wait

    def _concerned(self, state: State) -> list[Waiter]:
        """Return the rows that come first because of the records since the last look."""
        before = self._seq or state.seq
        records = list(islice(self._project.log.read(before), MOST_READ)) if before < state.seq else []
        named = {name for record in records for name in named_in(record, state)}
        is_complete = before + len(records) >= state.seq
        found = self._waiters.concern(named, widest(records) if is_complete else "everyone")
        self._seq = state.seq
        return found

    def _look_at(self, rows: Iterable[Waiter], state: State, end: float = inf) -> None:
        """Wake those of some rows that are ready, until there is no time for more."""
        ready: list[Waiter] = []
        since = monotonic()
        for row in rows:
            now = monotonic()
            if now > since + SLICE:  # the first need not wait for the last
                self._wake(ready)
                ready, since = [], now
            if now > end:
                break
            if self._is_ready(row, state):
                ready.append(row)
        self._wake(ready)

    def _is_ready(self, row: Waiter, state: State) -> bool:
        """Look at a row; return whether its coroutine need not wait any longer."""
        due, reads = inf, False
        if row.agent is None:
            row.outcome = "record" if state.seq > row.seq else None
        else:
            try:
                at = max(state.at, self._project.time())
                row.outcome, due = reason_in(state, row.agent, at, row.pause)
                reads = row.agent in state.unread
            except Exception as error:  # such as an agent that has left, or a wrong pause: the others go on waiting
                row.error = error
        now = monotonic()
        self._waiters.looked(row, min(now + due, row.end), reads)
        return row.outcome is not None or row.error is not None or not now < row.end

    def _wake(self, rows: list[Waiter], error: Exception | None = None) -> None:
        """Let the coroutines of rows continue, or fail."""
        if not rows:
            return
        self._remove(rows)
        for row in rows:
            row.error = error or row.error
        self._called = min(self._called, monotonic())
        self._calls.soon(partial(self._deliver, rows))

    def _deliver(self, rows: Iterable[Waiter]) -> None:
        """Wake coroutines; runs in the event loop."""
        self._called = inf
        for row in rows:
            row.ready.set()
        if self._reported and self._subscription is not None:
            self._subscription.ask()

    def _watch_loop(self) -> float:
        """Report an event loop that runs no more, or that runs again; return the seconds until the next look at it."""
        is_late = monotonic() > self._called + LATE
        if is_late != self._reported:
            self._reported = is_late
            text = say(self._project.known.locale, "asyncio.blocked", seconds=round(LATE)) if is_late else ""
            with suppress(RenkeiError):  # a project that is only read
                self._project.report_problem(text, PART)
        return LATE if self._called < inf else inf

    def close(self) -> None:
        """Wake all coroutines with ProjectClosedError. Waits for a running look."""
        if self._subscription is not None:
            self._subscription.end()
            self._subscription = None
        self._wake(self._waiters.everyone(), ProjectClosedError())


def _end(timeout: float | None) -> float:
    """Return when a wait ends; a timeout that is no number is over at once, as in `Project.wait_for_work`."""
    return inf if timeout is None else monotonic() + timeout
