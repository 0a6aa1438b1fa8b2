"""The history of a contract, from the records that the log lists for it."""

from collections.abc import Iterable, Iterator

from renkei.engine.events import AnyEvent, TurnBegan, TurnEnded
from renkei.engine.record import Record
from renkei.engine.tables import EVENTS
from renkei.immutable.frozen import frozen


@frozen
class ContractChange:
    """An event of a contract, and its record."""

    seq: int
    at: str
    actor: str
    event: AnyEvent


@frozen
class WorkedTurn:
    """A turn spent on a contract: `start` is None if its beginning is not among the records."""

    agent: str
    turn: str
    start: str | None
    end: str
    seq: int
    finished: bool


def contract_changes(records: Iterable[Record], contract: str) -> Iterator[ContractChange]:
    """Yield the events of a contract in log order."""
    for record in records:
        for event in record.events:
            if ("contract", contract) in EVENTS[type(event)].subjects(event):
                yield ContractChange(record.seq, record.at, record.actor, event)


def worked_turn(change: ContractChange, before: Iterable[Record]) -> WorkedTurn | None:
    """Return the turn that an event ended; `before` are the records to search for its beginning."""
    event = change.event
    if not isinstance(event, TurnEnded):
        return None
    start = next((one.at for one in before if _begins(one, event.turn)), None)
    return WorkedTurn(event.agent, event.turn, start, change.at, change.seq, event.finished)


def _begins(record: Record, turn: str) -> bool:
    return any(isinstance(one, TurnBegan) and one.turn == turn for one in record.events)
