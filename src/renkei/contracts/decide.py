"""Decides what may happen to a contract. "Done" is a proposal: proofs complete it, never the producer's word.

Every function gives events or raises; the store that it is asked about does not change.
"""

import json
from collections.abc import Sequence

from renkei.contracts.events import (
    Claim,
    ContractAssigned,
    ContractEvent,
    ContractMoved,
    ContractOpened,
    EvidenceRecorded,
    Proof,
)
from renkei.contracts.lifecycle import Step, advance
from renkei.contracts.model import TaskContract
from renkei.contracts.state import Contracts, Entry
from renkei.errors import AlreadyExists, BadValue, NotAllowed, NotReady, UnknownContract

STARTING: frozenset[Step] = frozenset(("claim", "accept", "start", "submit"))
"""Steps that need every dependency to be completed."""

WORKING: frozenset[Step] = frozenset(("accept", "start", "block", "submit", "deliver_part", "refuse", "release"))
"""Steps of the assignee."""

JUDGING: frozenset[Step] = frozenset(("rework", "reopen", "cancel"))
"""Steps of the delegator."""


def get(contracts: Contracts, ref: str | None) -> Entry:
    """Give a contract by its id or by its TASK_HANDOFF; raises UnknownContract."""
    entry = contracts.find(ref)
    if entry is None:
        known = ", ".join(sorted(contracts.entries)[:20]) or "none yet"
        raise UnknownContract(contract=ref, known=known)
    return entry


def open_contract(contracts: Contracts, terms: TaskContract, at: str, message_id: str | None) -> list[ContractEvent]:
    """Open a contract with its terms.

    Raises AlreadyExists, UnknownContract for a dependency that does not exist, or BadValue for an output schema that
    is a JSON Schema but not a valid one.
    """
    if terms.id in contracts.entries:
        raise AlreadyExists(what="contract", name=terms.id)
    for needed in terms.depends_on:
        get(contracts, needed)
    _check_schema(terms)
    dated = terms if terms.created_at else terms.model_copy(update={"created_at": at})
    return [ContractOpened(contract=dated, message_id=message_id, at=at)]


def _check_schema(terms: TaskContract) -> None:
    """Refuse a broken JSON Schema at the start, not when the output is there. Other notations are the team's own."""
    text = terms.expected_output.schema_
    if not text or not text.lstrip().startswith("{"):
        return
    from jsonschema import Draft202012Validator, SchemaError  # slow to import, and few contracts need it

    try:
        Draft202012Validator.check_schema(json.loads(text))
    except (ValueError, SchemaError) as error:
        reason = str(getattr(error, "message", error))
        raise BadValue(path="/expected_output/schema", got=text[:60], expected=f"a JSON Schema ({reason})") from None


def assign(entry: Entry, assignee: str, at: str, message_id: str | None) -> list[ContractEvent]:
    """Give open work to somebody; raises NotAllowed when somebody has it."""
    if entry.assignee not in (None, assignee) or entry.status != "open":
        what = f"hand over {entry.terms.id!r}, which is {entry.status}"
        raise NotAllowed(actor=entry.terms.delegator, what=what, allowed=f"its assignee {entry.assignee!r} to go on")
    return [ContractAssigned(contract_id=entry.terms.id, assignee=assignee, message_id=message_id, at=at)]


def move(
    contracts: Contracts, entry: Entry, step: Step, by: str, at: str, *, reason: str = "", privileged: bool = False
) -> list[ContractEvent]:
    """Take a step of the life cycle; `privileged` is for humans, leads and rules.

    Raises IllegalStep, NotAllowed, or NotReady while a dependency is open.
    """
    after = advance(entry.terms.id, entry.status, step)
    if not privileged:
        _check_actor(entry, step, by)
    waiting = contracts.waits_for(entry) if step in STARTING else ()
    if waiting:
        reason = "it depends on " + ", ".join(f"{one} ({_status(contracts, one)})" for one in waiting)
        raise NotReady(what=f"To {step} {entry.terms.id}", reason=reason, next="Wait for their completion.")
    assignee = by if step == "claim" else None if step in ("release", "reopen") else entry.assignee
    return [
        ContractMoved(
            contract_id=entry.terms.id,
            step=step,
            before=entry.status,
            after=after,
            assignee=assignee,
            by=by,
            reason=reason,
            at=at,
        )
    ]


def claim(contracts: Contracts, entry: Entry, by: str, role: str, at: str) -> list[ContractEvent]:
    """Take open work; raises NotAllowed for other roles or when it is assigned, IllegalStep when it is taken."""
    advance(entry.terms.id, entry.status, "claim")
    if entry.assignee not in (None, by):
        raise NotAllowed(actor=by, what=f"claim {entry.terms.id!r}", allowed=f"its assignee {entry.assignee!r}")
    if entry.terms.roles and role not in entry.terms.roles:
        raise NotAllowed(actor=by, what=f"claim {entry.terms.id!r}", allowed="roles " + ", ".join(entry.terms.roles))
    return move(contracts, entry, "claim", by, at, privileged=True)


def submit(
    contracts: Contracts, entry: Entry, by: str, at: str, claims: Sequence[Claim], reason: str
) -> list[ContractEvent]:
    """Propose that the work is done, with what is claimed of each criterion."""
    moved = move(contracts, entry, "submit", by, at, reason=reason)
    if not claims:
        return moved
    _check_claims(entry, claims)
    return [EvidenceRecorded(contract_id=entry.terms.id, claims=tuple(claims), at=at), *moved]


def _check_claims(entry: Entry, claims: Sequence[Claim]) -> None:
    worded = [one.criterion for one in entry.terms.acceptance_criteria]
    for one in claims:
        if one.criterion not in worded:
            raise BadValue(path="/extensions/evidence", got=one.criterion, expected=" | ".join(worded))


def accept(entry: Entry, by: str, at: str, detail: str) -> list[ContractEvent]:
    """Prove every open criterion by acceptance and complete the contract; raises NotAllowed for its producer."""
    after = advance(entry.terms.id, entry.status, "complete")
    if by == entry.assignee:
        others = f"the delegator {entry.terms.delegator!r}, a lead, a human, or a criterion's own command"
        raise NotAllowed(actor=by, what=f"accept its own work on {entry.terms.id!r}", allowed=others)
    proofs = tuple(Proof(criterion=i, method="acceptance", by=by, detail=detail) for i in entry.unproved)
    return [
        EvidenceRecorded(contract_id=entry.terms.id, proofs=proofs, at=at),
        ContractMoved(
            contract_id=entry.terms.id,
            step="complete",
            before=entry.status,
            after=after,
            assignee=entry.assignee,
            by=by,
            reason=detail,
            at=at,
        ),
    ]


def _check_actor(entry: Entry, step: Step, by: str) -> None:
    delegator, assignee = entry.terms.delegator, entry.assignee
    if step in WORKING and by != assignee:
        raise NotAllowed(actor=by, what=f"{step} {entry.terms.id!r}", allowed=f"its assignee {assignee!r}")
    if step in JUDGING and by != delegator:
        raise NotAllowed(actor=by, what=f"{step} {entry.terms.id!r}", allowed=f"its delegator {delegator!r}")
    if step == "fail" and by not in (delegator, assignee):
        allowed = f"its assignee {assignee!r} or delegator {delegator!r}"
        raise NotAllowed(actor=by, what=f"fail {entry.terms.id!r}", allowed=allowed)


def _status(contracts: Contracts, ref: str) -> str:
    entry = contracts.entries.get(ref)
    return entry.status if entry else "unknown"
