"""Landmarks of a log, for people who look for something: decisions, blockers, suspensions, closings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from renkei.documents.json_pointer import join
from renkei.engine.state import State
from renkei.immutable.frozen import frozen

LandmarkKind = Literal["asked", "decided", "blocked", "resolved", "closed", "suspended"]

BEGINS: dict[str, tuple[LandmarkKind, str]] = {
    "pending_decisions": ("asked", "question"),
    "blockers": ("blocked", "created_at"),
}
"""List of the board → landmark of a new entry, and a field that is rarely written later."""

ENDS: dict[str, tuple[LandmarkKind, str, object]] = {
    "pending_decisions": ("decided", "status", "resolved"),
    "blockers": ("resolved", "resolved", True),
}
"""List of the board → landmark of its end, and the field and value that mark it."""


@frozen
class Landmark:
    """A record with a landmark. `ref` is the decision, blocker, contract or agent."""

    seq: int
    kind: LandmarkKind
    ref: str


def landmarks(state: State, contracts: Mapping[str, int], suspensions: Mapping[str, Sequence[int]]) -> list[Landmark]:
    """Return the landmarks of a log, by seq.

    `contracts` is the newest record of every contract, `suspensions` the records in which each agent was suspended.
    """
    suspended = (Landmark(seq, "suspended", agent) for agent, seqs in suspensions.items() for seq in seqs)
    found = [*_of_board(state), *_closed(state, contracts), *suspended]
    return sorted(found, key=lambda one: (one.seq, one.kind, one.ref))


def _of_board(state: State) -> Iterator[Landmark]:
    cells = state.board.cells
    for name, (begins, field) in BEGINS.items():
        ends, ending, value = ENDS[name]
        for one in state.board.ids(name):
            if (begun := cells.get(join(name, one, field))) is not None:
                yield Landmark(begun.seq, begins, one)
            last = cells.get(join(name, one, ending))
            if last is not None and last.value == value:
                yield Landmark(last.seq, ends, one)


def _closed(state: State, contracts: Mapping[str, int]) -> Iterator[Landmark]:
    for name, seq in contracts.items():
        entry = state.contracts.entries.get(name)
        if entry is None or entry.closed:
            yield Landmark(seq, "closed", name)
