"""Group commit: appends that arrive while another is being written share the next transaction and its sync.

There is no writer thread: a thread that finds nobody writing writes everything in the queue. A lone append is therefore
written at once. Batches stay in the queue until they are resolved: when a writing thread is interrupted, the next one
writes what it had begun.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from renkei.engine.rows import Kind
from renkei.log.forks import ForkAware, register

PATIENCE = 1.0
"""Seconds after which a waiting append checks whether it can write itself: the writing thread may have died."""


@dataclass(eq=False, slots=True)
class Batch:
    """Records that are written together or not at all: the rows (seq, id, body) and those of the indexes."""

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
        """Mark the batch as on disk, or as refused by an error, and wake its thread."""
        self.error = error
        self.resolved = True
        self.wake()

    def wait(self) -> None:
        """Wait until the batch is resolved or may be written, at most `PATIENCE` seconds."""
        if self.woken.acquire(timeout=PATIENCE) and self.resolved:
            self.wake()  # other threads may wait for it as well

    def wake(self) -> None:
        """Wake the thread that waits for this batch."""
        with suppress(RuntimeError):  # another thread has just done so
            self.woken.release()


class GroupCommit(ForkAware):
    """A queue of batches. `commit` writes several in one transaction and resolves each of them."""

    def __init__(self, commit: Callable[[list[Batch]], None]) -> None:
        self._commit = commit
        self.after_fork_in_child()
        register(self)

    def after_fork_in_child(self) -> None:
        """Start with an empty queue: the waiting threads belong to the parent."""
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._queue: list[Batch] = []

    def submit(self, batch: Batch) -> Callable[[], None]:
        """Queue a batch to be written in the order of submission; the returned function waits until it is on disk."""
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
        """Wake the first waiting thread to write what was queued since."""
        for batch in self._queue[:1]:
            batch.wake()
