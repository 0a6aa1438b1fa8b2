"""A log in memory: for tests, scenarios, and applications with their own storage."""

import threading
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager

from renkei.engine.record import Record
from renkei.engine.rows import Kind
from renkei.engine.subjects import messages_in, subjects_in
from renkei.errors import ConflictError, DuplicateCommandError
from renkei.log.chain import GENESIS, chained
from renkei.log.port import never


class MemoryLog:
    """Records in a list; any number of threads."""

    is_current = True

    def __init__(self) -> None:
        self._records: list[Record] = []
        self._ids: dict[str, Record] = {}
        self._messages: dict[str, tuple[str, Record]] = {}
        self._subjects: dict[tuple[Kind, str], list[Record]] = defaultdict(list)
        self._snapshots: dict[int, str] = {}
        self._hashes: list[bytes] = [GENESIS]
        self._writing = threading.RLock()
        self._changed = threading.Condition()

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        """Add records, all or none."""
        bodies = [record.encode() for record in records]  # refuses what no log on disk could hold
        with self._writing:
            last = len(self._records)
            if [record.seq for record in records] != list(range(last + 1, last + 1 + len(records))):
                raise ConflictError(seq=last, after=records[0].seq - 1)
            taken = [record.id for record in records if record.id in self._ids]
            if taken:
                raise DuplicateCommandError(name=", ".join(taken))
            self._keep(records, bodies)

    def _keep(self, records: Sequence[Record], bodies: Sequence[bytes]) -> None:
        self._ids |= {record.id: record for record in records}
        for record, body in zip(records, bodies, strict=True):
            self._hashes.append(chained(self._hashes[-1], record.seq, record.id, body))
            self._messages |= {name: (digest, record) for name, digest in messages_in(record)}
            for subject in subjects_in(record):
                self._subjects[subject].append(record)
        with self._changed:
            self._records.extend(records)
            self._changed.notify_all()

    def exclusive(self) -> AbstractContextManager[object]:
        """Exclude all other writers during a block."""
        return self._writing

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq."""
        yield from self._records[after:]

    def last(self) -> int:
        """Return the seq of the last record."""
        return len(self._records)

    def catch_up(self, timeout: float) -> bool:
        """Return True: what is written can be read."""
        return True

    def head(self) -> tuple[int, str]:
        """Return the seq and the hash of the last record."""
        last = self.last()
        return last, self._hashes[last].hex()

    def record_hash(self, seq: int) -> str | None:
        """Return the hash of a record; None if there is no such record."""
        return self._hashes[seq].hex() if 0 < seq <= self.last() else None

    def find(self, record_id: str) -> Record | None:
        """Return the record of a command id, or None."""
        return self._ids.get(record_id)

    def content_hashes(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Return the content hashes of the messages that the log knows."""
        return {name: self._messages[name][0] for name in message_ids if name in self._messages}

    def find_message(self, message_id: str) -> Record | None:
        """Return the record of a message, or None."""
        return self._messages[message_id][1] if message_id in self._messages else None

    def records_about(
        self, kind: Kind, name: str, before: int | None = None, limit: int | None = None, after: int | None = None
    ) -> Iterator[Record]:
        """Yield the records that the index lists, before or after a seq; of more than `limit` those next to it."""
        listed = self._subjects.get((kind, name), [])
        start = 0 if after is None else bisect_right(listed, after, key=lambda record: record.seq)
        end = len(listed) if before is None else bisect_left(listed, before, key=lambda record: record.seq)
        chosen = listed[start:end]
        yield from chosen if limit is None else chosen[:limit] if after is not None else chosen[-limit:]

    def names(self, kind: Kind) -> Iterator[str]:
        """Yield the ids that the index of a kind holds."""
        return (name for found, name in self._subjects if found == kind)

    def newest_about(self, kind: Kind) -> dict[str, int]:
        """Return the seq of the newest record of each subject of a kind."""
        return {name: found[-1].seq for (of, name), found in list(self._subjects.items()) if of == kind and found}

    def seqs_about(self, kind: Kind) -> dict[str, list[int]]:
        """Return the seqs of the records of each subject of a kind."""
        found = [(name, records) for (of, name), records in list(self._subjects.items()) if of == kind]
        return {name: [record.seq for record in records] for name, records in found if records}

    def vouch_for_snapshot(self, seq: int, sha256: str) -> None:
        """Store the hash of a snapshot of the state at a seq."""
        self._snapshots[seq] = sha256

    def snapshot_hash(self, seq: int) -> str | None:
        """Return the stored hash of a snapshot at a seq, or None."""
        return self._snapshots.get(seq)

    def wait(self, after: int, timeout: float, stopped: Callable[[], bool] = never) -> bool:
        """Wait until there is a record after a seq, or until `stopped`; return whether there is one."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._records) > after or stopped(), timeout)
            return len(self._records) > after

    def wake(self) -> None:
        """Make every `wait` ask `stopped` again."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """Do nothing: memory holds no resources."""
