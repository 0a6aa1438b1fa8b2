"""A window of the log as lanes: the turns of each participant, what it waited for, and what else happened to it.

The window is given as the state before it and its records, so it costs the same however long the log is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Literal

from renkei.board.events import EntryAdded, FieldWritten
from renkei.contracts.events import ContractTransitioned, LimitReached, WorkMerged
from renkei.documents.json_pointer import split
from renkei.engine.apply import apply
from renkei.engine.events import ActorSuspended, NewsGiven, TurnBegan, TurnEnded
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM, State
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

MarkKind = Literal["asked", "decided", "merged", "done", "failed", "interrupted", "paused"]

TRANSITIONS: Mapping[str, MarkKind] = {"complete": "done", "fail": "failed", "refuse": "failed"}
"""The marks of transitions of contracts."""


@frozen
class Bar:
    """A turn. Without `seq` and `start` it began before the window, without `end` it is open at the end of it.

    `read`: tokens of its context and news; `further`: other tokens of its model. `contract`: "" for none.
    """

    agent: str
    turn: str
    seq: int = 0
    start: str = ""
    end: str = ""
    contract: str = ""
    read: int = 0
    further: int = 0
    finished: bool = True

    @property
    def tokens(self) -> int:
        """All tokens of the turn."""
        return self.read + self.further


@frozen
class Wait:
    """A time in which a participant waited for a node of the dependency graph, or was paused: then `what` is "".

    `causes`: the participants that it waited for. Without `seq` and `start` it began before the window, without `end`
    it lasts.
    """

    agent: str
    what: str
    causes: tuple[str, ...] = ()
    seq: int = 0
    start: str = ""
    end: str = ""


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
        self.after, self.state, self.times = before.seq, before, list[str]()
        self.bars = {
            one.turn: Bar(agent, one.turn, contract=_contract_of(before, agent)) for agent, one in before.turns.items()
        }
        self.open = {agent: Wait(agent, *reason) for agent, reason in _waits(before)}
        self.waits: list[Wait] = []
        self.marks: list[LaneMark] = []

    def add(self, record: Record) -> None:
        """Add the next record."""
        before, self.state = self.state, apply(self.state, record)
        self.times.append(record.at)
        for event in record.events:
            if (turned := TURNS.get(type(event))) is not None:
                bar = turned(self, record, event)
                self.bars[bar.turn] = bar
            if (marked := MARKS.get(type(event))) is not None:
                found = marked(self.state, record, event)
                self.marks += [LaneMark(*one, record.seq, record.at) for one in found if one[0] != SYSTEM]
        links, was = self.state.links, before.links
        if links.waiting is not was.waiting or self.state.suspended is not before.suspended:
            self._note_waits(record)

    def _note_waits(self, record: Record) -> None:
        now = dict(_waits(self.state))
        for agent, wait in list(self.open.items()):
            if agent not in now or now[agent][0] != wait.what:
                self.waits.append(replace(self.open.pop(agent), end=record.at))
        for agent, reason in now.items():
            self.open.setdefault(agent, Wait(agent, *reason, record.seq, record.at))

    def finish(self) -> Lanes:
        """Return the lanes."""
        bars, waits = tuple(self.bars.values()), (*self.waits, *self.open.values())
        named = {one.agent for group in (bars, waits, self.marks) for one in group}
        named |= {one for wait in waits for one in wait.causes}
        known = sorted(self.state.everybody(), key=lambda one: one.human)
        names = [one.id for one in known if not one.human or one.id in named]
        names += sorted(named - {one.id for one in known} - {SYSTEM})
        return Lanes(self.after, tuple(self.times), self.state, bars, waits, tuple(self.marks), tuple(names))


def _waits(state: State) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    """Yield each agent that waits, what it waits for, and the participants responsible for that."""
    for agent in state.suspended:
        yield agent, ("", ())
    for start in state.links.waiting:
        agent = start.partition(":")[2]
        end = next(state.links.neighbours(start, "out", ("waits_for",)), None)
        if end is not None and agent not in state.suspended:
            yield agent, (end, tuple(one for one in state.links.responsible(end) if one != agent))


def _contract_of(state: State, agent: str) -> str:
    """Return the contract that an agent works on: that of its entry on the board, else the first in progress."""
    task = state.board.agent(agent, "current_task") or ""
    if task in state.contracts.entries:
        return str(task)
    return next((one.terms.id for one in state.contracts.of(agent) if one.status == "in_progress"), "")


def _begun(reading: _Reading, record: Record, event: TurnBegan) -> Bar:
    contract = _contract_of(reading.state, event.agent)
    return Bar(event.agent, event.turn, record.seq, record.at, contract=contract, read=event.tokens)


def _informed(reading: _Reading, record: Record, event: NewsGiven) -> Bar:
    bar = reading.bars[event.turn]
    return replace(bar, read=bar.read + event.tokens)


def _ended(reading: _Reading, record: Record, event: TurnEnded) -> Bar:
    bar = reading.bars[event.turn]
    contract = event.contract_id or bar.contract
    return replace(bar, end=record.at, contract=contract, further=event.tokens, finished=event.finished)


TURNS: Mapping[type, Callable[[_Reading, Record, Any], Bar]] = {
    TurnBegan: _begun,
    NewsGiven: _informed,
    TurnEnded: _ended,
}
"""Returns the bar of a turn after each kind of event."""

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
