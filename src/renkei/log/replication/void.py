"""Void records: the replicas of all machines keep one for each message of a stream that is not a record."""

from renkei.engine.events import MessageSent
from renkei.engine.record import Record, read_record
from renkei.engine.state import SYSTEM
from renkei.errors import LogTooNewError
from renkei.log.sqlite import SqliteLog

BEGINNING = "2026-01-01T00:00:00.000000Z"
"""The time of void records that no record precedes."""

VOID = "void-"


def is_reserved(record_id: str, seq: int) -> bool:
    """Return whether a record must not have an id, because a void record has it or will have it."""
    return record_id.startswith(VOID) and record_id != void_id(seq)


def void_id(seq: int) -> str:
    """Return the id of a void record. No other record can have it."""
    return f"{VOID}{seq}"


def void(seq: int, before: Record | None) -> Record:
    """Return the void record with a number, by the record before it."""
    at = before.at if before is not None else BEGINNING
    return Record(seq=seq, id=void_id(seq), at=at, actor=SYSTEM, events=())


def holds(body: bytes, record: Record) -> bool:
    """Return whether a body is a record, perhaps as an earlier release wrote it: it was copied from another stream."""
    try:
        return read_record(body) == record
    except (LogTooNewError, ValueError, RecursionError):
        return False


class Taken:
    """The ids of records and messages in a log, and in records about to be added."""

    def __init__(self, log: SqliteLog) -> None:
        self._log = log
        self._records: set[str] = set()
        self._messages: set[str] = set()

    def is_new(self, record: Record) -> bool:
        """Return whether neither the record nor a message in it is known."""
        messages = _messages(record)
        known = record.id in self._records or not self._messages.isdisjoint(messages)
        known = known or len(set(messages)) < len(messages)
        return not (known or self._log.find(record.id) is not None or self._log.content_hashes(messages))

    def add(self, record: Record) -> None:
        """Note the ids of a record."""
        self._records.add(record.id)
        self._messages.update(_messages(record))


def _messages(record: Record) -> list[str]:
    return [one.message.id for one in record.events if isinstance(one, MessageSent)]
