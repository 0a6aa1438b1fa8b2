"""Notify other processes of an append: each append reads a byte from a side file, which they watch.

A watch on the log itself fires before the row is visible. A read notifies as well as a write does and costs no disk
access: a written byte would go to disk with the next record. Without inotify, waiting polls every few milliseconds.
"""

import math
import os
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from renkei.log.atomic_write import open_plain

POLL = 0.005
"""Seconds between polls if nothing can be watched."""

PATIENCE = 1.0
"""Seconds after which a watcher polls without a notification: a deleted bell cannot ring."""


class Doorbell:
    """A side file of one byte that is read after each append."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = -1
        self._idle: list[Any] = []
        self._pid = os.getpid()
        self._closed = False
        # A program may drop a project without closing it.
        weakref.finalize(self, _close_all, self._idle).atexit = False

    def ring(self) -> None:
        """Wake the waiting processes. If that fails, they notice the record at their next poll."""
        try:
            os.pread(self._bell(), 1, 0)
        except OSError:
            self._handle = -1

    def _bell(self) -> int:
        """Return the handle of the side file, recreating it if it was deleted."""
        if self._handle < 0 or os.fstat(self._handle).st_nlink == 0:
            if self._handle >= 0:
                os.close(self._handle)
            self._handle = open_plain(self._path, os.O_RDWR | os.O_CREAT)
            if os.fstat(self._handle).st_size == 0:
                os.pwrite(self._handle, b"!", 0)  # reading an empty file sends no notification
        return self._handle

    def wait(self, there: Callable[[], bool], timeout: float) -> bool:
        """Wait until `there` returns true, at most `timeout` seconds; return whether it did."""
        deadline = time.monotonic() + timeout
        watcher = self._take()
        try:
            while True:
                watching = self._watch(
                    watcher
                )  # before the check, so that no notification is lost between it and the wait
                if there():
                    return True
                left = deadline - time.monotonic()
                if left <= 0:
                    return False
                if not watching:
                    time.sleep(min(POLL, left))
                else:  # not by `select`, which takes no handle above 1023
                    watcher.read(timeout=math.ceil(min(left, PATIENCE) * 1000))
        finally:
            if watcher is not None:
                self._idle.append(watcher)
            if self._closed:  # while this thread waited
                self._close_watchers()

    def close(self) -> None:
        """Close the side file and the watchers."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
        self._closed = True
        self._close_watchers()

    def _close_watchers(self) -> None:
        if self._pid == os.getpid():
            _close_all(self._idle)

    def _take(self) -> Any:
        """Return an idle watcher or a new one; closing one takes the system 20 ms, so they are kept.

        Returns None if nothing can be watched. A forked child shares no watcher with its parent.
        """
        from renkei.log import inotify

        if self._pid != os.getpid():
            self._idle.clear()
            self._pid = os.getpid()
        try:
            return self._idle.pop() if self._idle else inotify.INotify and inotify.INotify()
        except OSError:
            return None

    def _watch(self, watcher: Any) -> bool:
        """Watch the side file, recreating it if it was deleted; return whether that was possible."""
        from renkei.log import inotify

        if watcher is None:
            return False
        try:
            if not self._path.exists():
                os.close(open_plain(self._path, os.O_RDWR | os.O_CREAT))
            watcher.add_watch(self._path, inotify.flags.ACCESS | inotify.flags.DONT_FOLLOW)
        except OSError:
            return False
        return True


def _close_all(watchers: list[Any]) -> None:
    with suppress(IndexError):  # two threads may close them at once
        while True:
            watchers.pop().close()
