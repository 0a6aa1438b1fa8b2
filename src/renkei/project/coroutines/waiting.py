"""Everything that waits in one event loop, as one subscriber of the project's follower.

A waiting coroutine is a row in a table: no thread, no timer. The follower's thread looks at the table after new records
and when the first row is due, and one call into the event loop wakes all rows that are ready.

To look at one agent takes tens of microseconds, so with a thousand of them the agents that new records name come first:
recipients, and the participants in other events. The others are looked at in slices of `SLICE` seconds, with pauses in
which new records are served, and not at once after an agent was woken: only one thread runs Python at a time, and it
should be the event loop. So a message wakes its reader at once, however many others wait, and a change that reaches
an agent in another way, such as work open to its role, at once with few agents and within a second with a thousand.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from math import inf
from threading import Lock
from time import monotonic

from anyio import Event

from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.errors import ProjectClosedError, RenkeiError
from renkei.project.coroutines.calls import Calls
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

MOST_NAMED = 1_000
"""New records whose participants are looked at first."""

LATE = 5.0
"""Seconds without a turn of the event loop after which it counts as blocked."""

PART = "asyncio"
"""The part of a process that a blocked event loop is reported for."""


@dataclass(eq=False, slots=True)
class Waiter:
    """One waiting coroutine. `agent`: whose work it waits for; None: it waits for a record after `seq`."""

    agent: str | None
    pause: float
    seq: int
    end: float
    ready: Event = field(default_factory=Event)
    outcome: str | None = None
    error: Exception | None = None
    due: float = 0.0
    looked: int = -1
    """The seq of the state that was looked at last."""


class Waiting:
    """The waiting coroutines of one event loop."""

    def __init__(self, project: Project, calls: Calls) -> None:
        self._project = project
        self._calls = calls
        self._rows: dict[Waiter, None] = {}
        self._changing = Lock()
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
            self._rows[row] = None
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
            for row in rows:
                self._rows.pop(row, None)
            if self._subscription is not None and not self._rows:
                self._subscription.follows = False

    def _look(self) -> float | None:
        """Wake the rows that are ready; return the seconds until the next look. Runs in the follower's thread."""
        with self._changing:
            rows = list(self._rows)
        try:
            state = self._project.state
            check_fits(self._project.unfit, state.seq + 1)
            named, now, waiting = self._named(state), monotonic(), len(rows)
            self._look_at([row for row in rows if row.due <= now or row.agent is None or row.agent in named], state)
            if len(self._rows) < waiting and now < self._rested + LONGEST_REST:
                is_complete = False  # who was woken runs now, and this thread would take the interpreter away
            else:
                self._rested = now
                others = [row for row in rows if row.looked < state.seq]
                is_complete = self._look_at(others, state, monotonic() + SLICE)
        except RenkeiError as error:  # as it would be raised in a thread that waits
            self._wake(rows, error)
            return None
        due = min((row.due for row in rows), default=inf) - monotonic()
        wait = min(max(due, 0.0), inf if is_complete else REST, self._watch_loop())
        return None if wait == inf else wait

    def _look_at(self, rows: Iterable[Waiter], state: State, end: float = inf) -> bool:
        """Wake those of some rows that are ready; return False if there was no time for all of them."""
        ready: list[Waiter] = []
        since = monotonic()
        for row in rows:
            now = monotonic()
            if now > since + SLICE:  # the first need not wait for the last
                self._wake(ready)
                ready, since = [], now
            if now > end:
                return False
            if self._is_ready(row, state):
                ready.append(row)
        self._wake(ready)
        return True

    def _is_ready(self, row: Waiter, state: State) -> bool:
        """Look at a row; return whether its coroutine need not wait any longer."""
        row.looked, due = state.seq, inf
        if row.agent is None:
            row.outcome = "record" if state.seq > row.seq else None
        else:
            try:
                at = max(state.at, self._project.time())
                row.outcome, due = reason_in(state, row.agent, at, row.pause)
            except Exception as error:  # such as an agent that has left, or a wrong pause: the others go on waiting
                row.error = error
        now = monotonic()
        row.due = min(now + due, row.end)
        return row.outcome is not None or row.error is not None or not now < row.end

    def _named(self, state: State) -> set[str]:
        """Return the participants that the records since the last look name."""
        before, self._seq = self._seq, state.seq
        if before == state.seq or not before:
            return set()
        records = islice(self._project.log.read(before), MOST_NAMED)
        return {name for record in records for name in participants_in(record, state)}

    def _wake(self, rows: list[Waiter], error: Exception | None = None) -> None:
        """Let the coroutines of rows continue, or fail."""
        if not rows:
            return
        self._remove(rows)
        for row in rows:
            row.due, row.error = inf, error or row.error
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
        self._wake(list(self._rows), ProjectClosedError())


def _end(timeout: float | None) -> float:
    """Return when a wait ends; a timeout that is no number is over at once, as in `Project.wait_for_work`."""
    return inf if timeout is None else monotonic() + timeout


def participants_in(record: Record, state: State) -> Iterator[str]:
    """Yield the participants that a record names: recipients of its messages, and those in its other events."""
    for event in record.events:
        if event.kind == "message_sent":
            yield from event.recipients
            if event.group is not None:
                yield from state.members(event.group)
        else:
            yield from (value for value in vars(event).values() if isinstance(value, str) and value in state.actors)
