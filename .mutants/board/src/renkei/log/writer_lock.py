"""A lock on a side file that queues the writers of a log, across threads and processes.

SQLite's own waiting starves writers under load: one of eight may commit nothing for seconds. `flock` wakes who waits
in turn, and is given back by the kernel when its holder dies.
"""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from renkei.log.forks import ForkAware, watch


class WriterLock(ForkAware):
    """One writer at a time; whoever holds it may pass again. A child made by fork shares nothing of it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._holder = 0
        self._handle = -1
        watch(self)

    @property
    def mine(self) -> bool:
        """Whether this thread holds it."""
        return self._holder == threading.get_ident()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the gate; raises OSError when the side file cannot be opened."""
        if self.mine:
            yield
            return
        with self._lock:
            if self._handle >= 0 and os.fstat(self._handle).st_nlink == 0:
                self._close()  # a file that was deleted holds up nobody who comes later
            if self._handle < 0:
                self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX)
                self._holder = threading.get_ident()
                yield
            finally:
                self._holder = 0
                fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """Give the file back, once nobody holds it."""
        if not self.mine:
            with self._lock:
                self._close()

    def after_fork_in_child(self) -> None:
        """Let go of the parent's open file, which keeps its lock, and of a lock that a thread of the parent held."""
        self._lock, self._holder = threading.Lock(), 0
        self._close()

    def _close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
