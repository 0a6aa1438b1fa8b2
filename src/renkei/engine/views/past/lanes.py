"""A window of the log as lanes: the turns of each participant, what it waited for, and what else happened to it.

The window is given as the state before it and its records, so it costs the same however long the log is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Literal

from renkei.board.events import EntryAdded, FieldWritten
from renkei.contracts.events import ContractTransitioned, LimitReached, WorkMerged
from renkei.documents.json_pointer import split
from renkei.engine.events import ActorSuspended, TurnEnded
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM, State
from renkei.engine.views.past.turns_and_waits import Bar, TurnsAndWaits, Wait
from renkei.immutable.frozen import frozen

MarkKind = Literal["asked", "decided", "merged", "done", "failed", "interrupted", "paused"]

TRANSITIONS: Mapping[str, MarkKind] = {"complete": "done", "fail": "failed", "refuse": "failed"}
"""The marks of transitions of contracts."""


@frozen
class LaneMark:
    """Something that happened in one record. `ref` is the decision or contract; the participant's id for a pause."""

    agent: str
    kind: MarkKind
    ref: str
    seq: int
    at: str


@frozen
class Lanes:
    """The lanes of a window: the records after `after`, each with its time, and the state at its end."""

    after: int
    times: tuple[str, ...]
    state: State
    bars: tuple[Bar, ...] = ()
    waits: tuple[Wait, ...] = ()
    marks: tuple[LaneMark, ...] = ()
    names: tuple[str, ...] = field(default=())
    """The participants that have a lane: all agents, then people that did something or are waited for."""

    @property
    def upto(self) -> int:
        """The last record of the window."""
        return self.after + len(self.times)


def lanes(before: State, records: Iterable[Record]) -> Lanes:
    """Return the lanes of a window: the state before it, and its records in order."""
    reading = _Reading(before)
    for record in records:
        reading.add(record)
    return reading.finish()


class _Reading:
    """The lanes of a window, from the records added so far."""

    def __init__(self, before: State) -> None:
        self.after, self.times, self.turns = before.seq, list[str](), TurnsAndWaits(before)
        self.bars: list[Bar] = []
        self.waits: list[Wait] = []
        self.marks: list[LaneMark] = []

    def add(self, record: Record) -> None:
        """Add the next record."""
        ended = self.turns.add(record)
        self.bars += ended.bars
        self.waits += ended.waits
        self.times.append(record.at)
        for event in record.events:
            if (marked := MARKS.get(type(event))) is not None:
                found = marked(self.turns.state, record, event)
                self.marks += [LaneMark(*one, record.seq, record.at) for one in found if one[0] != SYSTEM]

    def finish(self) -> Lanes:
        """Return the lanes."""
        bars = sorted([*self.bars, *self.turns.bars.values()], key=lambda one: one.seq)
        waits, state = (*self.waits, *self.turns.waits.values()), self.turns.state
        named = {one.agent for group in (bars, waits, self.marks) for one in group}
        named |= {one for wait in waits for one in wait.causes}
        known = sorted(state.everybody(), key=lambda one: one.human)
        names = [one.id for one in known if not one.human or one.id in named]
        names += sorted(named - {one.id for one in known} - {SYSTEM})
        return Lanes(self.after, tuple(self.times), state, tuple(bars), waits, tuple(self.marks), tuple(names))


Mark = tuple[str, MarkKind, str]
"""The participant, the kind and the reference of a mark."""


def _entered(state: State, record: Record, event: EntryAdded) -> Iterator[Mark]:
    section, *name = split(event.path)
    if section == "pending_decisions":
        yield _person(event.author, record), "asked", name[0]


def _written(state: State, record: Record, event: FieldWritten) -> Iterator[Mark]:
    section, *rest = split(event.path)
    if section == "pending_decisions" and rest[1:] == ["status"] and event.value == "resolved":
        yield _person(event.author, record), "decided", rest[0]


def _transitioned(state: State, record: Record, event: ContractTransitioned) -> Iterator[Mark]:
    if (kind := TRANSITIONS.get(event.transition)) is not None:
        yield _worker(state, event.contract_id, record), kind, event.contract_id


def _interrupted(state: State, record: Record, event: TurnEnded) -> Iterator[Mark]:
    if event.by is not None:
        yield event.agent, "interrupted", event.contract_id or ""


def _person(author: str, record: Record) -> str:
    """Return the author of a change of the board; where that is the project itself, the actor of the record."""
    return record.actor if author == SYSTEM else author


def _worker(state: State, contract: str, record: Record) -> str:
    """Return the participant that worked on a contract, else the actor of the record."""
    entry = state.contracts.entries.get(contract)
    return (entry is not None and (entry.producer or entry.assignee)) or record.actor


MARKS: Mapping[type, Callable[[State, Record, Any], Iterable[Mark]]] = {
    EntryAdded: _entered,
    FieldWritten: _written,
    ContractTransitioned: _transitioned,
    LimitReached: lambda state, record, event: [
        (_worker(state, event.contract_id, record), "failed", event.contract_id)
    ],
    WorkMerged: lambda state, record, event: [(_worker(state, event.contract_id, record), "merged", event.contract_id)],
    ActorSuspended: lambda state, record, event: [(event.actor, "paused", event.actor)],
    TurnEnded: _interrupted,
}
"""The marks of each kind of event, given the state after its record."""
