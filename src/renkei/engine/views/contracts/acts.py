"""The acts that an actor can do with a contract now. The core itself is asked and determines the result."""

from collections.abc import Callable, Iterable
from typing import Literal, get_args

from renkei.contracts.lifecycle import Transition
from renkei.contracts.state import Contract
from renkei.engine import commands as c
from renkei.engine.participants.rights import check_right
from renkei.engine.settle import decided
from renkei.engine.state import State
from renkei.errors import NotAllowedError, ProtocolError

ContractAct = Literal[
    "accept", "send_back", "reject", "assign", "release", "reopen", "note", "pause", "resume", "cancel"
]

CONTRACT_ACTS: tuple[ContractAct, ...] = get_args(ContractAct)

Attempts = Callable[[State, Contract, str], Iterable[c.Action]]

REASON = "a reason"
"""Placeholder for the reason that some acts need."""


def _step(transition: Transition) -> Attempts:
    return lambda state, one, actor: [c.TransitionContract(one.terms.id, transition, REASON)]


def _assign(state: State, one: Contract, actor: str) -> Iterable[c.Action]:
    """Assign unassigned work, or first take it back, as `Acts.reassign` does."""
    given = c.AssignContract(one.terms.id, actor)
    if one.status == "open" and one.assignee is None:
        return [given]
    if not _has_right(state, given, actor):
        return []
    return [*_step("release")(state, one, actor), *_step("reopen")(state, one, actor)]


def _has_right(state: State, action: c.Action, actor: str) -> bool:
    try:
        check_right(state, actor, action)
    except NotAllowedError:
        return False
    return True


def _release(state: State, one: Contract, actor: str) -> Iterable[c.Action]:
    return [] if one.assignee is None else _step("release")(state, one, actor)


def _verdict(**transitions: Transition) -> Attempts:
    """Return the transition that a review causes in each status; it needs another participant as recipient."""

    def attempts(state: State, one: Contract, actor: str) -> Iterable[c.Action]:
        is_heard = any(who in state.actors and who != actor for who in (one.assignee, one.terms.delegator))
        return _step(transitions[one.status])(state, one, actor) if is_heard and one.status in transitions else []

    return attempts


ATTEMPTS: dict[ContractAct, Attempts] = {
    "accept": lambda state, one, actor: [c.AcceptContract(one.terms.id, REASON)],
    "send_back": _verdict(submitted="rework", partial="rework"),
    "reject": _verdict(submitted="fail", partial="reopen"),
    "assign": _assign,
    "release": _release,
    "reopen": _step("reopen"),
    "note": lambda state, one, actor: [c.AddNote(one.terms.id, REASON)],
    "pause": lambda state, one, actor: [c.PauseContract(one.terms.id, REASON)],
    "resume": lambda state, one, actor: [c.ResumeContract(one.terms.id)],
    "cancel": _step("cancel"),
}
"""The actions of each act; it is allowed if the core accepts at least one of them."""


def allowed_acts(state: State, contract: str, actor: str) -> list[ContractAct]:
    """Return the acts that an actor can do with a contract, in the order of `CONTRACT_ACTS`.

    Empty for a dropped one.
    """
    entry = state.contracts.find(contract)
    if entry is None:
        return []
    return [
        act
        for act in CONTRACT_ACTS
        if any(_is_decided(state, action, actor) for action in ATTEMPTS[act](state, entry, actor))
    ]


def _is_decided(state: State, action: c.Action, actor: str) -> bool:
    try:
        return bool(decided(state, action, c.CommandContext(actor, state.at, {})))
    except ProtocolError:
        return False
