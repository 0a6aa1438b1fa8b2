"""Turns: beginning, ending and abandoning a turn."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from immutables import Map

from renkei.board.state import clear_notices
from renkei.budget.context.context import Context
from renkei.budget.context.shown import Omitted, Part, Shown, recorded
from renkei.contracts.state import count_step
from renkei.engine import commands as c
from renkei.engine import deadlines
from renkei.engine import events as e
from renkei.engine.participants.access import need_actor
from renkei.engine.rows import ActionRow, Effect, EventRow, Subject, nothing
from renkei.engine.state import SYSTEM, Interruption, OpenTurn, State
from renkei.engine.system_messages import notify_humans, report_left
from renkei.engine.turns import interruption
from renkei.engine.views.waking.news import just_left, work_of
from renkei.errors import QuotaExceededError, TurnLostError, TurnOpenError
from renkei.immutable.replacing import replace


def begin(state: State, action: c.BeginTurn, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Begin a turn unless one is open; its messages stay unread until it ends."""
    need_actor(state, action.agent)
    if state.spent:
        raise QuotaExceededError(turns=state.turns_spent, tokens=state.tokens_spent)
    if action.agent in state.turns:
        raise TurnOpenError(agent=action.agent, until=interruption.lease_end(state, action.agent))
    if action.seen != state.seq:
        raise TurnLostError(turn=action.turn, agent=action.agent)
    given, omitted = _recorded(state, action.context, state.read_up_to.get(action.agent, -1))
    return [
        e.TurnBegan(
            turn=action.turn,
            agent=action.agent,
            seen=action.seen,
            until=action.until,
            budget=action.context.budget,
            tokens=action.context.tokens,
            locale=action.locale,
            given=given,
            omitted=omitted,
            read=action.context.read,
            notices=action.context.notices,
            rendering=action.context.rendering,
            lease=action.lease,
        )
    ]


def _recorded(state: State, context: Context, seen: int) -> tuple[tuple[Shown, ...], tuple[Omitted, ...]]:
    """Return what the record says of a context: it lists omitted messages that are new, or that now count as read."""
    read = frozenset(context.read)
    return recorded(context.given, lambda name: name in read or state.messages[name].seq > seen)


def _open(state: State, agent: str, name: str) -> OpenTurn:
    """Return an open turn; raises TurnLostError when it has ended."""
    need_actor(state, agent)
    turn = state.turns.get(agent)
    if turn is None or turn.turn != name:
        raise TurnLostError(turn=name, agent=agent)
    return turn


def give_news(state: State, action: c.GiveNews, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Give an agent the news of its turn. A used-up quota prevents the next turn, not the news of this one."""
    given, omitted = _recorded(state, action.context, _open(state, action.agent, action.turn).news_seen)
    return [
        e.NewsGiven(
            turn=action.turn,
            agent=action.agent,
            seen=action.seen,
            critical_only=action.critical_only,
            budget=action.context.budget,
            tokens=action.context.tokens,
            locale=action.locale,
            given=given,
            omitted=omitted,
            read=action.context.read,
            notices=action.context.notices,
        )
    ]


def renew(state: State, action: c.RenewTurn, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Renew the lease of a turn."""
    _open(state, action.agent, action.turn)
    return [e.TurnRenewed(turn=action.turn, agent=action.agent, until=action.until)]


def end(state: State, action: c.EndTurn, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """End a turn: everything its context gave is read, and steps are counted."""
    turn = _open(state, action.agent, action.turn)
    unread: Collection[str] = state.unread.get(action.agent, ())
    entry = state.contracts.find(state.board.agent(action.agent, "current_task"))
    working = entry is not None and entry.assignee == action.agent and entry.status == "in_progress"
    ended = e.TurnEnded(
        turn=action.turn,
        agent=action.agent,
        read=tuple(name for name in turn.read if name in unread),
        notices=turn.notices,
        parts=tuple(e.PartRead(message_id=name, part=part) for name, part in turn.parts if name in unread),
        seen=turn.seen,
        contract_id=entry.terms.id if working and entry else None,
        board_seen=turn.board_seen,
        tokens=max(0, action.tokens),
        left=tuple(one.name for one in work_of(state, action.agent)),
    )
    return [ended]


def abandon(state: State, action: c.AbandonTurn, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Abandon a turn: nothing it showed is read."""
    need_actor(state, action.agent)
    turn = state.turns.get(action.agent)
    if turn is None or turn.turn != action.turn:
        return []
    return [e.TurnEnded(turn=action.turn, agent=action.agent, finished=False)]


def _of(state: State, event: e.NewsGiven | e.TurnRenewed | e.TurnEnded) -> OpenTurn:
    """Return the open turn that an event is about; raises KeyError for any other turn."""
    turn = state.turns[event.agent]
    if turn.turn != event.turn:
        raise KeyError(event.turn)
    return turn


def _began(state: State, event: e.TurnBegan) -> State:
    if event.agent in state.turns:
        raise ValueError(f"{event.agent} has an open turn")
    seen = event.seen
    turn = OpenTurn(
        turn=event.turn,
        until=event.until,
        seen=seen,
        read=event.read,
        notices=event.notices,
        lease=event.lease,
        news_seen=seen,
        board_seen=seen,
        parts=tuple(_parts(event)),
        changes=state.board.changes_by_others(event.agent, seen),
    )
    state = replace(state, turns=state.turns.set(event.agent, turn), tokens_spent=state.tokens_spent + event.tokens)
    return state.with_usage(event.agent, 0, event.tokens)


def _parts(event: e.TurnBegan | e.NewsGiven) -> Iterator[tuple[str, Part]]:
    """Yield the parts that a context shows, each with the id of its message."""
    return ((one.id, one.part) for one in event.given if one.part is not None)


def _gave_news(state: State, event: e.NewsGiven) -> State:
    turn = _of(state, event)
    turn = replace(
        turn,
        read=tuple(dict.fromkeys((*turn.read, *event.read))),
        notices=turn.notices + event.notices,
        parts=tuple((dict(turn.parts) | dict(_parts(event))).items()),
        news_seen=event.seen,
    )
    if not event.critical_only:
        turn = replace(turn, board_seen=event.seen, changes=state.board.changes_by_others(event.agent, event.seen))
    state = replace(state, turns=state.turns.set(event.agent, turn), tokens_spent=state.tokens_spent + event.tokens)
    return state.with_usage(event.agent, 0, event.tokens)


def _renewed(state: State, event: e.TurnRenewed) -> State:
    turn = replace(_of(state, event), until=event.until)
    return replace(state, turns=state.turns.set(event.agent, turn))


def _interrupted(state: State, event: e.TurnEnded) -> Map[str, Interruption]:
    """Return the interruptions after the end of a turn: an agent has one until it finishes a turn."""
    if event.by is not None:
        return state.interrupted.set(event.agent, Interruption(event.by, event.reason))
    known = event.finished and event.agent in state.interrupted
    return state.interrupted.delete(event.agent) if known else state.interrupted


def _ended(state: State, event: e.TurnEnded) -> State:
    turn = _of(state, event)
    state = replace(state, turns=state.turns.delete(event.agent), interrupted=_interrupted(state, event))
    if event.read:
        state = state.with_read(event.agent, event.read)
    if event.parts or event.agent in state.parts:
        state = _parts_read(state, event)
    if event.notices:
        state = replace(state, board=clear_notices(state.board, event.agent, event.notices))
    if not event.finished:
        return state
    read_up_to = state.read_up_to.set(event.agent, max(event.seen, event.board_seen))
    changes_read = state.changes_read.set(event.agent, turn.changes)
    spent = {"turns_spent": state.turns_spent + 1, "tokens_spent": state.tokens_spent + event.tokens}
    state = replace(state, **spent, read_up_to=read_up_to, changes_read=changes_read, left=_left(state, event))
    return _count_steps(state.with_usage(event.agent, 1, event.tokens), event)


def _left(state: State, event: e.TurnEnded) -> Map[str, Map[str, int]]:
    """Return the work that agents left as it was, after the end of a turn."""
    before = state.left.get(event.agent)
    if event.left:
        counts = Map({name: (before.get(name, 0) if before else 0) + 1 for name in event.left})
        return state.left.set(event.agent, counts)
    return state.left.delete(event.agent) if before else state.left


def _parts_read(state: State, event: e.TurnEnded) -> State:
    """Keep the last part read of each message that is still unread."""
    kept = dict(state.parts.get(event.agent, {})) | {one.message_id: one.part for one in event.parts}
    for name in event.read:
        kept.pop(name, None)
    if kept:
        return replace(state, parts=state.parts.set(event.agent, Map(kept)))
    return replace(state, parts=state.parts.delete(event.agent)) if event.agent in state.parts else state


def _count_steps(state: State, event: e.TurnEnded) -> State:
    """Count the turn against the deadlines of the agent's obligations and the steps of the contract it works on."""
    owed = state.obligations.get(event.agent)
    if owed:
        counted = {
            name: replace(one, steps=one.steps - 1) if one.steps and state.messages[name].seq <= event.seen else one
            for name, one in owed.items()
        }
        state = replace(state, obligations=state.obligations.set(event.agent, Map(counted)))
    if event.contract_id is None:
        return state
    return replace(state, contracts=count_step(state.contracts, event.contract_id))


def _after_end(state: State, event: e.TurnEnded) -> Iterator[Effect]:
    """Report an interruption and work that was left, apply due deadlines, and halt a project without quota."""
    yield from interruption.report(state, event)
    for one in just_left(state, event.agent) if event.left else ():
        yield (SYSTEM, c.Send(report_left(state, event.agent, one.contract, one.reason(state.locale))))
    if event.finished:
        yield from ((SYSTEM, one) for one in deadlines.after_turn(state, event.agent, event.contract_id))
    if state.spent and state.halted != "spent":
        yield (SYSTEM, c.HaltProject("spent"))
        yield (SYSTEM, c.Send(notify_humans(state, "spent", actors="", first="")))


def _turn_of(event: e.TurnBegan | e.NewsGiven | e.TurnEnded) -> list[Subject]:
    return [("turn", event.agent)]


def _worked_on(event: e.TurnEnded) -> list[Subject]:
    return _turn_of(event) + ([] if event.contract_id is None else [("contract", event.contract_id)])


ACTIONS: dict[type[Any], ActionRow] = {
    c.BeginTurn: ActionRow(begin, contracts=nothing),
    c.GiveNews: ActionRow(give_news, contracts=nothing),
    c.RenewTurn: ActionRow(renew, contracts=nothing),
    c.EndTurn: ActionRow(end, contracts=nothing),
    c.AbandonTurn: ActionRow(abandon, contracts=nothing),
    c.InterruptTurn: ActionRow(interruption.interrupt, contracts=nothing),
    c.Tick: ActionRow(deadlines.tick, contracts=nothing),
}

EVENTS: dict[type[Any], EventRow] = {
    e.TurnBegan: EventRow(
        _began, links=nothing, effects=interruption.go_on, occurrences=nothing, ends=nothing, subjects=_turn_of
    ),
    e.NewsGiven: EventRow(
        _gave_news, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=_turn_of
    ),
    e.TurnRenewed: EventRow(
        _renewed, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
    e.TurnEnded: EventRow(
        _ended, links=nothing, effects=_after_end, occurrences=nothing, ends=nothing, subjects=_worked_on
    ),
}
