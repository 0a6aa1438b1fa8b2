"""Decides what may happen to a contract. "Done" is a proposal: proofs complete it, never the producer's word.

Every function gives events or raises; the store that it is asked about does not change.
"""

from collections.abc import Mapping, Sequence

from renkei.contracts.events import (
    Claim,
    ContractAssigned,
    ContractEvent,
    ContractOpened,
    ContractTransitioned,
    EvidenceRecorded,
    LimitReached,
    NoteAdded,
    Proof,
)
from renkei.contracts.lifecycle import SETTLED, Status, Transition, advance
from renkei.contracts.model import TaskContract
from renkei.contracts.state import Contract, Contracts
from renkei.documents.json_reader import read_json
from renkei.documents.source import SourceError
from renkei.errors import AlreadyExistsError, BadValueError, NotAllowedError, NotReadyError, UnknownContractError

STARTING: frozenset[Transition] = frozenset(("claim", "accept", "start", "submit"))
"""Steps that need every dependency to be completed."""

WORKING: frozenset[Transition] = frozenset(("accept", "start", "block", "submit", "deliver_part", "refuse", "release"))
"""Steps of the assignee."""

JUDGING: frozenset[Transition] = frozenset(("rework", "reopen", "cancel"))
"""Steps of the delegator."""


def get(contracts: Contracts, ref: str | None) -> Contract:
    """Give a contract by its id or by its TASK_HANDOFF; raises UnknownContractError."""
    entry = contracts.find(ref)
    if entry is None:
        known = ", ".join(sorted(contracts.entries)[:20]) or "none yet"
        raise UnknownContractError(contract=ref, known=known)
    return entry


def open_contract(
    contracts: Contracts, terms: TaskContract, at: str, message_id: str | None, settled: Mapping[str, Status]
) -> list[ContractEvent]:
    """Open a contract with its terms; `settled` says how those ended that the store has let go.

    Raises AlreadyExistsError, UnknownContractError for a dependency that does not exist, NotReadyError for one that can
    never be completed, or BadValueError for an output schema that is a JSON Schema but not a valid one.
    """
    taken = contracts.by_message.get(terms.id, terms.id) != terms.id
    if taken or terms.id in contracts.entries or terms.id in settled:
        raise AlreadyExistsError(what="another contract", name=terms.id)
    dated = _with_own_ids(
        contracts, terms if terms.created_at else terms.model_copy(update={"created_at": at}), settled
    )
    for needed in dated.depends_on:
        if (settled.get(needed) or get(contracts, needed).status) == "cancelled":
            reason = f"it depends on {needed}, which is cancelled"
            raise NotReadyError(what=f"open {terms.id}", reason=reason, next="Remove that dependency.")
    parent = dated.parent
    if parent is not None and (settled.get(parent) or get(contracts, parent).status) in SETTLED:
        raise NotReadyError(
            what=f"open {terms.id}", reason=f"its parent {terms.parent} is closed", next="Choose another parent."
        )
    check_output_schema(terms)
    return [ContractOpened(contract=dated, message_id=message_id, at=at)]


def _with_own_ids(contracts: Contracts, terms: TaskContract, settled: Mapping[str, Status]) -> TaskContract:
    """Name other contracts by their own ids where the terms name their hand-overs; raises UnknownContractError."""

    def own(ref: str) -> str:
        return ref if ref in settled else get(contracts, ref).terms.id

    named = {"depends_on": tuple(map(own, terms.depends_on)), "parent": terms.parent and own(terms.parent)}
    changed = {name: value for name, value in named.items() if value != getattr(terms, name)}
    return terms.model_copy(update=changed) if changed else terms


def check_output_schema(terms: TaskContract) -> None:
    """Raise BadValueError for an output schema that is a broken JSON Schema; other notations are the team's own."""
    text = terms.expected_output.schema_
    if not text or not text.lstrip().startswith("{"):
        return
    from jsonschema import Draft202012Validator, SchemaError  # slow to import, and few contracts need it

    try:
        Draft202012Validator.check_schema(read_json(text).value)
    except (SourceError, SchemaError, RecursionError) as error:
        reason = str(getattr(error, "message", error))
        raise BadValueError(
            path="/expected_output/schema", got=text[:60], expected=f"a valid JSON Schema ({reason})"
        ) from None


def assign(entry: Contract, assignee: str, at: str, message_id: str | None) -> list[ContractEvent]:
    """Give open work to somebody; raises NotReadyError when somebody has it."""
    if entry.assignee not in (None, assignee) or entry.status != "open":
        raise NotReadyError(
            what=f"hand over {entry.terms.id}", reason=f"it is {entry.status}", next="Release it first."
        )
    return [ContractAssigned(contract_id=entry.terms.id, assignee=assignee, message_id=message_id, at=at)]


def move(
    contracts: Contracts,
    entry: Contract,
    step: Transition,
    by: str,
    at: str,
    *,
    reason: str = "",
    privileged: bool = False,
    lease: int | None = None,
) -> list[ContractEvent]:
    """Take a step of the life cycle; `privileged` is for humans, leads and rules.

    Raises IllegalTransitionError, NotAllowedError, or NotReadyError while a dependency is open.
    """
    after = advance(entry.terms.id, entry.status, step)
    if not privileged:
        _check_actor(entry, step, by)
    _check_ready(contracts, entry, step)
    assignee = by if step == "claim" else None if step in ("release", "reopen") else entry.assignee
    return [
        ContractTransitioned(
            contract_id=entry.terms.id,
            transition=step,
            before=entry.status,
            after=after,
            assignee=assignee,
            before_assignee=entry.assignee,
            by=by,
            reason=reason,
            lease=lease,
            at=at,
        ),
        *_limit(entry, step, at),
    ]


def _check_ready(contracts: Contracts, entry: Contract, step: Transition) -> None:
    waiting = contracts.waits_for(entry) if step in STARTING else ()
    if waiting:
        reason = "it depends on " + ", ".join(f"{one} ({contracts.entries[one].status})" for one in waiting)
        raise NotReadyError(
            what=f"{step} {entry.terms.id}", reason=reason, next="Wait until its dependencies are completed."
        )
    parts = contracts.parts_of(entry.terms.id) if step == "submit" else ()
    if parts:
        reason = "it has open subcontracts: " + ", ".join(f"{one.terms.id} ({one.status})" for one in parts)
        raise NotReadyError(
            what=f"submit {entry.terms.id}", reason=reason, next="Complete or cancel the subcontracts first."
        )


def _limit(entry: Contract, step: Transition, at: str) -> list[ContractEvent]:
    """Tell that a failed attempt was one more than the terms allow."""
    allowed = entry.terms.failure_handling.max_retries
    if step not in ("fail", "rework") or allowed is None or entry.attempts + 1 != allowed + 1:
        return []
    instruction = entry.terms.failure_handling.on_partial_completion or entry.terms.timeout.on_timeout
    return [LimitReached(contract_id=entry.terms.id, limit="max_retries", instruction=instruction, at=at)]


def count_step(entry: Contract, at: str) -> list[ContractEvent]:
    """Tell that the turn that ends now is the last that the terms allow."""
    allowed = entry.terms.timeout.max_steps
    if allowed is None or entry.steps + 1 != allowed:
        return []
    instruction = entry.terms.timeout.on_timeout
    return [LimitReached(contract_id=entry.terms.id, limit="max_steps", instruction=instruction, at=at)]


def claim(contracts: Contracts, entry: Contract, by: str, role: str, at: str, lease: int) -> list[ContractEvent]:
    """Take open work; raises NotAllowedError for other roles or when it is assigned, IllegalTransitionError when it is taken."""
    advance(entry.terms.id, entry.status, "claim")
    if entry.assignee not in (None, by):
        raise NotAllowedError(actor=by, what=f"claim {entry.terms.id!r}", allowed=f"its assignee {entry.assignee!r}")
    if entry.terms.roles and role not in entry.terms.roles:
        raise NotAllowedError(
            actor=by, what=f"claim {entry.terms.id!r}", allowed="roles " + ", ".join(entry.terms.roles)
        )
    return move(contracts, entry, "claim", by, at, privileged=True, lease=lease)


def submit(
    contracts: Contracts,
    entry: Contract,
    by: str,
    at: str,
    claims: Sequence[Claim],
    outputs: Sequence[str],
    reason: str,
) -> list[ContractEvent]:
    """Propose that the work is done: what is claimed of each criterion, and the artifacts that are handed in."""
    moved = move(contracts, entry, "submit", by, at, reason=reason)
    if not claims and not outputs:
        return moved
    _check_claims(entry, claims)
    handed_in = EvidenceRecorded(contract_id=entry.terms.id, claims=tuple(claims), outputs=tuple(outputs), at=at)
    return [handed_in, *moved]


def _check_claims(entry: Contract, claims: Sequence[Claim]) -> None:
    worded = [one.criterion for one in entry.terms.acceptance_criteria]
    for one in claims:
        if one.criterion not in worded:
            raise BadValueError(path="/extensions/evidence", got=one.criterion, expected=" | ".join(worded))


def accept(entry: Contract, by: str, at: str, detail: str) -> list[ContractEvent]:
    """Prove every open criterion by acceptance and complete the contract; raises NotAllowedError for its producer."""
    after = advance(entry.terms.id, entry.status, "complete")
    if by == entry.assignee:
        others = f"the delegator {entry.terms.delegator!r}, a lead, a human, or a criterion's own command"
        raise NotAllowedError(actor=by, what=f"accept its own work on {entry.terms.id!r}", allowed=others)
    failed = [proof.detail for proof in entry.proofs if proof.method == "command" and not proof.met]
    if failed and not detail.strip():
        reason = "a command failed: " + "; ".join(failed)
        raise NotReadyError(
            what=f"accept {entry.terms.id}", reason=reason, next="Give a reason to override the failed check."
        )
    proofs = tuple(Proof(criterion=i, method="acceptance", by=by, detail=detail) for i in entry.unproved)
    events: list[ContractEvent] = []
    if proofs:
        events.append(EvidenceRecorded(contract_id=entry.terms.id, proofs=proofs, at=at))
    moved = ContractTransitioned(
        contract_id=entry.terms.id,
        transition="complete",
        before=entry.status,
        after=after,
        assignee=entry.assignee,
        by=by,
        reason=detail,
        at=at,
    )
    return [*events, moved]


def prove(entry: Contract, proofs: Sequence[Proof], at: str) -> list[ContractEvent]:
    """Record what commands showed of submitted work; raises NotReadyError, or BadValueError for what no command showed."""
    criteria = entry.terms.acceptance_criteria
    if entry.status != "submitted":
        raise NotReadyError(
            what=f"record proofs for {entry.terms.id}", reason=f"it is {entry.status}", next="Submit first."
        )
    for proof in proofs:
        if proof.method != "command" or proof.met != (proof.exit_status == 0):
            raise BadValueError(
                path="/proofs", got=proof.detail, expected="a command proof whose `met` matches its exit status"
            )
        if proof.criterion >= len(criteria) or criteria[proof.criterion].command is None:
            known = ", ".join(str(i) for i, one in enumerate(criteria) if one.command) or "none of them"
            raise BadValueError(
                path="/acceptance_criteria",
                got=proof.criterion,
                expected=f"a criterion with a command: {known}",
            )
    return [EvidenceRecorded(contract_id=entry.terms.id, proofs=tuple(proofs), at=at)]


def expire(contracts: Contracts, entry: Contract, by: str, at: str) -> list[ContractEvent]:
    """Give the work of somebody who shows no sign of life back to the queue, with what it had done."""
    reason = f"the lease of {entry.assignee} ran out"
    moved = move(contracts, entry, "release", by, at, reason=reason, privileged=True)
    return [NoteAdded(contract_id=entry.terms.id, by=by, text=reason), *moved]


def _check_actor(entry: Contract, step: Transition, by: str) -> None:
    delegator, assignee = entry.terms.delegator, entry.assignee
    if step in WORKING and by != assignee:
        raise NotAllowedError(actor=by, what=f"{step} {entry.terms.id!r}", allowed=f"its assignee {assignee!r}")
    if step in JUDGING and by != delegator:
        raise NotAllowedError(actor=by, what=f"{step} {entry.terms.id!r}", allowed=f"its delegator {delegator!r}")
    if step == "fail" and by not in (delegator, assignee):
        allowed = f"its assignee {assignee!r} or delegator {delegator!r}"
        raise NotAllowedError(actor=by, what=f"fail {entry.terms.id!r}", allowed=allowed)
