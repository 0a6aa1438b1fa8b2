"""Feeding the replica of a machine: one of its processes follows the stream, and another one when that process ends.

A file lock decides which process feeds. The others try the lock now and then, and read the replica. A stopped process
keeps the lock, so a process that waits too long for a record reads the stream itself (`ReplicaLog`).

The feeding thread pauses while its process publishes. Otherwise it would parse records that the writer of the same
process already has.

After each transaction the thread rests in proportion to the time it took, and then adds
everything that arrived meanwhile in one transaction. A record that comes alone is added at once. On a busy stream or a
busy computer, records come in groups, which cost a third of the work for each. A thread that needs a record ends the
rest.
"""

import os
import threading
import weakref
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from time import monotonic
from typing import Protocol

from renkei.errors import LogBrokenError, LogError, LogNotWritableError
from renkei.log.atomic_write import open_plain
from renkei.log.file_lock import try_lock
from renkei.log.forks import ForkAware, no_fork, register
from renkei.log.replication.stream import Message, ReconnectedError, Stream

LOOK = 0.25
"""Seconds between two looks at the lock of another process that feeds, and between attempts to reach the servers."""

REST = 9.0
"""How much longer than a transaction the rest after it is."""

LONGEST_REST = 0.05
"""The longest rest, in seconds. Processes that do not feed cannot end it."""

ENDING = 5.0
"""Seconds that closing waits for the thread."""


class Fed(Protocol):
    """A replica."""

    def last(self) -> int:
        """Return the seq of its last record."""

    def notice(self) -> None:
        """Note what it has. That may ask the servers, and take as long as they do."""

    def compare(self) -> int:
        """Compare it with the stream; return what `take` needs to know of that. Raises LogError."""

    def take(self, messages: Sequence[Message], losses: int) -> None:
        """Add messages; without any, compare it with the stream.

        Raises ReconnectedError if they may not be those of the stream that it was compared with, or LogError.
        """

    def doubt(self) -> None:
        """Compare it with the stream again before anything is added: the servers were away."""

    def wake(self) -> None:
        """Wake every thread that waits for a record."""


class Feeder(ForkAware):
    """The thread of a process that feeds a replica, as soon as no other process does.

    `error`: why feeding has ended permanently, or None.
    """

    def __init__(self, path: Path, stream: Stream, fed: Fed) -> None:
        self.error: LogError | None = None
        self._path = path
        self._stream = stream
        self._fed = weakref.ref(fed)
        self._handle = -1
        self.after_fork_in_child()
        register(self)

    def after_fork_in_child(self) -> None:
        """Close the inherited handle: while it is open, the parent's lock outlives the parent."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()
        self._starting = threading.Lock()
        self._adding = threading.Lock()
        self._hurried = threading.Event()

    def start(self) -> None:
        """Begin to feed, unless that has begun."""
        if self._thread is None and self.error is None:
            with self._starting:
                if self._thread is None:
                    self._ended = threading.Event()
                    self._thread = threading.Thread(target=_run, args=(self, self._ended), daemon=True)
                    self._thread.start()

    def paused(self) -> AbstractContextManager[object]:
        """Add nothing to the replica during a block."""
        return self._adding

    def hurry(self) -> None:
        """End a rest: a thread waits for a record."""
        self._hurried.set()

    def close(self) -> None:
        """End the thread; `start` begins again."""
        thread, self._thread = self._thread, None
        self._ended.set()
        self.hurry()
        self._stream.close()  # so that it waits for no message
        if thread is not None and thread is not threading.current_thread():
            thread.join(ENDING)

    def feed(self, ended: threading.Event) -> None:
        """Feed when it is this process's turn, until the end; raises LogError."""
        with no_fork():
            handle = self._handle = open_plain(self._path, os.O_RDWR | os.O_CREAT)
        other_fed = False
        try:
            while not ended.is_set() and self._fed() is not None:
                if not try_lock(handle, 0):
                    other_fed = True
                else:
                    if other_fed:
                        self._doubt()  # it may have ended because the servers had been restored from a backup
                    with suppress(LogNotWritableError, ReconnectedError):  # no server answers, or the disk is full
                        self._follow(ended)
                    self._doubt()
                ended.wait(LOOK)
        finally:
            with no_fork():
                self._handle = -1
                os.close(handle)

    def _doubt(self) -> None:
        if (fed := self._fed()) is not None:
            fed.doubt()

    def _follow(self, ended: threading.Event) -> None:
        if (fed := self._fed()) is None:
            return
        losses, after = fed.compare(), fed.last()
        del fed
        for messages in self._stream.follow(after):
            fed = self._fed()
            if fed is None or ended.is_set():
                return
            fed.notice()  # before: nobody else waits for that
            with self._adding:
                self._hurried.clear()
                began = monotonic()
                fed.take(messages, losses)
                took = monotonic() - began
            del fed
            if messages:
                self._hurried.wait(min(REST * took, LONGEST_REST))


def _run(feeder: Feeder, ended: threading.Event) -> None:
    try:
        feeder.feed(ended)
    except LogError as error:
        feeder.error = error
    except Exception as error:  # what is fed must not stand still without a word
        feeder.error = LogBrokenError(path=str(feeder._path), reason=f"feeding it failed: {error!r}")
    if feeder.error is not None and (fed := feeder._fed()) is not None:
        fed.wake()
