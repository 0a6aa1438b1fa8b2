"""Decides the parts of a command that are about turns and time: beginning, ending, giving up, deadlines."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from renkei.contracts import decide as contracts
from renkei.contracts.lifecycle import LIFECYCLE
from renkei.engine import commands as c
from renkei.engine import events as e
from renkei.engine.access import need_actor, need_privilege
from renkei.engine.state import SYSTEM, State
from renkei.errors import NotAllowedError, QuotaExceededError, TurnLostError, TurnOpenError
from renkei.protocol.primitives import later


def begin(state: State, part: c.BeginTurn, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Begin a turn, unless one is under way; its messages stay unread until it ends."""
    _need_own(state, part.agent, who)
    if state.spent:
        raise QuotaExceededError(turns=state.turns_spent, tokens=state.tokens_spent)
    current = state.turns.get(part.agent)
    if current is not None and current.until > who.at:
        raise TurnOpenError(agent=part.agent, until=current.until)
    if part.seen != state.seq:
        raise TurnLostError(turn=part.turn, agent=part.agent)
    given = tuple(
        e.Shown(
            id=one.id,
            tier=one.tier,
            rule=one.reason.rule,
            link=one.reason.link,
            terms=one.reason.terms,
            form=one.form,
            tokens=one.tokens,
        )
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
            notices=part.context.notices,
            rendering=part.context.rendering,
        )
    ]


def _need_own(state: State, agent: str, who: c.CommandContext) -> None:
    """Raise NotAllowedError for another's turn."""
    need_actor(state, agent)
    if who.actor != agent:
        raise NotAllowedError(actor=who.actor, what=f"take a turn of {agent!r}", allowed=repr(agent))


def end(state: State, part: c.EndTurn, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """End a turn: what its context gave is read, and steps are counted."""
    _need_own(state, part.agent, who)
    turn = state.turns.get(part.agent)
    if turn is None or turn.turn != part.turn:
        raise TurnLostError(turn=part.turn, agent=part.agent)
    unread: Collection[str] = state.unread.get(part.agent, ())
    entry = state.contracts.find(state.board.agent(part.agent, "current_task"))
    working = entry is not None and entry.assignee == part.agent and entry.status == "in_progress"
    ended = e.TurnEnded(
        turn=part.turn,
        agent=part.agent,
        read=tuple(name for name in turn.read if name in unread),
        notices=turn.notices,
        seen=turn.seen,
        contract_id=entry.terms.id if working and entry else None,
    )
    late = [
        e.ObligationOverdue(message_id=one.message_id, debtor=one.debtor, at=who.at)
        for one in state.owed_by(part.agent)
        if one.steps == 1 and not one.overdue and state.messages[one.message_id].seq <= turn.seen
    ]
    return [ended, *late, *(contracts.count_step(entry, who.at) if working and entry else ())]


def leave(state: State, part: c.AbandonTurn, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Give a turn up: nothing of it is read."""
    _need_own(state, part.agent, who)
    turn = state.turns.get(part.agent)
    if turn is None or turn.turn != part.turn:
        return []
    return [e.TurnEnded(turn=part.turn, agent=part.agent, finished=False)]


def tick(state: State, part: c.Tick, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Let deadlines and leases pass."""
    late = [
        e.ObligationOverdue(message_id=one.message_id, debtor=debtor, at=who.at)
        for debtor in sorted(state.obligations)
        for one in state.owed_by(debtor)
        if one.reply_by is not None and one.reply_by < who.at and not one.overdue
    ]
    return [*late, *_expired(state, part, who)]


def _expired(state: State, part: c.Tick, who: c.CommandContext) -> Iterator[e.AnyEvent]:
    """Give claimed work back whose holder has shown no sign of life for as long as its lease."""
    for name in sorted(state.contracts.entries):
        entry = state.contracts.entries[name]
        if entry.lease is None or entry.assignee is None or (entry.status, "release") not in LIFECYCLE:
            continue
        last = max(state.last_active.get(entry.assignee, ""), part.alive.get(entry.assignee, ""))
        if last and later(last, entry.lease * 1_000_000) < who.at:
            yield from contracts.expire(state.contracts, entry, SYSTEM, who.at)


def stop(state: State, part: c.SuspendActor, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Stop somebody: the machine itself, a human or a lead may."""
    need_actor(state, part.actor)
    need_privilege(state, who.actor, f"suspend {part.actor!r}")
    return [] if part.actor in state.suspended else [e.ActorSuspended(actor=part.actor, why=part.why)]


def resume(state: State, part: c.ResumeActor, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Let somebody go on: a human or a lead may."""
    need_actor(state, part.actor)
    need_privilege(state, who.actor, f"resume {part.actor!r}")
    return [e.ActorResumed(actor=part.actor)] if part.actor in state.suspended else []


def limits(state: State, part: c.SetQuota, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Set what the project may spend: a human or a lead may."""
    need_privilege(state, who.actor, "set the project's quota")
    return [e.QuotaSet(turns=part.turns, tokens=part.tokens)]


def halt(state: State, part: c.HaltProject, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Wake nobody any more: the machine itself, a human or a lead may."""
    need_privilege(state, who.actor, "halt the project")
    return [] if state.halted in (part.why, "spent") else [e.ProjectHalted(why=part.why)]


TURNS: dict[type[Any], Callable[[State, Any, c.CommandContext], Sequence[e.AnyEvent]]] = {
    c.BeginTurn: begin,
    c.EndTurn: end,
    c.AbandonTurn: leave,
    c.SuspendActor: stop,
    c.ResumeActor: resume,
    c.SetQuota: limits,
    c.HaltProject: halt,
    c.Tick: tick,
}
"""How each part about turns and time is decided."""
