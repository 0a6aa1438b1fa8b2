"""Decides each part of a command: one table from a part to the function that gives its events or refuses it.

`decide` changes nothing. A refusal is a ProtocolError that names what would have been allowed.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from renkei.board.decide import Write, decide_write
from renkei.board.events import CommentsKept
from renkei.board.fields import join, split
from renkei.contracts import decide as contracts
from renkei.dispatch.match import check_condition
from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine import events as e
from renkei.engine.access import check_write
from renkei.engine.sending import check_time, decide_send
from renkei.engine.state import EVERYBODY, SYSTEM, State
from renkei.errors import AlreadyExists, BadValue, NotAllowed, NotReady, TurnLost, TurnOpen, UnknownActor

HUMAN = "human"
"""The human who always takes part."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who asks, and when; what the log already knows of the ids in the command."""

    actor: str
    at: str
    seen: Mapping[str, str]


def _create(state: State, part: c.CreateProject, who: Who) -> Sequence[e.AnyEvent]:
    if state.name:
        raise AlreadyExists(what="project", name=state.name)
    check_rules(part.rules)
    opening = Who(SYSTEM, who.at, who.seen)
    goal = decide_write(state.board, Write("/goal", part.goal), HUMAN, who.at)
    phase = decide_write(state.board, Write("/current_phase", part.phase), HUMAN, who.at)
    return [
        e.ProjectCreated(name=part.name, locale=part.locale, at=who.at),
        *_join(state, c.Join(HUMAN, human=True), opening),
        e.RulesSet(rules=part.rules),
        *goal,
        *phase,
    ]


def check_rules(rules: Sequence[Rule]) -> None:
    """Raise BadValue for a condition that is not an expression."""
    for rule in rules:
        for condition in (rule.condition, *(action.condition for _, action in rule.actions())):
            fault = check_condition(condition) if condition is not None else None
            if fault:
                raise BadValue(path=f"/events/{rule.event}/condition", got=condition, expected=f"CEL: {fault}")


def _join(state: State, part: c.Join, who: Who) -> Sequence[e.AnyEvent]:
    if part.actor in state.actors or part.actor in state.groups or part.actor in (SYSTEM, EVERYBODY):
        raise AlreadyExists(what="actor or group", name=part.actor)
    _need_privilege(state, who.actor, f"let {part.actor!r} take part")
    joined = e.ActorJoined(actor=part.actor, human=part.human, lead=part.lead, role=part.role, at=who.at)
    if part.human:
        return [joined]
    entry = Write(join("agents", part.actor), {"role": part.role}, action=f"{part.actor} joined")
    return [joined, *decide_write(state.board, entry, who.actor, who.at)]


def _need_privilege(state: State, actor: str, what: str) -> None:
    if not state.privileged(actor):
        allowed = ", ".join(one.id for one in state.everybody() if one.human or one.lead)
        raise NotAllowed(actor=actor, what=what, allowed=allowed)


def _group(state: State, part: c.SetGroup, who: Who) -> Sequence[e.AnyEvent]:
    _need_privilege(state, who.actor, f"declare the group {part.group!r}")
    if part.group in state.actors or part.group == EVERYBODY:
        raise AlreadyExists(what="actor or group", name=part.group)
    for member in part.members:
        _known(state, member)
    return [e.GroupSet(group=part.group, members=part.members)]


def _known(state: State, actor: str) -> None:
    if actor not in state.actors:
        raise UnknownActor(actor=actor, known=state.known_actors())


def _rules(state: State, part: c.SetRules, who: Who) -> Sequence[e.AnyEvent]:
    _need_privilege(state, who.actor, "set the event rules")
    check_rules(part.rules)
    return [e.RulesSet(rules=part.rules)]


def _send(state: State, part: c.Send, who: Who) -> Sequence[e.AnyEvent]:
    return decide_send(state, part.message, who.actor, who.at, who.seen.get(part.message.id))


def _write(state: State, part: Write, who: Who) -> Sequence[e.AnyEvent]:
    check_write(state, who.actor, part.path)
    if part.at is not None:
        check_time(part.at, who.at)
    parts = split(part.path)
    if parts[0] == "pending_decisions" and (parts[-1] == "owner" or len(parts) == 2):
        owner = part.value.get("owner", "") if isinstance(part.value, dict) else part.value
        _known(state, str(owner))
    if parts[0] == "agents" and parts[-1] == "status" and part.value == "completed" and who.actor == parts[1]:
        _check_done(state, parts[1])
    return decide_write(state.board, _complete(part, who), who.actor, part.at or who.at)


def _comments(state: State, part: c.KeepComments, who: Who) -> Sequence[e.AnyEvent]:
    _need_privilege(state, who.actor, "comment on the board file")
    kept = dict(part.comments)
    return [] if kept == dict(state.board.comments) else [CommentsKept(comments=kept)]


def _complete(part: Write, who: Who) -> Write:
    """Date a new blocker that its writer left undated."""
    if part.path.startswith("/blockers/") and isinstance(part.value, dict) and "created_at" not in part.value:
        return Write(part.path, part.value | {"created_at": who.at}, part.at, part.read_seq, part.if_seq, part.action)
    return part


def _check_done(state: State, agent: str) -> None:
    entry = state.contracts.find(state.board.agent(agent, "current_task"))
    if entry is not None and entry.assignee == agent and entry.status not in ("completed", "cancelled"):
        raise NotReady(
            what=f"To call {entry.terms.id} completed",
            reason=f"it is {entry.status}",
            next="Send a TASK_RESULT; it completes when its criteria are proved or accepted.",
        )


def _open(state: State, part: c.OpenContract, who: Who) -> Sequence[e.AnyEvent]:
    terms = part.terms
    if terms.delegator != who.actor and not state.privileged(who.actor):
        raise NotAllowed(actor=who.actor, what=f"delegate as {terms.delegator!r}", allowed=repr(terms.delegator))
    for actor in (terms.delegator, *((terms.assignee,) if terms.assignee else ())):
        _known(state, actor)
    return contracts.open_contract(state.contracts, terms, who.at, part.message_id)


def _assign(state: State, part: c.AssignContract, who: Who) -> Sequence[e.AnyEvent]:
    entry = contracts.get(state.contracts, part.contract)
    if entry.terms.delegator != who.actor and not state.privileged(who.actor):
        what, allowed = f"hand over {part.contract!r}", repr(entry.terms.delegator)
        raise NotAllowed(actor=who.actor, what=what, allowed=allowed)
    return contracts.assign(entry, part.assignee, who.at, part.message_id)


def _claim(state: State, part: c.ClaimContract, who: Who) -> Sequence[e.AnyEvent]:
    _known(state, who.actor)
    entry = contracts.get(state.contracts, part.contract)
    return contracts.claim(state.contracts, entry, who.actor, state.actors[who.actor].role, who.at)


def _move(state: State, part: c.MoveContract, who: Who) -> Sequence[e.AnyEvent]:
    entry = contracts.get(state.contracts, part.contract)
    if part.step == "submit":
        return contracts.submit(state.contracts, entry, who.actor, who.at, part.claims, part.reason)
    privileged = state.privileged(who.actor) and part.step in contracts.JUDGING
    return contracts.move(
        state.contracts, entry, part.step, who.actor, who.at, reason=part.reason, privileged=privileged
    )


def _accept(state: State, part: c.AcceptContract, who: Who) -> Sequence[e.AnyEvent]:
    entry = contracts.get(state.contracts, part.contract)
    if who.actor not in (entry.terms.delegator, entry.assignee) and not state.privileged(who.actor):
        allowed = f"its delegator {entry.terms.delegator!r}, a lead or a human"
        raise NotAllowed(actor=who.actor, what=f"accept {part.contract!r}", allowed=allowed)
    return contracts.accept(entry, who.actor, who.at, part.detail)


def _begin(state: State, part: c.BeginTurn, who: Who) -> Sequence[e.AnyEvent]:
    _known(state, part.agent)
    current = state.turns.get(part.agent)
    if current is not None and current.until > who.at:
        raise TurnOpen(agent=part.agent, until=current.until)
    if part.seen != state.seq:
        raise TurnLost(turn=part.turn, agent=part.agent)
    given = tuple(
        e.Gave(id=one.id, tier=one.tier, reason=one.reason, form=one.form, tokens=one.tokens)
        for one in part.context.given
    )
    return [
        e.TurnBegan(
            turn=part.turn,
            agent=part.agent,
            seen=part.seen,
            until=part.until,
            budget=part.context.budget,
            tokens=part.context.tokens,
            locale=part.locale,
            given=given,
            read=part.context.read,
            notices=len(state.board.notices.get(part.agent, ())),
        )
    ]


def _end(state: State, part: c.EndTurn, who: Who) -> Sequence[e.AnyEvent]:
    turn = state.turns.get(part.agent)
    if turn is None or turn.turn != part.turn:
        raise TurnLost(turn=part.turn, agent=part.agent)
    unread: Collection[str] = state.unread.get(part.agent, ())
    entry = state.contracts.find(state.board.agent(part.agent, "current_task"))
    working = entry is not None and entry.assignee == part.agent and entry.status == "in_progress"
    ended = e.TurnEnded(
        turn=part.turn,
        agent=part.agent,
        read=tuple(name for name in turn.read if name in unread),
        notices=turn.notices,
        contract_id=entry.terms.id if working and entry else None,
    )
    late = [
        e.ObligationOverdue(message_id=one.message_id, debtor=one.debtor, at=who.at)
        for one in state.owed_by(part.agent)
        if one.steps == 1 and not one.overdue
    ]
    return [ended, *late]


def _leave(state: State, part: c.LeaveTurn, who: Who) -> Sequence[e.AnyEvent]:
    turn = state.turns.get(part.agent)
    if turn is None or turn.turn != part.turn:
        return []
    return [e.TurnEnded(turn=part.turn, agent=part.agent, finished=False)]


def _tick(state: State, part: c.Tick, who: Who) -> Sequence[e.AnyEvent]:
    return [
        e.ObligationOverdue(message_id=one.message_id, debtor=debtor, at=who.at)
        for debtor in sorted(state.obligations)
        for one in state.owed_by(debtor)
        if one.reply_by is not None and one.reply_by < who.at and not one.overdue
    ]


DECIDE: dict[type[Any], Callable[[State, Any, Who], Sequence[e.AnyEvent]]] = {
    c.CreateProject: _create,
    c.Join: _join,
    c.SetGroup: _group,
    c.SetRules: _rules,
    c.Send: _send,
    Write: _write,
    c.KeepComments: _comments,
    c.OpenContract: _open,
    c.AssignContract: _assign,
    c.ClaimContract: _claim,
    c.MoveContract: _move,
    c.AcceptContract: _accept,
    c.BeginTurn: _begin,
    c.EndTurn: _end,
    c.LeaveTurn: _leave,
    c.Tick: _tick,
}
"""How each part is decided. A test proves that no part is missing."""


def decide(state: State, part: c.Part, who: Who) -> Sequence[e.AnyEvent]:
    """Give the events of one part; raises ProtocolError when it is not allowed here and now."""
    return DECIDE[type(part)](state, part, who)
