"""What the log says of contracts that the state has let go, and which contracts a command names."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from renkei.contracts.events import ContractOpened
from renkei.contracts.state import Entry, count_step
from renkei.engine import commands as c
from renkei.engine.apply import APPLY
from renkei.engine.events import TurnEnded
from renkei.engine.handoff import ATTACHMENT, contract_id
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.protocol.messages import TaskHandoffMessage


def load_closed_contract(records: Iterable[Record], name: str) -> Entry | None:
    """Give a contract after the records that changed it; None when they do not open it."""
    state = State()
    for record in records:
        state = replace(state, seq=record.seq - 1)
        for event in record.events:
            if _name(event) == name:
                state = _step(state, name) if isinstance(event, TurnEnded) else APPLY[type(event)](state, event)
    return state.contracts.entries.get(name)


def _name(event: Any) -> str | None:
    return event.contract.id if isinstance(event, ContractOpened) else getattr(event, "contract_id", None)


def _step(state: State, name: str) -> State:
    return replace(state, contracts=count_step(state.contracts, name))


def contracts_named(parts: Iterable[c.Action]) -> set[str]:
    """Give the ids of the contracts that parts of a command may refer to."""
    return {name for part in parts if type(part) in NAMES for name in NAMES[type(part)](part) if name}


def _in_message(part: c.Send) -> Iterable[str | None]:
    message = part.message
    named = (message.task_ref, getattr(message.payload, "original_task_ref", None))
    if not isinstance(message, TaskHandoffMessage):
        return named
    return (*named, contract_id(message), *_in_terms(message.extensions.get(ATTACHMENT)))


def _in_terms(terms: Any) -> tuple[str, ...]:
    """Give what attached terms refer to; what is not valid in them is refused when the contract is opened."""
    found = terms if isinstance(terms, dict) else {}
    needed = found.get("depends_on", ())
    names = (found.get("parent"), *(needed if isinstance(needed, list | tuple) else ()))
    return tuple(one for one in names if isinstance(one, str))


def _one(part: Any) -> tuple[str]:
    return (part.contract,)


NAMES: dict[type[Any], Callable[[Any], Iterable[str | None]]] = {
    c.Send: _in_message,
    c.OpenContract: lambda part: (part.terms.id, part.terms.parent, *part.terms.depends_on),
    **dict.fromkeys(
        (c.AssignContract, c.AcceptContract, c.AddNote, c.ClaimContract, c.ProveContract, c.TransitionContract), _one
    ),
}
"""Which contracts a part names."""
