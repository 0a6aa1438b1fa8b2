"""Group commit: records of many threads of one process go to disk in one transaction.

A thread that finds nobody writing writes at once, with all that others have queued meanwhile; so a lone append takes
the direct path, and many share the cost of one sync. When somebody else appended first, everybody in the queue is
told: their records were made on a state that never was.
"""

import threading
from collections.abc import Sequence

from renkei.engine.record import Record
from renkei.log.port import Log

LARGEST = 256
"""How many records one transaction may hold."""


class Ticket:
    """A record in the queue, and how it ended."""

    __slots__ = ("done", "error", "record")

    def __init__(self, record: Record) -> None:
        self.record = record
        self.done = False
        self.error: BaseException | None = None


class GroupCommit:
    """The queue in front of a log."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._changed = threading.Condition()
        self._queue: list[Ticket] = []
        self._writing = False

    def enqueue(self, record: Record) -> Ticket:
        """Queue a record that follows the last one queued; `settle` makes the next on the state after it."""
        ticket = Ticket(record)
        with self._changed:
            self._queue.append(ticket)
        return ticket

    def flush(self, ticket: Ticket) -> None:
        """Return when a record is on disk; raises ConflictError when it was made on a state that never was."""
        while True:
            with self._changed:
                while self._writing and not ticket.done:
                    self._changed.wait()
                if ticket.done:
                    break
                self._writing = True
                batch = self._queue[:LARGEST]
                del self._queue[:LARGEST]
            self._write(batch)
        if ticket.error is not None:
            raise ticket.error

    def _write(self, batch: Sequence[Ticket]) -> None:
        error: BaseException | None = None
        try:
            self._log.append([one.record for one in batch])
        except BaseException as reason:
            error = reason
        with self._changed:
            lost = [*batch, *self._queue] if error is not None else batch
            if error is not None:
                self._queue.clear()
            for one in lost:
                one.done, one.error = True, error
            self._writing = False
            self._changed.notify_all()
