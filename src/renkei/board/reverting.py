"""Undo the writes of a record by ordinary writes (section 1)."""

from collections.abc import Iterable, Iterator

from renkei.board.decide import Write
from renkei.board.events import EntryAdded, FieldWritten
from renkei.board.state import Board
from renkei.errors import BadValueError, NotReadyError


def reversal(board: Board, seq: int, events: Iterable[object], reason: str = "") -> list[Write]:
    """Return the writes that undo the record `seq`, each a compare-and-set on the record's value.

    A field that already has its old value needs no write. Raises NotReadyError with every field written since,
    BadValueError for a record that wrote no field.
    """
    events = list(events)
    left = set(not_reverted(events))
    first: dict[str, FieldWritten] = {}
    for event in events:
        if isinstance(event, FieldWritten) and event.path not in left:
            first.setdefault(event.path, event)
    if not first:
        raise BadValueError(path="/seq", got=seq, problem=f"record {seq} wrote no field that can be reverted")
    changed = [write for write in first.values() if board.get(write.path) != write.old]
    moved = [(write.path, cell) for write in changed if (cell := board.cells[write.path]).seq > seq]
    if moved:
        fields = ", ".join(f"{path} (by {cell.author}, seq {cell.seq})" for path, cell in moved)
        then = "Revert the later record first, or write single fields with `renkei board set`."
        raise NotReadyError(what=f"revert record {seq}", reason=f"written since: {fields}", next=then)
    why = f": {reason}" if reason else ""
    return [
        Write(write.path, write.old, if_seq=seq, action=f"reverted seq {seq} of {write.author}{why}")
        for write in changed
    ]


def not_reverted(events: Iterable[object]) -> Iterator[str]:
    """Yield the pointers that cannot be undone: entries cannot be removed, and versions only increase."""
    for event in events:
        if isinstance(event, EntryAdded) or (isinstance(event, FieldWritten) and event.path.endswith("/version")):
            yield event.path
