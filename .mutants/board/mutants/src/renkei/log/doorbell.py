"""Tells other processes that a record was appended: a byte read from a side file, which they watch.

Watching the log itself fires before the row is visible. Reading rings as well as writing does, and costs the disk
nothing: a byte that was written would go to disk with the next record. Where the system has no inotify, and where a
ring is missed, waiting looks every few milliseconds.
"""

import os
import select
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

try:
    from inotify_simple import INotify, flags
except (ImportError, OSError):  # not Linux
    INotify = None

POLL = 0.005
"""Seconds between looks where nothing can be watched."""

PATIENCE = 1.0
"""Seconds after which a watcher looks even though nothing rang: a bell that was deleted cannot ring."""


class Doorbell:
    """A side file of one byte that is read after each append."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = -1
        self._idle: list[Any] = []
        self._pid = os.getpid()

    def ring(self) -> None:
        """Wake who waits. A bell that cannot be rung costs them a moment, never a record."""
        try:
            os.pread(self._bell(), 1, 0)
        except OSError:
            self._handle = -1

    def _bell(self) -> int:
        """Give the open bell; one that was deleted meanwhile is made anew."""
        if self._handle < 0 or os.fstat(self._handle).st_nlink == 0:
            if self._handle >= 0:
                os.close(self._handle)
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            if os.fstat(self._handle).st_size == 0:
                os.pwrite(self._handle, b"!", 0)  # reading nothing rings nothing
        return self._handle

    def wait(self, there: Callable[[], bool], timeout: float) -> bool:
        """Wait until something is there, at most `timeout` seconds; tell whether it is."""
        deadline = time.monotonic() + timeout
        watcher = self._take()
        try:
            while True:
                watching = self._watch(watcher)  # from before the look: no ring falls between looking and waiting
                if there():
                    return True
                left = deadline - time.monotonic()
                if left <= 0:
                    return False
                if not watching:
                    time.sleep(min(POLL, left))
                elif select.select([watcher.fileno()], [], [], min(left, PATIENCE))[0]:
                    watcher.read(timeout=0)
        finally:
            if watcher is not None:
                self._idle.append(watcher)

    def close(self) -> None:
        """Give the bell and the watchers back."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
        if self._pid == os.getpid():
            while self._idle:
                self._idle.pop().close()

    def _take(self) -> Any:
        """Take a watcher: one that was used before, since the system takes 20 ms to give one back.

        None where nothing can be watched. A child made by fork shares none with its parent.
        """
        if self._pid != os.getpid():
            self._idle, self._pid = [], os.getpid()
        try:
            return self._idle.pop() if self._idle else INotify and INotify()
        except OSError:
            return None

    def _watch(self, watcher: Any) -> bool:
        """Watch the bell as it is now; one that was deleted is made anew. Tell whether that was possible."""
        if watcher is None:
            return False
        try:
            if not self._path.exists():
                self._path.touch()
            watcher.add_watch(self._path, flags.ACCESS)
        except OSError:
            return False
        return True
