"""What must hold in every log, found out from its records alone: nothing of the package decides here.

Turns and claims are exclusive, a lease ends no sooner than it may, and a message is unread until a finished turn showed
it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.engine.record import Record
from renkei.protocol.primitives import later
from simulation.ledger import BrokenError, Ledger
from simulation.work import LEASE, body

Faults = Iterator[str]


def check(records: Sequence[Record], ledger: Ledger) -> None:
    """Raise BrokenError for the first promise that a log breaks."""
    for problem in (*turns(records), *claims(records), *leases(records), *reading(records, ledger)):
        raise BrokenError(problem)


def turns(records: Sequence[Record]) -> Faults:
    """An agent has one open turn, and only that one ends."""
    held: dict[str, str] = {}
    for record, event in _events(records):
        if event.kind == "turn_began":
            if event.agent in held:
                yield f"seq {record.seq}: {event.agent} has two turns, {held[event.agent]} and {event.turn}"
            held[event.agent] = event.turn
        elif event.kind == "turn_ended" and held.pop(event.agent, None) != event.turn:
            yield f"seq {record.seq}: {event.turn} ends and was not open"


def claims(records: Sequence[Record]) -> Faults:
    """Work has one assignee until it is released."""
    held: dict[str, str] = {}
    for record, event in _events(records):
        if event.kind != "contract_transitioned":
            continue
        if event.transition == "claim":
            if event.contract_id in held:
                yield f"seq {record.seq}: {event.by} claims {event.contract_id} of {held[event.contract_id]}"
            held[event.contract_id] = event.by
        elif event.transition == "release":
            held.pop(event.contract_id, None)


def leases(records: Sequence[Record]) -> Faults:
    """Nobody loses a turn or a claim for want of a sign of life within the lease."""
    active: dict[str, str] = {}
    for record in records:
        for event in record.events:
            agent = _expired(event)
            if agent in active and later(active[agent], LEASE * 1_000_000) >= record.at:
                yield f"seq {record.seq}: {agent} loses its {event.kind} while it is alive"
        active[record.actor] = record.at


def _expired(event: Any) -> str:
    """Return the agent that loses something because its lease is over."""
    if event.kind == "turn_ended" and event.by == "renkei":
        return str(event.agent)
    if event.kind == "contract_transitioned" and event.transition == "release" and event.by == "renkei":
        return str(event.before_assignee)
    return ""


def reading(records: Sequence[Record], ledger: Ledger) -> Faults:
    """A critical message that is read was shown in full by the turn that ended; in the end every one is read."""
    letters = _critical(records)
    unread = {(reader, name) for name, readers in letters.items() for reader in readers}
    for record, event in _events(records):
        if event.kind == "turn_ended" and event.finished:
            text = ledger.contexts.get(event.turn, "")
            for name in set(event.read) & set(letters):
                unread.discard((event.agent, name))
                if body(name) not in text:
                    yield f"seq {record.seq}: {event.agent} has read {name}, which its turn did not show"
    for reader, name in sorted(unread):
        yield f"{name} never reached {reader}"


def _critical(records: Sequence[Record]) -> Mapping[str, Sequence[str]]:
    return {
        event.message.id: event.recipients
        for _, event in _events(records)
        if event.kind == "message_sent" and event.message.priority == "blocking"
        if event.message.from_ != "renkei"
    }


def _events(records: Sequence[Record]) -> Iterator[tuple[Record, Any]]:
    return ((record, event) for record in records for event in record.events)
