"""The order of machines that write at the same time.

Every machine publishes at the end of the stream that it knows, and the stream refuses all but one. With many busy
machines, most of their work would be refused. So a process that was refused asks for the baton of the stream before it
decides again. The machine that has the baton writes for a short share of time, and then the next one in the queue gets
it. A process asks after a rejection, and stops asking when no other machine wrote while it waited.
Only a process that writes on and on asks now and then without a refusal. Otherwise a fast machine would refuse a slow
one for ever, and never know.

The baton only saves work. The stream alone decides what is written, so nothing goes wrong if a machine has the baton
for too long, or if two have it. Its servers pass it on when its holder does not, because that was killed or stopped.
Without a baton, or with a queue that does not move, a process simply writes.

No clocks of machines are compared. A process measures how long it waited, how long it has had the baton, and for how
long its replica has had no new record.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from weakref import WeakMethod

from renkei.errors import LogError, StreamUnavailableError
from renkei.log.forks import ForkAware, register
from renkei.log.replication.stream import HELD, Baton

ROUND = 0.4
"""Seconds in which the baton should return to a machine. Shares become shorter if it takes longer."""

SHORTEST, LONGEST = 0.01, 0.1
"""Seconds of the shortest and the longest share."""

LINGER = 0.005
"""Seconds that a process keeps the baton for its next command."""

LATE = 0.8 * HELD
"""Seconds after which a process passes the baton in any case: its servers would soon do so."""

STILL = 1.5 * HELD
"""Seconds without a new record after which a waiting process writes without the baton."""

PATIENCE = 10.0
"""Seconds after which a waiting process writes without the baton, although others write."""

ASKING = 5.0
"""Seconds after which a process asks for the baton again: servers that were killed have forgotten their queue. A
process that asks again is the last of the queue, so this is much longer than a round.
"""

WITHOUT = 2.0
"""Seconds until a process asks again after the baton was missing."""

COURTESY = 100
"""Blocks without the baton after which a process asks for it, although it was not refused."""

LOOK = 0.05
"""Seconds between two looks of a waiting process at its replica."""

UNUSED = 5.0
"""Seconds after which the thread that asks for the baton ends."""

PASSING, ENDING = 0.1, 1.0
"""Seconds that closing waits for the thread to pass the baton, and to end."""


class Order(ForkAware):
    """The part of a process in the order of machines; `last` returns the seq of the last record of its replica."""

    def __init__(self, baton: Baton, last: Callable[[], int]) -> None:
        self._baton = baton
        self._replica_last = WeakMethod(last)  # weak: the thread must not keep a dropped log alive
        self.after_fork_in_child()
        register(self)

    def after_fork_in_child(self) -> None:
        """Forget the thread and the baton: both belong to the parent."""
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_needed = False
        self._waiting = self._inside = 0
        self._share = LONGEST
        self._taken = 0.0
        """When this process got the baton that it has; 0 without it."""
        self._used = 0.0
        self._has_written = False
        self._without_until = 0.0
        self._blocks = 0
        """How many blocks have begun since this process last waited."""

    def note_refusal(self) -> None:
        """Ask for the baton before the next block: another machine was first."""
        self._is_needed = monotonic() >= self._without_until

    @contextmanager
    def share(self) -> Iterator[bool]:
        """Wait for the baton if writers were refused, and keep it during a block.

        Yields whether it was waited for, so that other machines may have written since.
        """
        self._blocks += 1
        has_waited = (self._is_needed or self._blocks > COURTESY) and self._wait()
        with self._changed:
            self._inside += 1
        try:
            yield has_waited
        finally:
            with self._changed:
                self._inside -= 1
                self._used, self._has_written = monotonic(), True
                if self._taken and not self._is_mine():
                    self._changed.notify_all()

    def close(self) -> None:
        """Pass the baton and end the thread; the next use starts another."""
        with self._changed:
            thread, self._thread = self._thread, None
            self._changed.notify_all()
        if thread is not None:
            thread.join(PASSING)
            self._baton.close()  # so that it waits no longer
            thread.join(ENDING)

    def _is_mine(self) -> bool:
        """Return whether this process may begin to write."""
        held = monotonic() - self._taken
        return self._taken > 0 and held < (self._share if self._has_written else LATE)

    def _wait(self) -> bool:
        """Return True when this process has got the baton, False if it had it, or is to write without it."""
        with self._changed:
            if self._is_mine() or monotonic() < self._without_until:
                return False
            self._blocks = 0
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._waiting += 1
            self._changed.notify_all()
            try:
                return self._is_passed()
            finally:
                self._waiting -= 1

    def _is_passed(self) -> bool:
        """Wait until the baton is passed to this process; return False if that takes too long."""
        known, began = self._last(), monotonic()
        moved = began
        while not self._is_mine():
            self._changed.wait(LOOK)
            last, now = self._last(), monotonic()
            if last > known:
                known, moved = last, now
            if now < self._without_until or now - moved > STILL or now - began > PATIENCE:
                return False
        return True

    def _last(self) -> int:
        last = self._replica_last()
        return 0 if last is None else last()

    def _run(self) -> None:
        """Ask for the baton while threads wait for it, and pass it on."""
        mine = threading.current_thread()
        with suppress(LogError):  # the replica cannot be read: its writers notice it themselves
            while self._is_wanted(mine):
                try:
                    self._take(mine)
                except StreamUnavailableError:
                    with self._changed:
                        self._is_needed, self._without_until = False, monotonic() + WITHOUT
                        self._changed.notify_all()
        with self._changed:
            if self._thread is mine:
                self._thread = None

    def _is_wanted(self, mine: threading.Thread) -> bool:
        """Wait until a thread waits for the baton; return False, and end, if none does for a while."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._thread is not mine, UNUSED)
            if self._thread is mine and not self._waiting:
                self._thread = None
            return self._thread is mine

    def _take(self, mine: threading.Thread) -> None:
        """Wait for the baton, keep it for a share, and pass it; raises StreamUnavailableError if there is none."""
        known, asked = self._last(), monotonic()
        if not self._baton.take(ASKING):
            with self._changed:
                self._changed.wait(LOOK)  # servers that do not know it say so at once
            return
        try:
            with self._changed:
                self._taken = self._used = monotonic()
                self._has_written = False
                self._share = self._next_share(self._taken - asked)
                self._is_needed = self._last() > known
                self._changed.notify_all()
                while (left := self._left()) > 0 and self._thread is mine:
                    self._changed.wait(min(left, LINGER))  # blocks end without a word
        finally:
            self._taken = 0.0
            self._baton.give()

    def _next_share(self, waited: float) -> float:
        """Return the seconds of a share after a wait; all machines change theirs, so each changes by a half at most."""
        factor = min(max(ROUND / max(waited, SHORTEST), 0.67), 1.5)
        return min(max(self._share * factor, SHORTEST), LONGEST)

    def _left(self) -> float:
        """Return for how many seconds this process keeps the baton if nothing happens."""
        now = monotonic()
        if self._inside or (self._waiting and not self._has_written):
            return self._taken + LATE - now
        return min(self._taken + self._share, self._used + LINGER) - now
