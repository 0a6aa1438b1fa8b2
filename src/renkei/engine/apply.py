"""Apply events to a state: only assignments, nothing is rejected.

This is all that replaying a log does. It depends neither on rules nor on how a release reads a text: anything found in
a text is stored in the event.

Every event that `decide` has returned can be applied. Another program that may write a log can also write a record that
fits no state before it, such as the end of a turn that has not begun. Every reader of a log meets its records here, so
here such a record gets its one error.
"""

from collections.abc import Iterable

from renkei.contracts import state as contracts
from renkei.dispatch.graph.links import Links, node
from renkei.engine.events import AnyEvent
from renkei.engine.record import Record
from renkei.engine.rows import Link, Unlink
from renkei.engine.state import State
from renkei.engine.tables import EVENTS
from renkei.errors import RecordUnfitError
from renkei.immutable.replacing import replace
from renkei.wording.values import quote

UNFIT = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What assigning raises for an event that does not fit the state."""


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
    """Return the state after a record.

    Raises ValueError when its `seq` does not follow the state's, and RecordUnfitError for a record that does not fit.
    """
    if record.seq != state.seq + 1:
        raise ValueError(f"record {record.seq} does not follow seq {state.seq}")
    event: AnyEvent | None = None
    try:
        for event in record.events:
            state = apply_event(state, event)
        event = None
        return close_record(state, record)
    except UNFIT as error:
        raise _unfit(record, event, error) from error


def _unfit(record: Record, event: AnyEvent | None, error: Exception) -> RecordUnfitError:
    """Return the error of a record: its event that cannot be applied, or None if its end cannot be."""
    number = next((number for number, one in enumerate(record.events, 1) if one is event), 0)
    kind = "" if event is None else event.kind
    subject = f"event {number} ({kind})" if event is not None else "its end"
    return RecordUnfitError(
        seq=record.seq,
        id=record.id,
        actor=record.actor,
        at=record.at,
        event=kind,
        number=number,
        reason=f"{subject} {_fault(error)}",
    )


def _fault(error: Exception) -> str:
    """Return in words why an event cannot be applied."""
    if isinstance(error, KeyError) and error.args:
        return f"expects something under {quote(error.args[0])} that is not there"
    text = str(error) if isinstance(error, ValueError) else ""
    return f"cannot be applied ({text or type(error).__name__})"


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
    """Return the state after all records, from the beginning or from a state; raises RecordUnfitError."""
    state = State() if state is None else state
    for record in records:
        state = apply(state, record)
    return state
