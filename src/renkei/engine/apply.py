"""Apply events to a state: only assignments, nothing is rejected.

This is all that replaying a log does. It depends neither on rules nor on how a release reads a text: anything found in
a text is stored in the event.
"""

from collections.abc import Iterable

from renkei.contracts import state as contracts
from renkei.dispatch.graph.links import Links, node
from renkei.engine.events import AnyEvent
from renkei.engine.record import Record
from renkei.engine.rows import Link, Unlink
from renkei.engine.state import State
from renkei.engine.tables import EVENTS
from renkei.immutable.replacing import replace


def apply_event(state: State, event: AnyEvent) -> State:
    """Return the state after one event of the record that follows `state.seq`."""
    row = EVENTS[type(event)]
    state = row.apply(state, event)
    links = _linked(state.links, row.links(state, event))
    return state if links is state.links else replace(state, links=links)


def _linked(links: Links, changes: Iterable[Link | Unlink]) -> Links:
    for change in changes:
        if isinstance(change, Link):
            links = links.add(change.start, change.relation, change.end)
        else:
            links = links.remove(change.start, change.relation)
    return links


def apply(state: State, record: Record) -> State:
    """Return the state after a record; raises ValueError when its `seq` does not follow the state's."""
    if record.seq != state.seq + 1:
        raise ValueError(f"record {record.seq} does not follow seq {state.seq}")
    for event in record.events:
        state = apply_event(state, event)
    return close_record(state, record)


def close_record(state: State, record: Record) -> State:
    """Return a state with a record's seq after its events were applied, without anything that closed long ago."""
    state = replace(state, seq=record.seq, at=record.at, last_active=state.last_active.set(record.actor, record.at))
    for name in state.contracts.recent[: -contracts.CLOSED_KEPT]:
        state = _drop(state, name)
    return state


def _drop(state: State, name: str) -> State:
    """Drop a contract that closed long ago, unless dependent work can never begin."""
    here = node("contract", name)
    stranded = state.links.neighbours(here, "in", ("depends_on",))
    if state.contracts.entries[name].status == "cancelled" and any(True for _ in stranded):
        return state
    return replace(state, contracts=contracts.drop(state.contracts, name), links=state.links.without(here))


def replay(records: Iterable[Record], state: State | None = None) -> State:
    """Return the state after all records, from the beginning or from a state."""
    state = State() if state is None else state
    for record in records:
        state = apply(state, record)
    return state
