"""Decide the actions on contracts: open, assign, claim, transition, prove, accept and annotate them."""

from collections.abc import Sequence

from renkei.contracts import decide as contracts
from renkei.contracts import merging
from renkei.contracts.events import NoteAdded, PartyReplaced
from renkei.contracts.lifecycle import NOTHING, REQUIREMENTS, Party, in_words
from renkei.contracts.state import Contract
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.conversation.escalation import open_questions
from renkei.engine.events import AnyEvent
from renkei.engine.file_work.decide import check_taking
from renkei.engine.guards.conflicts import check_no_conflict, conflict_of
from renkei.engine.participants.access import need_actor
from renkei.engine.references import decisions_in, waiting_by_name
from renkei.engine.state import SYSTEM, State
from renkei.errors import IllegalTransitionError, NotAllowedError, NotReadyError


def parties(state: State, contract: Contract, actor: str) -> tuple[Party, ...]:
    """Return an actor's parties to a contract."""
    found: dict[Party, bool] = {
        "assignee": actor == contract.assignee,
        "delegator": actor == contract.terms.delegator,
        "privileged": actor != SYSTEM and state.privileged(actor),
        "system": actor == SYSTEM,
    }
    return tuple(party for party, holds in found.items() if holds)


def find(state: State, ref: str, who: c.CommandContext) -> Contract:
    """Return a contract; raises UnknownContractError, or IllegalTransitionError for one closed long ago."""
    if ref in who.closed:
        raise IllegalTransitionError(
            contract=ref, status=who.closed[ref], assignee=None, transition="change", allowed=NOTHING
        )
    return contracts.get(state.contracts, ref)


def open_contract(state: State, action: c.OpenContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Open a contract."""
    terms = action.terms
    for actor in (terms.delegator, *((terms.assignee,) if terms.assignee else ())):
        need_actor(state, actor)
    opened = contracts.open_contract(state.contracts, terms, who.at, action.message_id, who.closed)
    found = {"decisions": decisions_in(state, terms), "awaited_by": tuple(waiting_by_name(state, terms.id))}
    return [opened.model_copy(update={**found, "to_prove": action.to_prove})]


def assign(state: State, action: c.AssignContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Assign open work by a hand-over."""
    contract = find(state, action.contract, who)
    need_actor(state, action.assignee)
    return contracts.assign(contract, action.assignee, who.at, action.message_id)


def claim(state: State, action: c.ClaimContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Claim open, unassigned work for the actor's role."""
    need_actor(state, who.actor)
    contract = find(state, action.contract, who)
    role, is_assigned = state.actors[who.actor].role, contract.assignee is not None
    events = contracts.claim(state.contracts, contract, who.actor, role, who.at, action.lease)
    check_taking(state, contract, who.actor, assigned=is_assigned)
    return events


def prove(state: State, action: c.ProveContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Record command results.

    The actor who ran the commands vouches for them, so only judges of the work may prove it.
    """
    contract = find(state, action.contract, who)
    if any(proof.by != who.actor for proof in action.proofs):
        raise NotAllowedError(actor=who.actor, what="submit proofs by others", allowed="whoever ran the command")
    return contracts.prove(contract, action.proofs, who.at)


def transition(state: State, action: c.TransitionContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Make a transition; claiming and completing have their own conditions."""
    if action.transition == "claim":
        return claim(state, c.ClaimContract(action.contract), who)
    if action.transition == "complete":
        return accept(state, c.AcceptContract(action.contract, action.reason), who)
    contract = find(state, action.contract, who)
    held = parties(state, contract, who.actor)
    needs = REQUIREMENTS.get(action.transition, ())  # the life cycle has no row for an unknown transition
    if "conflicts_resolved" in needs:
        working = () if who.actor == SYSTEM else (conflict_of(state, who.actor),)
        check_no_conflict(state, in_words(action.transition, contract.terms.id), contract.conflict, *working)
    if "replies_given" in needs:
        _check_answered(state, contract, who.actor)
    if "questions_answered" in needs:
        _check_consulted(state, contract)
    if action.transition == "submit":
        return contracts.submit(
            state.contracts,
            contract,
            who.actor,
            held,
            who.at,
            action.claims,
            action.outputs,
            action.reason,
            _merges(state, who.actor),
        )
    events = contracts.transition(
        state.contracts,
        contract,
        action.transition,
        who.actor,
        held,
        who.at,
        reason=action.reason,
        conflict=action.conflict,
        to_merge=action.transition == "deliver_part" and _merges(state, who.actor),
    )
    if action.transition in ("accept", "start"):
        check_taking(state, contract, contract.assignee or who.actor, assigned=True)
    return events


def _merges(state: State, actor: str) -> bool:
    """Return whether the files of an actor's accepted work must be merged."""
    return actor in state.actors and state.actors[actor].merges


def _check_answered(state: State, contract: Contract, actor: str) -> None:
    """Raise NotReadyError while the actor owes a reply that blocks another's work."""
    owed = [one for one in state.owed_by(actor) if one.blocks and "TASK_RESULT" not in one.expects]
    if owed:
        reason = "you still owe a reply to " + ", ".join(f"{one.message_id} (from {one.creditor})" for one in owed)
        raise NotReadyError(what=f"submit {contract.terms.id}", reason=reason, next="Reply first.")


def _check_consulted(state: State, contract: Contract) -> None:
    """Raise NotReadyError while a question required by the terms has no answer."""
    asked = open_questions(state, contract)
    if asked:
        reason = "it has an open question: " + "; ".join(asked)
        raise NotReadyError(what=f"submit {contract.terms.id}", reason=reason, next="Wait for the answer.")


def accept(state: State, action: c.AcceptContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Accept submitted work, unless an output changed since.

    A person may complete accepted work that is not merged, by accepting it again with a reason.
    """
    contract = find(state, action.contract, who)
    if contract.merge != "due":
        _check_unchanged(state, contract)
    given_up = who.actor != SYSTEM and state.actors[who.actor].human and bool(action.detail.strip())
    return contracts.accept(contract, who.actor, who.at, action.detail, unmerged=given_up)


def record_merge(state: State, action: c.RecordMerge, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Record the merge of accepted work."""
    contract = find(state, action.contract, who)
    return merging.merged(contract, action.branch, action.commit, action.files, who.at)


def delay_merge(state: State, action: c.DelayMerge, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Record why accepted work is not merged yet."""
    return merging.delay(find(state, action.contract, who), action.reason, who.at)


def _check_unchanged(state: State, contract: Contract) -> None:
    """Raise NotReadyError if an output was changed after it was submitted."""
    if contract.assignee is None or contract.status != "submitted":
        return
    base = ("agents", contract.assignee, "artifacts")
    for ref in state.board.ids(*base):
        cell = state.board.cells[join(*base, ref, "version")]
        if cell.seq > contract.moved and ref in contract.outputs:
            reason = f"{ref} was changed (v{cell.value}) after submission"
            raise NotReadyError(what=f"accept {contract.terms.id}", reason=reason, next="Ask for a new submission.")


def note(state: State, action: c.AddNote, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Add a note to a contract."""
    contract = find(state, action.contract, who)
    return [NoteAdded(contract_id=contract.terms.id, by=who.actor, text=action.text, deviation=action.deviation)]


def pause(state: State, action: c.PauseContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Pause a contract."""
    contract = find(state, action.contract, who)
    return contracts.pause(contract, who.actor, action.reason, who.at)


def resume(state: State, action: c.ResumeContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Resume a paused contract."""
    contract = find(state, action.contract, who)
    return contracts.resume(contract, who.actor, who.at)


def replace_party(state: State, action: c.ReplaceParty, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Replace a party that left by another, or by no one; used only for leaving."""
    contract = find(state, action.contract, who)
    before = contract.terms.delegator if action.party == "delegator" else contract.assignee
    if before is None or before == action.by:
        return []
    return [PartyReplaced(contract_id=contract.terms.id, party=action.party, before=before, after=action.by, at=who.at)]
