"""Closed contracts read from the log, and the contracts that a command names."""

from collections.abc import Iterable

from renkei.contracts.state import Contract, count_step
from renkei.engine import commands as c
from renkei.engine.events import TurnEnded
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.tables import ACTIONS, EVENTS
from renkei.immutable.replacing import replace


def load_closed_contract(records: Iterable[Record], name: str) -> Contract | None:
    """Return a contract as of the records that changed it; None if they do not open it."""
    state = State()
    for record in records:
        state = replace(state, seq=record.seq - 1)
        for event in record.events:
            row = EVENTS[type(event)]
            if ("contract", name) not in row.subjects(event):
                continue
            if isinstance(event, TurnEnded):  # only its count matters here: the turn itself is not in this state
                state = replace(state, contracts=count_step(state.contracts, name))
            else:
                state = row.apply(state, event)
    return state.contracts.entries.get(name)


def contracts_named(actions: Iterable[c.Action]) -> set[str]:
    """Return the ids of the contracts that the actions of a command may refer to."""
    return {name for action in actions for name in ACTIONS[type(action)].contracts(action) if name}
