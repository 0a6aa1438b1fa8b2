"""A lock on a side file that queues the writers of a log, across threads and processes.

SQLite's own busy handler starves writers under load: one of eight may commit nothing for seconds. `flock` wakes waiters
in turn, and the kernel releases it when its holder dies.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from renkei.log.atomic_write import open_plain
from renkei.log.forks import ForkAware, no_fork, register
from renkei.log.posix import fcntl


class WriterLock(ForkAware):
    """A reentrant lock for one writer at a time. A forked child shares none of it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._holder = 0
        self._handle = -1
        register(self)

    @property
    def mine(self) -> bool:
        """Whether this thread holds the lock."""
        return self._holder == threading.get_ident()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock during a block; raises OSError when the side file cannot be opened."""
        if self.mine:
            yield
            return
        with self._lock:
            self._open()
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX)
                self._holder = threading.get_ident()
                yield
            finally:
                self._holder = 0
                if self._handle >= 0:  # else this is a child that was forked inside the block
                    fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file once the lock is free."""
        if not self.mine:
            with self._lock:
                self._close()

    def after_fork_in_child(self) -> None:
        """Close the inherited handle: while it is open, the parent's lock outlives the parent."""
        self._lock, self._holder = threading.Lock(), 0
        self._close()

    def _open(self) -> None:
        """Open the side file, recreating it if deleted; a forked child inherits no handle other than `_handle`."""
        with no_fork():
            if self._handle >= 0 and os.fstat(self._handle).st_nlink == 0:
                self._close()  # a lock on a deleted file has no effect
            if self._handle < 0:
                self._handle = open_plain(self._path, os.O_RDWR | os.O_CREAT)

    def _close(self) -> None:
        with no_fork():
            handle, self._handle = self._handle, -1
            if handle >= 0:
                os.close(handle)
