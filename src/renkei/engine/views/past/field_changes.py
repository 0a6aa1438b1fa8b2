"""The history of one field of the board, newest change first, without reading the log.

A state knows the newest changes and, for each field, the record that last wrote it. The state before that record knows
the previous write. So a page of a history costs a few records and a few past states, however long the log is.
"""

from collections.abc import Callable

from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.past.changes import BoardChange, board_changes


def field_changes(
    state: State, path: str, limit: int, record: Callable[[int], Record], state_at: Callable[[int], State]
) -> list[BoardChange]:
    """Return the newest changes of a field up to a state, newest first: those of about `limit` records.

    Empty for a field that never was written. Includes the removal of its entry while the changelog of the state reaches
    back to it. `record` and `state_at` return a record and the state after one.
    """
    found: list[BoardChange] = []
    read = 0
    while read < limit and (cell := state.board.cells.get(path)) is not None:
        known = {one.seq for one in state.board.changelog if concerns(one.path, path)}
        seqs = sorted(known or {cell.seq}, reverse=True)[: limit - read]
        for seq in seqs:
            found += [one for one in reversed(list(board_changes([record(seq)]))) if concerns(one.path, path)]
        read += len(seqs)
        state = state_at(seqs[-1] - 1)
    return found


def concerns(changed: str, path: str) -> bool:
    """Return whether a change of a pointer changes a field: the field itself, or the entry that holds it."""
    return changed == path or path.startswith(f"{changed}/")
