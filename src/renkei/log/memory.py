"""A log in memory: for tests, scenarios, and whoever brings their own storage."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from renkei.engine.record import Record
from renkei.engine.rows import Kind
from renkei.engine.subjects import messages_in, subjects_in
from renkei.errors import ConflictError


class MemoryLog:
    """Records in a list; any number of threads."""

    def __init__(self) -> None:
        self._records: list[Record] = []
        self._ids: dict[str, Record] = {}
        self._messages: dict[str, tuple[str, Record]] = {}
        self._subjects: dict[tuple[Kind, str], list[Record]] = defaultdict(list)
        self._changed = threading.Condition()

    def append(self, records: Sequence[Record]) -> None:
        """Add records, all or none."""
        with self._changed:
            for offset, record in enumerate(records):
                if record.seq != len(self._records) + 1 + offset:
                    raise ConflictError(seq=len(self._records), after=record.seq - 1)
            kept = [(record, messages_in(record), record.to_json()) for record in records]
            for record, messages, _ in kept:  # what no disk could hold is refused here as well, before anything is kept
                self._records.append(record)
                self._ids[record.id] = record
                self._messages.update((name, (digest, record)) for name, digest in messages)
                for subject in subjects_in(record):
                    self._subjects[subject].append(record)
            self._changed.notify_all()

    def submit(self, records: Sequence[Record], follows: str | None = None) -> Callable[[], None]:
        """Add records at once; memory has nothing to wait for."""
        self.append(records)
        return lambda: None

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keep everybody else from appending during a block."""
        with self._changed:
            yield

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq."""
        yield from self._records[after:]

    def last(self) -> int:
        """Give the seq of the last record."""
        return len(self._records)

    def find(self, record_id: str) -> Record | None:
        """Give the record of a command id."""
        return self._ids.get(record_id)

    def content_hashes(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Give the content_hashes of the messages that the log knows."""
        return {name: self._messages[name][0] for name in message_ids if name in self._messages}

    def find_message(self, message_id: str) -> Record | None:
        """Give the record that holds a message."""
        return self._messages[message_id][1] if message_id in self._messages else None

    def records_about(self, kind: Kind, name: str) -> Iterator[Record]:
        """Yield the records that changed a contract or an artifact."""
        yield from self._subjects.get((kind, name), ())

    def names(self, kind: Kind) -> Iterator[str]:
        """Yield the ids of all the contracts or artifacts there ever were."""
        return (name for found, name in self._subjects if found == kind)

    def wait(self, after: int, timeout: float) -> bool:
        """Wait until there is a record after a seq."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._records) > after, timeout)

    def close(self) -> None:
        """Nothing to give back."""
