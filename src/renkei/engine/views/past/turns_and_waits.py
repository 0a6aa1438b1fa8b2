"""The turns and waits of a project, from its successive records.

The picture of a day, tables of turns and costs, and metrics are all made from them.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from renkei.engine.apply import apply
from renkei.engine.events import NewsGiven, TurnBegan, TurnEnded
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace


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
class Ended:
    """The turns and waits that ended in one record."""

    bars: tuple[Bar, ...]
    waits: tuple[Wait, ...]


class TurnsAndWaits:
    """The open turns by their ids and the open waits by their participants, after the records added so far."""

    def __init__(self, before: State) -> None:
        """`before`: the state before the first record that is added."""
        self.state = before
        self.bars = {
            one.turn: Bar(agent, one.turn, contract=contract_of(before, agent)) for agent, one in before.turns.items()
        }
        self.waits = {agent: Wait(agent, *reason) for agent, reason in _waits(before)}

    def add(self, record: Record) -> Ended:
        """Add the next record, and return what ended in it."""
        before, self.state = self.state, apply(self.state, record)
        ended: list[Bar] = []
        for event in record.events:
            if (turned := TURNS.get(type(event))) is not None:
                bar = turned(self, record, event)
                self.bars[bar.turn] = bar
                if bar.end:
                    ended.append(self.bars.pop(bar.turn))
        links, was = self.state.links, before.links
        changed = links.waiting is not was.waiting or self.state.suspended is not before.suspended
        return Ended(tuple(ended), tuple(self._note_waits(record)) if changed else ())

    def _note_waits(self, record: Record) -> Iterator[Wait]:
        now = dict(_waits(self.state))
        for agent, wait in list(self.waits.items()):
            if agent not in now or now[agent][0] != wait.what:
                yield replace(self.waits.pop(agent), end=record.at)
        for agent, reason in now.items():
            self.waits.setdefault(agent, Wait(agent, *reason, record.seq, record.at))


def _waits(state: State) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    """Yield each agent that waits, what it waits for, and the participants responsible for that."""
    for agent in state.suspended:
        yield agent, ("", ())
    for start in state.links.waiting:
        agent = start.partition(":")[2]
        end = next(state.links.neighbours(start, "out", ("waits_for",)), None)
        if end is not None and agent not in state.suspended:
            yield agent, (end, tuple(one for one in state.links.responsible(end) if one != agent))


def contract_of(state: State, agent: str) -> str:
    """Return the contract that an agent works on: that of its entry on the board, else the first in progress."""
    task = state.board.agent(agent, "current_task") or ""
    if task in state.contracts.entries:
        return str(task)
    return next((one.terms.id for one in state.contracts.of(agent) if one.status == "in_progress"), "")


def _begun(turns: TurnsAndWaits, record: Record, event: TurnBegan) -> Bar:
    contract = contract_of(turns.state, event.agent)
    return Bar(event.agent, event.turn, record.seq, record.at, contract=contract, read=event.tokens)


def _informed(turns: TurnsAndWaits, record: Record, event: NewsGiven) -> Bar:
    bar = turns.bars[event.turn]
    return replace(bar, read=bar.read + event.tokens)


def _ended(turns: TurnsAndWaits, record: Record, event: TurnEnded) -> Bar:
    bar = turns.bars[event.turn]
    contract = event.contract_id or bar.contract
    return replace(bar, end=record.at, contract=contract, further=event.tokens, finished=event.finished)


TURNS: Mapping[type, Callable[[TurnsAndWaits, Record, Any], Bar]] = {
    TurnBegan: _begun,
    NewsGiven: _informed,
    TurnEnded: _ended,
}
"""Returns the bar of a turn after each kind of event."""
