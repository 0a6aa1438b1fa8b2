"""Transitions and limits of contracts as occurrences for rules."""

from collections.abc import Iterator

from renkei.contracts.events import ContractTransitioned, LimitReached
from renkei.dispatch.match import Occurrence
from renkei.engine.board_writes.occurrences import output_variables
from renkei.engine.state import SYSTEM, State


def transitioned(state: State, event: ContractTransitioned) -> Iterator[Occurrence]:
    """Yield the new status of a contract."""
    contract = state.contracts.entries[event.contract_id]
    variables = {
        "contract": event.contract_id,
        "completed_task": event.contract_id,
        "agent": event.assignee,
        "author": event.by,
        "delegator": contract.terms.delegator,
        "description": contract.terms.inputs.description,
        "reason": event.reason,
        "completed_contract": event.contract_id,
        **output_variables(state, event.assignee or "", contract.outputs),
        "because": f"{event.contract_id}: {event.before} → {event.after}",
    }
    yield Occurrence(("contract", event.after), variables, event.after)


def limit_reached(state: State, event: LimitReached) -> Iterator[Occurrence]:
    """Yield the limit that a contract has reached."""
    contract = state.contracts.entries[event.contract_id]
    variables = {
        "contract": event.contract_id,
        "agent": contract.assignee,
        "author": SYSTEM,
        "delegator": contract.terms.delegator,
        "description": contract.terms.inputs.description,
        "limit": event.limit,
        "instruction": event.instruction,
        "because": f"{event.contract_id} has reached {event.limit}",
    }
    yield Occurrence(("overdue", "contract"), variables)
