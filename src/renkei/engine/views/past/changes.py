"""The changes of the board, read from the records: all of them, not only those still in the changelog."""

from collections.abc import Iterable, Iterator
from typing import Any

from renkei.board.events import EntryAdded, EntryRemoved, FieldWritten
from renkei.board.state import brief, describe_added
from renkei.engine.record import Record
from renkei.immutable.frozen import frozen


@frozen
class BoardChange:
    """One change of the board: a field with its old and new value, or an entry that was added or removed.

    `seq` is its record.
    """

    seq: int
    timestamp: str
    agent: str
    path: str
    """JSON Pointer of the field or the entry."""
    old: Any
    new: Any
    """The new value; for an added entry its fields."""
    action: str
    """The change in the words of its author, or ""."""
    added: bool = False
    removed: bool = False

    @property
    def difference(self) -> str:
        """The change on one line: the old and the new value, or the content of a new entry."""
        if self.added:
            return describe_added(self.path, self.new, self.timestamp)
        return "removed" if self.removed else f"{brief(self.old)} → {brief(self.new)}"


def board_changes(records: Iterable[Record]) -> Iterator[BoardChange]:
    """Yield the changes of the board in some records, in log order, without writes of the same value."""
    for record in records:
        for event in record.events:
            if isinstance(event, EntryAdded):
                author, action = event.author, event.action
                yield BoardChange(record.seq, event.at, author, event.path, None, event.entry, action, added=True)
            elif isinstance(event, EntryRemoved):
                author, action = event.author, event.action
                yield BoardChange(record.seq, event.at, author, event.path, None, None, action, removed=True)
            elif isinstance(event, FieldWritten) and event.old != event.value:
                author, old, new = event.author, event.old, event.value
                yield BoardChange(record.seq, event.at, author, event.path, old, new, event.action)
