"""The waiting coroutines of an event loop, found by what may end their wait: an agent's reason, a record, or the time.

Adding, removing or finding one costs the same however many others wait.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count
from math import inf
from threading import Lock

from anyio import Event

from renkei.engine.views.waking.concern import Concern

SPARE = 100
"""Outdated times that may be kept beside one for each coroutine."""


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
    """When it is to be looked at even without a new record."""


class Waiters:
    """The waiting coroutines; threads may share it."""

    def __init__(self) -> None:
        self._rows: dict[Waiter, None] = {}
        self._by_agent: dict[str | None, dict[Waiter, None]] = {}
        self._readers: dict[Waiter, None] = {}
        """Those whose agent had unread messages when it was looked at last."""
        self._stale: dict[Waiter, None] = {}
        """Those to be looked at because of a record, the longest waiting first."""
        self._times: list[tuple[float, int, Waiter]] = []
        """A heap of the finite times at which some are due. A time is outdated if it is not the one in its row."""
        self._number = count()
        self._changing = Lock()

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._rows)

    def everyone(self) -> list[Waiter]:
        """Return those that wait now."""
        with self._changing:
            return list(self._rows)

    def add(self, row: Waiter) -> None:
        """Add a coroutine, which is due at once."""
        with self._changing:
            self._rows[row] = None
            self._by_agent.setdefault(row.agent, {})[row] = None
            self._put(row)

    def remove(self, rows: Iterable[Waiter]) -> None:
        """Remove coroutines, if they still wait."""
        with self._changing:
            for row in rows:
                if row in self._rows:
                    self._drop(row)

    def _drop(self, row: Waiter) -> None:
        del self._rows[row]
        same = self._by_agent[row.agent]
        del same[row]
        if not same:
            del self._by_agent[row.agent]
        self._readers.pop(row, None)
        self._stale.pop(row, None)

    def concern(self, named: Collection[str], widest: Concern) -> list[Waiter]:
        """Note which coroutines new records may concern; return those to look at first.

        These wait for any record, or for a participant in `named`. The others stay `stale` until they are looked at.
        """
        with self._changing:
            first = [row for agent in (None, *named) for row in self._by_agent.get(agent, ())]
            self._stale |= dict.fromkeys(first)
            if widest != "named":
                self._stale |= self._readers if widest == "readers" else self._rows
            return first

    def take_due(self, now: float) -> list[Waiter]:
        """Return those that are due; each is due again when `looked` says so."""
        with self._changing:
            found: list[Waiter] = []
            while self._times and self._times[0][0] <= now:
                due, _, row = heappop(self._times)
                if self._holds(row, due):
                    row.due = inf
                    found.append(row)
            return found

    def next_due(self) -> float:
        """Return when the next one is due; infinity if none is."""
        with self._changing:
            while self._times and not self._holds(self._times[0][2], self._times[0][0]):
                heappop(self._times)
            return self._times[0][0] if self._times else inf

    @property
    def has_stale(self) -> bool:
        """Whether any is stale."""
        return bool(self._stale)

    def stale(self) -> Iterator[Waiter]:
        """Yield those that are stale, for the longest time first, until each was looked at."""
        while True:
            with self._changing:
                row = next(iter(self._stale), None)
            if row is None:
                return
            yield row

    def looked(self, row: Waiter, due: float, reads: bool) -> None:
        """Note when a coroutine that was looked at is due, and whether its agent has unread messages."""
        with self._changing:
            if row not in self._rows:
                return
            self._stale.pop(row, None)
            if reads:
                self._readers[row] = None
            else:
                self._readers.pop(row, None)
            if due != row.due:
                row.due = due
                self._put(row)

    def _holds(self, row: Waiter, due: float) -> bool:
        return row.due == due and row in self._rows

    def _put(self, row: Waiter) -> None:
        if row.due == inf:
            return
        heappush(self._times, (row.due, next(self._number), row))
        if len(self._times) > SPARE + 2 * len(self._rows):
            self._times = [(one.due, next(self._number), one) for one in self._rows if one.due < inf]
            heapify(self._times)
