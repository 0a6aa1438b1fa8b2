"""Lets appends that come while another is being written share the next transaction, and its wait for the disk.

There is no thread of its own: whoever comes when nobody writes, writes at once for all that have come. A lone append
therefore goes the direct way.
"""

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from renkei.log.index import Kind

PATIENCE = 1.0
"""Seconds after which a waiting append looks whether it could write itself: the thread before it may have died."""


@dataclass(eq=False, slots=True)
class Batch:
    """Records that are written together or not at all, as rows: (seq, id, body), and those of the indexes."""

    rows: list[tuple[int, str, bytes]]
    messages: list[tuple[str, str, int]]
    subjects: list[tuple[Kind, str, int]]
    follows: str | None = None
    error: Exception | None = None
    settled: bool = False
    woken: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.woken.acquire()

    def wait(self) -> None:
        """Wait until there is something to look at, but not for ever."""
        if self.woken.acquire(timeout=PATIENCE) and self.settled:
            self.wake()  # there may be others who wait

    def wake(self) -> None:
        """Let whoever waits for this batch look at it again."""
        if self.woken.locked():
            self.woken.release()


class GroupCommit:
    """A queue of batches. `commit` writes several in one transaction, and sets the error of each that was refused."""

    def __init__(self, commit: Callable[[list[Batch]], None]) -> None:
        self._commit = commit
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._queue: list[Batch] = []
        self._writing = False

    def submit(self, batch: Batch) -> Callable[[], None]:
        """Queue a batch; the order of submitting is the order of writing. Gives what waits until it is on disk."""
        if self._pid != os.getpid():  # a child made by fork has none of the threads that wait here
            self._begin()
        with self._lock:
            self._queue.append(batch)
        return lambda: self._finish(batch)

    def _finish(self, batch: Batch) -> None:
        while not batch.settled:
            if self._may_write():
                self._write()
            else:
                batch.wait()
        if batch.error is not None:
            raise batch.error

    def _may_write(self) -> bool:
        with self._lock:
            if self._writing or not self._queue:
                return False
            self._writing = True
            return True

    def _write(self) -> None:
        with self._lock:
            batches, self._queue = self._queue, []
        try:
            self._commit(batches)
        except BaseException as error:
            for batch in batches:
                batch.error = batch.error or (error if isinstance(error, Exception) else InterruptedError())
            if not isinstance(error, Exception):
                raise
        finally:
            for batch in batches:
                batch.settled = True
            with self._lock:
                self._writing = False
                following = self._queue[:1]
            for batch in (*following, *batches):
                batch.wake()
