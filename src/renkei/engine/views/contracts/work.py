"""The work of a project: each contract's assignee, status since when, dependencies, and lease."""

from collections.abc import Iterable, Mapping
from typing import Literal

from renkei.contracts.lifecycle import Status
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.dispatch.graph.queries import critical_path
from renkei.engine.file_work.taken import held_up_by
from renkei.engine.state import NONE_OWED, Obligation, State
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import PRIORITIES, later

Phase = Literal["open", "in_work", "to_judge", "closed"]

PHASES: dict[Status, Phase] = {
    "open": "open",
    "claimed": "in_work",
    "accepted": "in_work",
    "in_progress": "in_work",
    "blocked": "in_work",
    "submitted": "to_judge",
    "partial": "to_judge",
    "failed": "to_judge",
    "refused": "to_judge",
    "completed": "closed",
    "cancelled": "closed",
}
"""The phase of each status; work that awaits its delegator's judgement or decision is `to_judge`."""


@frozen
class WorkItem:
    """A contract in an overview of the work. `waits_for` are nodes of the dependency graph."""

    contract: Contract
    phase: Phase
    since: int
    """The record that set its status."""
    last_active: str | None
    """Time of its assignee's last action or heartbeat."""
    lease_end: str | None
    """When it is released unless its assignee is active by then; None if no lease runs."""
    owed: Obligation | None
    """The result that its assignee owes for it, with any deadline."""
    waits_for: tuple[str, ...]
    is_critical: bool
    """Whether it is on the longest chain of open work."""


def work_items(state: State, alive: Mapping[str, str] | None = None) -> list[WorkItem]:
    """Return the contracts in the state: most urgent first, closed ones last, newest of them first.

    `alive` is each agent's last heartbeat (`Project.heartbeats`).
    """
    chain = longest_chain(state)
    items = [work_item(state, one, alive or {}, chain) for one in state.contracts.entries.values()]
    return sorted(items, key=_order)


def longest_chain(state: State) -> list[str]:
    """Return the ids of the longest chain of contracts that wait for each other; empty if none waits for another."""
    unclosed = (name for name, entry in state.contracts.entries.items() if not entry.closed)
    found = critical_path(state.links, unclosed)
    return [one.partition(":")[2] for one in found] if len(found) > 1 else []


def work_item(
    state: State, contract: Contract, alive: Mapping[str, str], chain: Iterable[str] | None = None
) -> WorkItem:
    """Return one contract as `work_items` does; `chain` is the longest chain, if known."""
    critical = longest_chain(state) if chain is None else chain
    last = _last_active(state, contract, alive)
    return WorkItem(
        contract,
        phase_of(contract),
        contract.moved or contract.seq,
        last,
        _lease_end(state, contract, last),
        _owed(state, contract),
        () if contract.closed else tuple(dict.fromkeys(_waits_for(state, contract))),
        contract.terms.id in critical,
    )


def phase_of(contract: Contract) -> Phase:
    """Return the phase of a contract; accepted work that waits to be merged needs no judgement."""
    return "in_work" if contract.merge == "due" else PHASES[contract.status]


def _order(one: WorkItem) -> tuple[bool, int, int, int, str]:
    terms, closed = one.contract.terms, one.contract.closed
    urgency = 0 if closed else PRIORITIES[terms.priority]
    return closed, urgency, 0 if one.is_critical else 1, -one.since if closed else one.contract.seq, terms.id


def _last_active(state: State, contract: Contract, alive: Mapping[str, str]) -> str | None:
    who = contract.assignee
    return max(state.last_active.get(who, ""), alive.get(who, "")) or None if who is not None else None


def _lease_end(state: State, contract: Contract, last: str | None) -> str | None:
    runs = contract.lease is not None and PHASES[contract.status] == "in_work" and state.is_lease_active(contract)
    return later(last, contract.lease * 1_000_000) if runs and last is not None and contract.lease is not None else None


def _owed(state: State, contract: Contract) -> Obligation | None:
    """Return the first due obligation of a result."""
    found = [
        one
        for one in state.obligations.get(contract.assignee or "", NONE_OWED).values()
        if one.subject == contract.terms.id and "TASK_RESULT" in one.expects
    ]
    return min(found, key=lambda one: (one.reply_by or "~", one.message_id), default=None)


def _waits_for(state: State, contract: Contract) -> Iterable[str]:
    yield from (node("contract", one) for one in state.contracts.waits_for(contract))
    yield from held_up_by(state, contract)
    if contract.conflict is not None:
        yield node("message", contract.conflict)
    who = contract.assignee
    if who is not None and state.board.agent(who, "current_task") == contract.terms.id:
        yield from state.links.neighbours(node("agent", who), "out", ("waits_for",))
