"""Events of files in the sequence in which they happened, with our marks in between.

The kernel reports that a file was read or changed, but not by which process. A mark is an event in the same queue, so
later events in the queue happened later. Two files alternate as marks, because the kernel merges equal consecutive
events.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock

from inotify_simple import INotify, flags

from renkei.immutable.frozen import frozen

READ, CHANGED, GONE, MARK, OVERFLOW = "read", "changed", "gone", "mark", "overflow"

_CHANGES = flags.MODIFY | flags.CREATE | flags.MOVED_TO
_GONE = flags.DELETE | flags.MOVED_FROM
MASK = flags.ACCESS | _CHANGES | _GONE


@frozen
class FileEvent:
    """An event: of a file in a directory, or a mark with its number."""

    what: str
    directory: Path | None = None
    name: str = ""
    number: int = 0


class Watch:
    """The files of some directories. One thread reads it; any thread may `wake`."""

    def __init__(self) -> None:
        self._inotify = INotify()
        self._descriptors: list[int] = []
        self._places: dict[int, Path | int] = {}
        for number in range(3):
            descriptor, path = tempfile.mkstemp(prefix="renkei-mark-")
            self._descriptors.append(descriptor)
            self._places[self._inotify.add_watch(path, flags.ATTRIB)] = number
            Path(path).unlink()
        self._inotify.read(timeout=0)  # that the files were deleted is no mark
        self._made = self._seen = 0
        self._lock = Lock()
        self._closed = False

    def add(self, directory: Path) -> None:
        """Watch the files of a directory; raises OSError. Watching it again is allowed."""
        place = self._inotify.add_watch(directory, MASK | flags.ONLYDIR)
        self._places = {one: known for one, known in self._places.items() if known != directory} | {place: directory}

    def renewed(self) -> list[Path]:
        """Watch directories that were replaced, and return them. Missing ones are left out."""
        found = []
        for known, directory in list(self._places.items()):
            if isinstance(directory, int):
                continue
            with suppress(FileNotFoundError, NotADirectoryError):
                self.add(directory)
                if self._places.get(known) != directory:
                    found.append(directory)
        return found

    def mark(self) -> int:
        """Put a mark after everything that has happened, and return its number."""
        os.utime(self._descriptors[self._made % 2])
        self._made += 1
        return self._made

    def wake(self) -> None:
        """End a wait in another thread."""
        with self._lock:
            if not self._closed:
                os.utime(self._descriptors[2])

    def happened(self, timeout: float) -> Iterator[FileEvent]:
        """Yield the events since the last call, waiting at most `timeout` seconds."""
        for event in self._inotify.read(timeout=round(timeout * 1000), read_delay=None):
            if event.mask & flags.Q_OVERFLOW:
                yield FileEvent(OVERFLOW)
                continue
            place = self._places.get(event.wd)
            if isinstance(place, int):
                if place < 2 and event.mask & flags.ATTRIB:
                    self._seen += 1
                    yield FileEvent(MARK, number=self._seen)
            elif place is not None:
                for bit, what in ((flags.ACCESS, READ), (_CHANGES, CHANGED), (_GONE, GONE)):
                    if event.mask & bit:
                        yield FileEvent(what, place, event.name)

    def close(self) -> None:
        """Stop watching."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._inotify.close()
            for one in self._descriptors:
                os.close(one)
