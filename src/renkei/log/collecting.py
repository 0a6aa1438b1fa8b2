"""Python's garbage collector while a log is read, or a context is built.

Both make many objects that stay, and none in cycles. The collector would walk them again after every 700 new ones
(Python's default), which takes a tenth of the time of a replay, and more than half of that of the first context of an
agent with 10,000 unread messages. So it runs seldom until the work is over. The setting belongs to the whole process:
the last thread that works restores it, unless the application has changed it since.
"""

import gc
from contextlib import ContextDecorator
from threading import Lock
from types import TracebackType

from renkei.log.forks import ForkAware, register

SELDOM = 10_000
"""New objects between two collections during such work."""


class _SeldomCollected(ForkAware, ContextDecorator):
    """A context, or a decorator, in which the collector runs seldom; threads may be in it at the same time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._readers = 0
        self._before: tuple[int, int, int] | None = None
        """The threshold to restore."""
        register(self)

    def __enter__(self) -> None:
        with self._lock:
            self._readers += 1
            before = gc.get_threshold()
            if self._readers == 1 and 0 < before[0] < SELDOM:  # 0: the application has switched the collector off
                self._before = before
                gc.set_threshold(SELDOM, *before[1:])

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._lock:
            self._readers -= 1
            if self._readers == 0:
                self._restore()

    def _restore(self) -> None:
        before, self._before = self._before, None
        if before is not None and gc.get_threshold()[0] == SELDOM:
            gc.set_threshold(*before)

    def after_fork_in_child(self) -> None:
        """Forget the threads that were reading in the parent."""
        self._lock = Lock()
        self._readers = 0
        self._restore()


seldom_collected = _SeldomCollected()
"""The one context of the process."""
