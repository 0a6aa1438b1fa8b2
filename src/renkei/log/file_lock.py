"""Locks on files that show which process runs: one holder at a time, released when the holder dies."""

import os
from pathlib import Path
from time import monotonic, sleep

from renkei.log.atomic_write import open_plain
from renkei.log.posix import fcntl

A_LOOK = 0.1
"""Seconds within which a free lock can be taken even if others are testing it."""

PAUSE = 0.01
"""Seconds between attempts to take a held lock."""


def try_lock(handle: int, within: float = A_LOOK) -> bool:
    """Take the lock of an open file; return whether it was free within that many seconds. Raises OSError."""
    end = monotonic() + within
    while not _taken(handle, fcntl.LOCK_EX):
        if monotonic() >= end:
            return False
        sleep(PAUSE)
    return True


def acquire(handle: int) -> None:
    """Take the lock of an open file, and wait for it as long as another process has it. Raises OSError."""
    fcntl.flock(handle, fcntl.LOCK_EX)


def is_locked(path: Path) -> bool | None:
    """Return whether a file's lock is held; None if that cannot be determined, as for a missing file."""
    try:
        handle = open_plain(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        return not _taken(handle, fcntl.LOCK_SH)  # shared: others who look are not taken for a holder
    except OSError:
        return None
    finally:
        os.close(handle)


def _taken(handle: int, lock: int) -> bool:
    try:
        fcntl.flock(handle, lock | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
