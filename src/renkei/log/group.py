"""Lets appends that come while another is being written share the next transaction, and its wait for the disk.

There is no thread of its own: whoever comes when nobody writes, writes at once for all that have come. A lone append
therefore goes the direct way. What is queued stays queued until it is resolved: when a writing thread is interrupted,
the next one writes what it had begun.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from renkei.engine.rows import Kind
from renkei.log.forks import ForkAware, register

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
    resolved: bool = False
    woken: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.woken.acquire()

    def resolve(self, error: Exception | None = None) -> None:
        """Say what became of the batch: it is on disk, or why it is not."""
        self.error = error
        self.resolved = True
        self.wake()

    def wait(self) -> None:
        """Wait until there is something to look at, but not for ever."""
        if self.woken.acquire(timeout=PATIENCE) and self.resolved:
            self.wake()  # there may be others who wait

    def wake(self) -> None:
        """Let whoever waits for this batch look at it again."""
        with suppress(RuntimeError):  # somebody else has just done so
            self.woken.release()


class GroupCommit(ForkAware):
    """A queue of batches. `commit` writes several in one transaction and resolves each, written or refused."""

    def __init__(self, commit: Callable[[list[Batch]], None]) -> None:
        self._commit = commit
        self.after_fork_in_child()
        register(self)

    def after_fork_in_child(self) -> None:
        """Begin with an empty queue: the threads that wait are the parent's."""
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._queue: list[Batch] = []

    def submit(self, batch: Batch) -> Callable[[], None]:
        """Queue a batch; the order of submitting is the order of writing. Gives what waits until it is on disk."""
        with self._lock:
            self._queue.append(batch)
        return lambda: self._finish(batch)

    def _finish(self, batch: Batch) -> None:
        while not batch.resolved:
            if self._writing.locked():
                batch.wait()
            else:
                with self._writing:
                    if not batch.resolved:
                        self._write()
                self._pass_on()
        if batch.error is not None:
            raise batch.error

    def _write(self) -> None:
        batches = list(self._queue)
        try:
            self._commit(batches)
        except Exception as error:
            for batch in batches:
                if not batch.resolved:
                    batch.resolve(error)
        finally:
            with self._lock:
                self._queue = [batch for batch in self._queue if not batch.resolved]

    def _pass_on(self) -> None:
        """Let the first of those who wait write what has come meanwhile."""
        for batch in self._queue[:1]:
            batch.wake()
