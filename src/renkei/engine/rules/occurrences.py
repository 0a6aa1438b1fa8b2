"""The occurrences in a record that rules can be triggered by."""

from collections.abc import Iterator

from renkei.dispatch.match import Occurrence
from renkei.engine.apply import apply_event
from renkei.engine.events import RuleFired
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.tables import EVENTS


def occurrences_in(state: State, record: Record) -> Iterator[Occurrence]:
    """Yield the occurrences in a record, except consequences of its rules; `state` is the state before it."""
    for event in record.events:
        if isinstance(event, RuleFired):
            return
        state = apply_event(state, event)
        yield from EVENTS[type(event)].occurrences(state, event)
