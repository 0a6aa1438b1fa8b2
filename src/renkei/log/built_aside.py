"""Builds what appears in a directory only once it is complete, in a hidden directory there.

A process holds the lock of the directory in which it builds. A directory whose lock is free
was left by a killed process, and the next process removes it.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from renkei.log.file_lock import acquire, try_lock

PREFIX = ".importing-"

_BUILT = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}")


@contextmanager
def built_aside(into: Path) -> Iterator[Path]:
    """Yield an empty directory in another one, until the block ends; raises OSError."""
    with ExitStack() as stack:
        with _locked(into):  # nobody else takes the new directory for one that was left
            _remove_left(into)
            place = Path(stack.enter_context(TemporaryDirectory(dir=into, prefix=PREFIX)))
            stack.enter_context(_locked(place))
        yield place


def remove_left(into: Path) -> None:
    """Remove the directories that killed processes left in a directory."""
    with _locked(into):
        _remove_left(into)


def _remove_left(into: Path) -> None:
    for one in into.iterdir():
        if _BUILT.fullmatch(one.name):
            with suppress(OSError), _opened(one) as handle:  # a link or a file is none of ours
                if try_lock(handle, within=0):
                    shutil.rmtree(one, ignore_errors=True)


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    with _opened(directory) as handle:
        with suppress(OSError):  # a file system without locks of directories, where none can be taken either
            acquire(handle)
        yield


@contextmanager
def _opened(directory: Path) -> Iterator[int]:
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        yield handle
    finally:
        os.close(handle)
