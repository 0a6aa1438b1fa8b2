"""Decides the parts of a command that are about contracts: who may open, claim, move, prove and accept them."""

from collections.abc import Callable, Sequence
from typing import Any

from renkei.contracts import decide as contracts
from renkei.contracts.events import NoteAdded
from renkei.contracts.lifecycle import NOTHING
from renkei.contracts.state import Contract
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.access import need_actor
from renkei.engine.events import AnyEvent
from renkei.engine.state import State
from renkei.errors import IllegalTransitionError, NotAllowedError, NotReadyError


def open_contract(state: State, part: c.OpenContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Open a contract: its delegator, a human or a lead may."""
    terms = part.terms
    if terms.delegator != who.actor and not state.privileged(who.actor):
        raise NotAllowedError(actor=who.actor, what=f"delegate as {terms.delegator!r}", allowed=repr(terms.delegator))
    parent = state.contracts.find(terms.parent)
    if parent is not None and terms.delegator != parent.assignee and not state.privileged(who.actor):
        what, allowed = f"open a subcontract of {terms.parent!r}", f"its assignee {parent.assignee!r}"
        raise NotAllowedError(actor=who.actor, what=what, allowed=allowed)
    for actor in (terms.delegator, *((terms.assignee,) if terms.assignee else ())):
        need_actor(state, actor)
    return contracts.open_contract(state.contracts, terms, who.at, part.message_id, who.closed)


def _entry(state: State, ref: str, who: c.CommandContext) -> Contract:
    """Give a contract; raises UnknownContractError, or IllegalTransitionError for one that was settled long ago."""
    if ref in who.closed:
        raise IllegalTransitionError(contract=ref, status=who.closed[ref], transition="change", allowed=NOTHING)
    return contracts.get(state.contracts, ref)


def assign(state: State, part: c.AssignContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Hand open work over: its delegator, a human or a lead may."""
    entry = _entry(state, part.contract, who)
    if entry.terms.delegator != who.actor and not state.privileged(who.actor):
        what, allowed = f"hand over {part.contract!r}", repr(entry.terms.delegator)
        raise NotAllowedError(actor=who.actor, what=what, allowed=allowed)
    need_actor(state, part.assignee)
    return contracts.assign(entry, part.assignee, who.at, part.message_id)


def claim(state: State, part: c.ClaimContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Take open work that is free and fits the actor's role."""
    need_actor(state, who.actor)
    entry = _entry(state, part.contract, who)
    return contracts.claim(state.contracts, entry, who.actor, state.actors[who.actor].role, who.at, part.lease)


def prove(state: State, part: c.ProveContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Record what commands showed: anybody may, since the command proves it."""
    need_actor(state, who.actor)
    entry = _entry(state, part.contract, who)
    if any(proof.by != who.actor for proof in part.proofs):
        raise NotAllowedError(actor=who.actor, what="submit proofs by others", allowed="whoever ran the command")
    return contracts.prove(entry, part.proofs, who.at)


def move(state: State, part: c.TransitionContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Take any other step; claiming and completing have their own conditions."""
    if part.transition == "claim":
        return claim(state, c.ClaimContract(part.contract), who)
    if part.transition == "complete":
        return accept(state, c.AcceptContract(part.contract, part.reason), who)
    entry = _entry(state, part.contract, who)
    if part.transition == "submit":
        _check_answered(state, entry, who.actor)
        return contracts.submit(state.contracts, entry, who.actor, who.at, part.claims, part.outputs, part.reason)
    privileged = state.privileged(who.actor) and part.transition in (*contracts.JUDGING, "fail")
    return contracts.move(
        state.contracts, entry, part.transition, who.actor, who.at, reason=part.reason, privileged=privileged
    )


def _check_answered(state: State, entry: Contract, actor: str) -> None:
    """Refuse "done" by somebody who still owes a reply that another's work waits for."""
    owed = [one for one in state.owed_by(actor) if one.blocks and "TASK_RESULT" not in one.expects]
    if owed:
        reason = "you still owe a reply to " + ", ".join(f"{one.message_id} (from {one.creditor})" for one in owed)
        raise NotReadyError(what=f"submit {entry.terms.id}", reason=reason, next="Reply first.")


def accept(state: State, part: c.AcceptContract, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Accept submitted work: not its producer, and only while it is what was submitted."""
    entry = _entry(state, part.contract, who)
    if who.actor not in (entry.terms.delegator, entry.assignee) and not state.privileged(who.actor):
        allowed = f"its delegator {entry.terms.delegator!r}, a lead or a human"
        raise NotAllowedError(actor=who.actor, what=f"accept {part.contract!r}", allowed=allowed)
    _check_unchanged(state, entry)
    return contracts.accept(entry, who.actor, who.at, part.detail)


def _check_unchanged(state: State, entry: Contract) -> None:
    """Refuse to accept what is not what was submitted any more."""
    if entry.assignee is None or entry.status != "submitted":
        return
    base = ("agents", entry.assignee, "artifacts")
    for ref in state.board.ids(*base):
        cell = state.board.cells[join(*base, ref, "version")]
        if cell.seq > entry.moved and ref in entry.outputs:
            reason = f"{ref} was changed (v{cell.value}) after submission"
            raise NotReadyError(what=f"accept {entry.terms.id}", reason=reason, next="Ask for a new submission.")


def note(state: State, part: c.AddNote, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Leave a word on a contract: its parties, a human or a lead may."""
    entry = _entry(state, part.contract, who)
    if who.actor not in (entry.terms.delegator, entry.assignee) and not state.privileged(who.actor):
        allowed = f"its delegator {entry.terms.delegator!r}, its assignee {entry.assignee!r}, a lead or a human"
        raise NotAllowedError(actor=who.actor, what=f"comment on {part.contract!r}", allowed=allowed)
    return [NoteAdded(contract_id=entry.terms.id, by=who.actor, text=part.text)]


DELEGATION: dict[type[Any], Callable[[State, Any, c.CommandContext], Sequence[AnyEvent]]] = {
    c.OpenContract: open_contract,
    c.AssignContract: assign,
    c.ClaimContract: claim,
    c.ProveContract: prove,
    c.TransitionContract: move,
    c.AcceptContract: accept,
    c.AddNote: note,
}
"""How each part about contracts is decided."""
