"""A log in memory: for tests, scenarios, and whoever brings their own storage."""

import threading
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from renkei.engine.record import Record
from renkei.engine.rows import Kind
from renkei.engine.subjects import messages_in, subjects_in
from renkei.errors import ConflictError, DuplicateCommandError, RenkeiError


@dataclass(eq=False, slots=True)
class _Batch:
    """Records that are added together or not at all."""

    records: Sequence[Record]
    messages: Sequence[tuple[str, str, Record]]
    follows: str | None
    resolved: bool = False
    error: RenkeiError | None = None


class MemoryLog:
    """Records in a list; any number of threads.

    Submitting only queues. The function that `submit` returns takes the lock of `exclusive` and adds what is queued, in
    order. A caller that holds a lock of its own while it submits therefore never waits for the lock of the log.
    """

    def __init__(self) -> None:
        self._records: list[Record] = []
        self._ids: dict[str, Record] = {}
        self._messages: dict[str, tuple[str, Record]] = {}
        self._subjects: dict[tuple[Kind, str], list[Record]] = defaultdict(list)
        self._snapshots: dict[int, str] = {}
        self._queue: deque[_Batch] = deque()
        self._writing = threading.RLock()
        self._is_exclusive = False
        self._changed = threading.Condition()

    def append(self, records: Sequence[Record]) -> None:
        """Add records, all or none."""
        self.submit(records)()

    def submit(self, records: Sequence[Record], follows: str | None = None) -> Callable[[], None]:
        """Queue records; the returned function adds all that is queued and raises what `append` raises."""
        for record in records:
            record.to_json()  # what no disk could hold is refused here as well
        messages = [(name, digest, record) for record in records for name, digest in messages_in(record)]
        batch = _Batch(records, messages, follows)
        self._queue.append(batch)
        return lambda: self._finish(batch)

    def _finish(self, batch: _Batch) -> None:
        with self._writing:
            if self._is_exclusive:
                self._add(batch)  # before all that others have queued
            while not batch.resolved:
                self._add(self._queue[0])
                self._queue.popleft()
        if batch.error is not None:
            raise batch.error

    def _add(self, batch: _Batch) -> None:
        if not batch.resolved:
            batch.error = self._refusal(batch)
            if batch.error is None:
                self._keep(batch)
            batch.resolved = True

    def _refusal(self, batch: _Batch) -> RenkeiError | None:
        last, last_id = len(self._records), self._records[-1].id if self._records else ""
        in_order = [record.seq for record in batch.records] == list(range(last + 1, last + 1 + len(batch.records)))
        if not in_order or batch.follows not in (None, last_id):
            return ConflictError(seq=last, after=batch.records[0].seq - 1)
        taken = [record.id for record in batch.records if record.id in self._ids]
        return DuplicateCommandError(name=", ".join(taken)) if taken else None

    def _keep(self, batch: _Batch) -> None:
        self._ids |= {record.id: record for record in batch.records}
        self._messages |= {name: (digest, record) for name, digest, record in batch.messages}
        for record in batch.records:
            for subject in subjects_in(record):
                self._subjects[subject].append(record)
        with self._changed:
            self._records.extend(batch.records)
            self._changed.notify_all()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Exclude all other writers during a block."""
        with self._writing:
            outer, self._is_exclusive = self._is_exclusive, True
            try:
                yield
            finally:
                self._is_exclusive = outer

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq."""
        yield from self._records[after:]

    def last(self) -> int:
        """Return the seq of the last record."""
        return len(self._records)

    def find(self, record_id: str) -> Record | None:
        """Return the record of a command id; None if there is none."""
        return self._ids.get(record_id)

    def content_hashes(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Return the content hashes of the messages that the log knows."""
        return {name: self._messages[name][0] for name in message_ids if name in self._messages}

    def find_message(self, message_id: str) -> Record | None:
        """Return the record that holds a message; None if there is none."""
        return self._messages[message_id][1] if message_id in self._messages else None

    def records_about(
        self, kind: Kind, name: str, before: int | None = None, limit: int | None = None
    ) -> Iterator[Record]:
        """Yield the newest records before a seq that the index lists for a contract, artifact or conversation."""
        found = self._subjects.get((kind, name), [])
        end = len(found) if before is None else bisect_left(found, before, key=lambda record: record.seq)
        yield from found[0 if limit is None else max(0, end - limit) : end]

    def names(self, kind: Kind) -> Iterator[str]:
        """Yield the ids of all the contracts, artifacts or conversations of a kind there ever were."""
        return (name for found, name in self._subjects if found == kind)

    def vouch_for_snapshot(self, seq: int, sha256: str) -> None:
        """Store the hash of a snapshot of the state at a seq."""
        self._snapshots[seq] = sha256

    def snapshot_hash(self, seq: int) -> str | None:
        """Return the hash that was stored for a snapshot at a seq; None without one."""
        return self._snapshots.get(seq)

    def wait(self, after: int, timeout: float) -> bool:
        """Wait until there is a record after a seq."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._records) > after, timeout)

    def close(self) -> None:
        """Do nothing: memory holds no resources."""
