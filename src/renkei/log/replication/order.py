"""The order of machines that write at once.

Every machine publishes at the end of the stream that it knows, and the stream refuses all but one (`replica`). With
many busy machines, most of their work would be refused. So a process whose publish was refused asks for the baton of
the stream before it decides again. The machine that has the baton writes for a moment, then the next one in the queue
gets it. Processes that are never refused never ask, and stop to ask when no one else wrote while they waited.

The baton is only a hint that saves work. The stream decides alone what is written, so it does no harm if a machine has
the baton for too long, or if two have it. A process whose queue does not move for a short time writes without it.

No clocks of machines are compared. A process measures with its own how long it has had the baton, and for how long its
replica has got no new record.
"""

import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from renkei.log.forks import ForkAware, register
from renkei.log.replication.stream import HELD, Baton

SHARE = 0.02
"""Seconds that a process writes for before it passes the baton."""

LINGER = 0.003
"""Seconds that a process keeps the baton for its next command."""

LATE = 0.8 * HELD
"""Seconds after which a process without a success writes no more: the servers will pass the baton soon."""

STILL = 0.5
"""Seconds without a new record after which a process writes without the baton: nobody moves."""

LONGEST = 5.0
"""Seconds after which a process writes without the baton in any case."""

ASKING = 2.0
"""Seconds after which a process asks for the baton again: servers forget who waits when they fail."""

LOOK = 0.05
"""Seconds between two looks of a waiting process at its replica."""

UNUSED = 5.0
"""Seconds after which the thread that asks for the baton ends."""


class Order(ForkAware):
    """The part of a process in the order; `last` returns the seq of the last record of its replica."""

    def __init__(self, baton: Baton, last: Callable[[], int]) -> None:
        self._baton = baton
        self._last = last
        self.is_needed = False
        self.after_fork_in_child()
        register(self)

    def after_fork_in_child(self) -> None:
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._waiting = 0
        self._writing = False
        self._has_written = False
        self._taken = self._used = 0.0
        self._held = False

    @contextmanager
    def place(self) -> Iterator[None]:
        """Wait for the baton if writers are refused, and keep it during a block."""
        if self.is_needed:
            self._wait()
        self._writing = True
        try:
            yield
            self._has_written = True
        finally:
            with self._changed:
                self._writing, self._used = False, monotonic()
                self._changed.notify_all()

    def _is_mine(self) -> bool:
        held = monotonic() - self._taken
        return self._held and (held < SHARE or (not self._has_written and held < LATE))

    def _wait(self) -> None:
        with self._changed:
            if self._is_mine():
                return
            self._waiting += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._changed.notify_all()
            known, began = self._last(), monotonic()
            since = began
            while not self._is_mine():
                self._changed.wait(LOOK)
                now = monotonic()
                if (last := self._last()) > known:
                    known, since = last, now
                if now - since > STILL or now - began > LONGEST:
                    break
            self._waiting -= 1

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._changed.wait_for(lambda: self._waiting, UNUSED):
                    self._thread = None
                    return
            known = self._last()
            if not self._baton.take(ASKING):
                continue
            with self._changed:
                self._held, self._has_written, self._taken = True, False, monotonic()
                self._used = self._taken
                self.is_needed = self._last() > known
                self._changed.notify_all()
                while True:
                    now = monotonic()
                    if self._writing:
                        until = LATE
                    elif not self._is_mine():
                        break
                    elif self._waiting:
                        until = SHARE
                    else:
                        until = self._used + LINGER - now
                    if until <= 0: break
                    self._changed.wait(until)
                self._held = False
            self._baton.give()
