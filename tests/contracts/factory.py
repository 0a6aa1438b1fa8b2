"""Contracts for unit tests, built from terms and events without a project."""

from collections.abc import Iterable
from typing import Any

from renkei.contracts import decide
from renkei.contracts import state as store
from renkei.contracts.events import (
    ContractAssigned,
    ContractEvent,
    ContractOpened,
    ContractTransitioned,
    EvidenceRecorded,
    LimitReached,
    NoteAdded,
    PartyReplaced,
    Proof,
)
from renkei.contracts.lifecycle import advance
from renkei.contracts.model import TaskContract
from renkei.contracts.state import Contract, Contracts

APPLY: dict[type[Any], Any] = {
    ContractOpened: store.apply_opened,
    ContractAssigned: store.apply_assigned,
    ContractTransitioned: store.apply_transitioned,
    EvidenceRecorded: store.apply_evidence,
    NoteAdded: store.apply_note,
    LimitReached: store.apply_limit,
    PartyReplaced: store.apply_party_replaced,
}


def at(minute: int = 0) -> str:
    """Return a time within one hour."""
    return f"2026-01-05T09:{minute:02d}:00.000000Z"


def terms(name: str = "T-1", **more: Any) -> TaskContract:
    """Build terms from lead to ann, as short as they can be."""
    shortest = {
        "id": name,
        "delegator": "lead",
        "assignee": "ann",
        "created_at": at(),
        "inputs": {"description": name},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "runs"}, {"criterion": "is fast", "command": ["bench"]}],
    }
    return TaskContract.model_validate(shortest | more)


def contract(name: str = "T-1", status: str = "open", *, held: dict[str, Any] | None = None, **more: Any) -> Contract:
    """Build a contract in a status; `held` are fields of the contract itself, `more` are its terms."""
    agreed = terms(name, **more)
    return Contract(**{"terms": agreed, "status": status, "assignee": agreed.assignee} | (held or {}))


def holding(*contracts: Contract) -> Contracts:
    """Build a store with these contracts, opened in the order given."""
    found = Contracts()
    for seq, one in enumerate(contracts, 1):
        found = store.apply_opened(found, ContractOpened(contract=one.terms, message_id=one.message_id, at=at()), seq)
        found = store.with_entry(found, one)
    return found


def applied(contracts: Contracts, events: Iterable[ContractEvent], seq: int = 9) -> Contracts:
    """Return the store after the events of a record."""
    for event in events:
        contracts = APPLY[type(event)](contracts, event, seq)
    return contracts


def parties(one: Contract, by: str) -> tuple[Any, ...]:
    """Return what somebody is to a contract: `human` is privileged, `renkei` the system."""
    known = {"assignee": one.assignee, "delegator": one.terms.delegator, "privileged": "human", "system": "renkei"}
    return tuple(party for party, name in known.items() if name == by)


def step(
    one: Contract, transition: Any, by: str, contracts: Contracts | None = None, also: tuple[Any, ...] = (), **more: Any
) -> Any:
    """Decide a transition of a contract, in a store that holds it alone unless another is given."""
    return decide.transition(contracts or holding(one), one, transition, by, (*parties(one, by), *also), at(5), **more)


def next_status(status: str, transition: str) -> str:
    """Return the status after a transition; raises IllegalTransitionError."""
    return advance("T-1", status, transition)  # type: ignore[arg-type]


def command_proof(*, met: bool = True, exit_status: int | None = 0, **more: Any) -> Proof:
    """Build what a run of the command of criterion 1 showed."""
    values = {"criterion": 1, "method": "command", "by": "ann", "met": met, "exit_status": exit_status}
    return Proof.model_validate(values | more)
