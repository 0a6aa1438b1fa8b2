"""Tells other processes that a record was appended: a byte written to a side file, which they watch.

Watching the log itself fires before the row is visible. Where the system has no inotify, and where a ring is missed,
waiting looks every few milliseconds.
"""

import os
import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    """A side file that is written to after each append."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def ring(self) -> None:
        """Wake who waits. A bell that cannot be rung costs them a moment, never a record."""
        try:
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError:
            return
        try:
            os.pwrite(handle, b"!", 0)
        except OSError:
            pass
        finally:
            os.close(handle)

    def wait(self, there: Callable[[], bool], timeout: float) -> bool:
        """Wait until something is there, at most `timeout` seconds; tell whether it is."""
        deadline = time.monotonic() + timeout
        with self._watched() as watcher:
            while not there():
                left = deadline - time.monotonic()
                if left <= 0:
                    return False
                if watcher is None:
                    time.sleep(min(POLL, left))
                elif select.select([watcher.fileno()], [], [], min(left, PATIENCE))[0]:
                    watcher.read(timeout=0)
        return True

    @contextmanager
    def _watched(self) -> Iterator[Any]:
        """Watch the bell from before the first look, so that no ring falls between looking and waiting."""
        if INotify is None:
            yield None
            return
        with INotify() as watcher:
            try:
                self._path.touch()
                watcher.add_watch(self._path, flags.MODIFY)
            except OSError:
                yield None
            else:
                yield watcher
