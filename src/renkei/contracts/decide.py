"""Decide what may happen to a contract. "Done" is a proposal: proofs complete it, never the producer's word.

Every function returns events or raises; nothing is changed in place.
"""

import shlex
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from renkei.contracts.events import (
    Claim,
    ContractAssigned,
    ContractEvent,
    ContractOpened,
    ContractPaused,
    ContractResumed,
    ContractTransitioned,
    EvidenceRecorded,
    LimitReached,
    MergeAwaited,
    NoteAdded,
    Proof,
)
from renkei.contracts.lifecycle import (
    CLOSED,
    NOTHING,
    PERFORMERS,
    REQUIREMENTS,
    Party,
    Status,
    Transition,
    advance,
    in_words,
)
from renkei.contracts.model import TaskContract
from renkei.contracts.state import Contract, Contracts, is_attempt
from renkei.contracts.terms import check_terms, with_normal_paths
from renkei.errors import (
    AlreadyExistsError,
    BadValueError,
    IllegalTransitionError,
    NotAllowedError,
    NotReadyError,
    SuspendedError,
    UnknownContractError,
)
from renkei.protocol.names import check_name
from renkei.wording.values import count, quote

SYSTEM_PARTY: frozenset[Party] = frozenset(("system",))
CANDIDATE: frozenset[Party] = frozenset(("candidate",))


def get(contracts: Contracts, ref: str | None) -> Contract:
    """Return a contract by its id or by its TASK_HANDOFF; raises UnknownContractError."""
    contract = contracts.find(ref)
    if contract is None:
        known = ", ".join(sorted(contracts.entries)[:20]) or "none yet"
        raise UnknownContractError(contract=ref, known=known)
    return contract


def open_contract(
    contracts: Contracts, terms: TaskContract, at: str, message_id: str | None, closed: Mapping[str, Status]
) -> ContractOpened:
    """Return the event that opens a contract; `closed` holds the final status of contracts dropped from the state.

    Raises AlreadyExistsError, BadValueError (a character in the id, an id too similar to another, an invalid output
    schema), UnknownContractError for a missing dependency, or NotReadyError for a cancelled one.
    """
    taken = contracts.by_message.get(terms.id, terms.id) != terms.id
    if taken or terms.id in contracts.entries or terms.id in closed:
        raise AlreadyExistsError(what="another contract", name=terms.id)
    check_name(terms.id, contracts.entries)
    dated = _with_own_ids(contracts, terms if terms.created_at else terms.model_copy(update={"created_at": at}), closed)
    for needed in dated.depends_on:
        if (closed.get(needed) or get(contracts, needed).status) == "cancelled":
            reason = f"it depends on {needed}, which is cancelled"
            raise NotReadyError(what=f"open {terms.id}", reason=reason, next="Remove that dependency.")
    parent = dated.parent
    if parent is not None and (closed.get(parent) or get(contracts, parent).status) in CLOSED:
        raise NotReadyError(
            what=f"open {terms.id}", reason=f"its parent {terms.parent} is closed", next="Choose another parent."
        )
    check_terms(dated)
    return ContractOpened(contract=with_normal_paths(dated), message_id=message_id, at=at)


def _with_own_ids(contracts: Contracts, terms: TaskContract, closed: Mapping[str, Status]) -> TaskContract:
    """Replace references to a TASK_HANDOFF by the id of its contract; raises UnknownContractError."""

    def own(ref: str) -> str:
        return ref if ref in closed else get(contracts, ref).terms.id

    named = {"depends_on": tuple(map(own, terms.depends_on)), "parent": terms.parent and own(terms.parent)}
    changed = {name: value for name, value in named.items() if value != getattr(terms, name)}
    return terms.model_copy(update=changed) if changed else terms


def assign(contract: Contract, assignee: str, at: str, message_id: str | None) -> list[ContractEvent]:
    """Return the event that assigns open work; raises NotReadyError when it is already assigned."""
    if contract.assignee not in (None, assignee) or contract.status != "open":
        holder = f" and assigned to {contract.assignee}" if contract.assignee else ""
        raise NotReadyError(
            what=f"hand over {contract.terms.id}",
            reason=f"it is {contract.status}{holder}",
            next="Only an open contract that is not assigned to anyone else can be handed over.",
        )
    return [ContractAssigned(contract_id=contract.terms.id, assignee=assignee, message_id=message_id, at=at)]


def transition(
    contracts: Contracts,
    contract: Contract,
    step: Transition,
    by: str,
    parties: Collection[Party],
    at: str,
    *,
    reason: str = "",
    lease: int | None = None,
    conflict: str | None = None,
    to_merge: bool = False,
) -> list[ContractEvent]:
    """Return the events of a transition taken by `by` in the roles `parties`.

    Raises IllegalTransitionError, NotAllowedError, SuspendedError for a paused contract, or NotReadyError for any other
    unmet condition.
    """
    after = advance(contract.terms.id, contract.status, step)
    check_performer(contract, step, by, parties)
    check_ready(contracts, contract, step)
    assignee = by if step == "claim" else None if step in ("release", "reopen", "refuse") else contract.assignee
    return [
        ContractTransitioned(
            contract_id=contract.terms.id,
            transition=step,
            before=contract.status,
            after=after,
            assignee=assignee,
            before_assignee=contract.assignee,
            by=by,
            reason=reason,
            conflict=conflict,
            lease=lease,
            to_merge=to_merge,
            at=at,
        ),
        *_retries_used_up(contract, step, at),
    ]


def check_performer(contract: Contract, step: Transition, by: str, parties: Collection[Party]) -> None:
    """Raise NotAllowedError, naming the allowed parties, when an actor may not take a transition."""
    allowed = PERFORMERS[step]
    if any(party in allowed for party in parties):
        return
    names = {
        "assignee": f"its assignee {contract.assignee!r}" if contract.assignee else "its assignee; it has none yet",
        "delegator": f"its delegator {contract.terms.delegator!r}",
        "privileged": "a lead or a human",
    }
    may = ", ".join(names[party] for party in allowed if party in names)
    raise NotAllowedError(actor=by, what=in_words(step, repr(contract.terms.id)), allowed=may)


def check_ready(contracts: Contracts, contract: Contract, step: Transition) -> None:
    """Raise SuspendedError for a paused contract, NotReadyError for any other unmet condition of the transition.

    The conditions: completed dependencies, closed subcontracts, retries left.
    """
    name, needs = contract.terms.id, REQUIREMENTS[step]
    if "not_paused" in needs:
        _check_not_paused(contract)
    if "retries_left" in needs and contract.retries_used_up:
        allowed = contract.terms.failure_handling.max_retries
        reason = f"it has failed {count(contract.attempts, 'time')}, and its `max_retries` is {allowed}"
        choice = f"Its delegator {contract.terms.delegator!r} decides: reopen, assign or cancel it."
        raise NotReadyError(what=in_words(step, name), reason=reason, next=choice)
    waiting = contracts.waits_for(contract) if "dependencies_completed" in needs else ()
    if waiting:
        reason = "it depends on " + ", ".join(f"{other} ({contracts.entries[other].status})" for other in waiting)
        raise NotReadyError(what=in_words(step, name), reason=reason, next="Wait until its dependencies are completed.")
    subcontracts = contracts.subcontracts_of(name) if "subcontracts_closed" in needs else ()
    if subcontracts:
        reason = "it has open subcontracts: " + ", ".join(
            f"{other.terms.id} ({other.status})" for other in subcontracts
        )
        raise NotReadyError(what=f"submit {name}", reason=reason, next="Complete or cancel the subcontracts first.")


def _check_not_paused(contract: Contract) -> None:
    name = contract.terms.id
    if contract.paused is not None:
        raise SuspendedError(what=f"Contract {quote(name)}", reason=contract.paused, resume=f"contract resume {name}")


def _retries_used_up(contract: Contract, step: Transition, at: str) -> list[ContractEvent]:
    """Return the event for a failed attempt that exceeds `max_retries`."""
    allowed = contract.terms.failure_handling.max_retries
    if not is_attempt(contract, step) or allowed is None or contract.attempts < allowed:
        return []
    instruction = contract.terms.failure_handling.on_partial_completion or contract.terms.timeout.on_timeout
    return [LimitReached(contract_id=contract.terms.id, limit="max_retries", instruction=instruction, at=at)]


def out_of_steps(contract: Contract, at: str) -> LimitReached:
    """Return the event for a turn that has used up `max_steps`."""
    instruction = contract.terms.timeout.on_timeout
    return LimitReached(contract_id=contract.terms.id, limit="max_steps", instruction=instruction, at=at)


def claim(contracts: Contracts, contract: Contract, by: str, role: str, at: str, lease: int) -> list[ContractEvent]:
    """Return the events of claiming open work.

    Raises NotAllowedError for other roles or assigned work, IllegalTransitionError for work that is taken.
    """
    advance(contract.terms.id, contract.status, "claim", contract.assignee)
    if contract.assignee not in (None, by):
        raise NotAllowedError(
            actor=by, what=f"claim {contract.terms.id!r}", allowed=f"its assignee {contract.assignee!r}"
        )
    if contract.terms.roles and role not in contract.terms.roles:
        raise NotAllowedError(
            actor=by, what=f"claim {contract.terms.id!r}", allowed="roles " + ", ".join(contract.terms.roles)
        )
    return transition(contracts, contract, "claim", by, CANDIDATE, at, lease=lease)


def submit(
    contracts: Contracts,
    contract: Contract,
    by: str,
    parties: Collection[Party],
    at: str,
    claims: Sequence[Claim],
    outputs: Sequence[str],
    reason: str,
    to_merge: bool = False,
) -> list[ContractEvent]:
    """Propose that the work is done, with a claim for each criterion and the submitted artifacts."""
    moved = transition(contracts, contract, "submit", by, parties, at, reason=reason, to_merge=to_merge)
    if not claims and not outputs:
        return moved
    _check_claims(contract, claims)
    handed_in = EvidenceRecorded(contract_id=contract.terms.id, claims=tuple(claims), outputs=tuple(outputs), at=at)
    return [handed_in, *moved]


def _check_claims(contract: Contract, claims: Sequence[Claim]) -> None:
    worded = [one.criterion for one in contract.terms.acceptance_criteria]
    for one in claims:
        if one.criterion not in worded:
            raise BadValueError(path="/extensions/evidence", got=one.criterion, expected=" | ".join(worded))


def accept(contract: Contract, by: str, at: str, detail: str, *, unmerged: bool = False) -> list[ContractEvent]:
    """Prove every open criterion by acceptance, and complete the contract unless its files must be merged first.

    `unmerged`: complete it without that. Raises IllegalTransitionError, SuspendedError, or NotReadyError: for work that
    already waits to be merged, or without a reason for a command that failed or was not run.
    """
    after = advance(contract.terms.id, contract.status, "complete")
    _check_not_paused(contract)
    if contract.merge == "due" and not unmerged:
        reason, following = "it is accepted and waits to be merged", "The team merges it: `renkei team run`."
        raise NotReadyError(what=f"accept {contract.terms.id}", reason=reason, next=following)
    if not detail.strip():
        _check_commands_succeeded(contract)
    proofs = tuple(_acceptance(contract, index, by, detail) for index in contract.unproved)
    events: list[ContractEvent] = []
    if proofs:
        events.append(EvidenceRecorded(contract_id=contract.terms.id, proofs=proofs, at=at))
    if contract.merge == "wanted":
        return [*events, MergeAwaited(contract_id=contract.terms.id, by=by, reason=detail, at=at)]
    moved = ContractTransitioned(
        contract_id=contract.terms.id,
        transition="complete",
        before=contract.status,
        after=after,
        assignee=contract.assignee,
        by=by,
        reason=detail,
        at=at,
    )
    return [*events, moved]


def _check_commands_succeeded(contract: Contract) -> None:
    """Raise NotReadyError for a criterion whose command failed, or has no result."""
    name = contract.terms.id
    failed = [one.detail for one in contract.proofs if one.method == "command" and not one.met]
    if failed:
        reason, following = "a command failed: " + "; ".join(failed), "Give a reason to override the failed check."
        raise NotReadyError(what=f"accept {name}", reason=reason, next=following)
    criteria = [contract.terms.acceptance_criteria[index] for index in contract.unproved]
    not_run = [shlex.join(one.command) for one in criteria if one.command]
    if not_run:
        reason = "a command was not run: " + "; ".join(not_run)
        following = f"Run it with `renkei contract verify {name}`, or give a reason to accept the work without a run."
        raise NotReadyError(what=f"accept {name}", reason=reason, next=following)


def _acceptance(contract: Contract, index: int, by: str, detail: str) -> Proof:
    """Return the proof that an unproved criterion was accepted, with what that overrides."""
    ran = any(one.criterion == index and one.method == "command" for one in contract.proofs)
    has_command = contract.terms.acceptance_criteria[index].command is not None
    overrides: Literal["not_run", "failed"] | None = "failed" if ran else "not_run" if has_command else None
    return Proof(criterion=index, method="acceptance", by=by, detail=detail, overrides=overrides)


def prove(contract: Contract, proofs: Sequence[Proof], at: str) -> list[ContractEvent]:
    """Return the event that records command results for submitted work; empty without proofs.

    Raises NotReadyError, or BadValueError for a proof of a criterion without a command.
    """
    criteria = contract.terms.acceptance_criteria
    if contract.status != "submitted":
        what, reason = f"verify {contract.terms.id}", f"it is {contract.status}"
        following = (
            "A closed contract needs no proof."
            if contract.closed
            else "Only submitted work is verified: submit it first."
        )
        raise NotReadyError(what=what, reason=reason, next=following)
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
    return [EvidenceRecorded(contract_id=contract.terms.id, proofs=tuple(proofs), at=at)] if proofs else []


def expire(contracts: Contracts, contract: Contract, by: str, at: str) -> list[ContractEvent]:
    """Return the events that release work whose lease has expired, with a note that says so."""
    reason = f"the lease of {contract.assignee} ran out"
    moved = transition(contracts, contract, "release", by, SYSTEM_PARTY, at, reason=reason)
    return [NoteAdded(contract_id=contract.terms.id, by=by, text=reason), *moved]


def pause(contract: Contract, by: str, reason: str, at: str) -> list[ContractEvent]:
    """Return the event that pauses a contract; empty if it is already paused.

    Raises IllegalTransitionError for a closed contract.
    """
    name = contract.terms.id
    if contract.closed:
        raise IllegalTransitionError(
            contract=name, status=contract.status, assignee=None, transition="pause", allowed=NOTHING
        )
    return [ContractPaused(contract_id=name, by=by, reason=reason, at=at)] if contract.paused is None else []


def resume(contract: Contract, by: str, at: str) -> list[ContractEvent]:
    """Return the event that resumes a contract; empty if it is not paused."""
    return [] if contract.paused is None else [ContractResumed(contract_id=contract.terms.id, by=by, at=at)]
