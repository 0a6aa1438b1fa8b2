"""Applies events to a state: one table, no refusals, only assignments.

Replaying a log is nothing but this, so it never depends on rules or on the release that wrote the record.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from immutables import Map

from renkei.board import state as board
from renkei.board.events import CommentsKept, EntryAdded, FieldWritten, RereadNoticed
from renkei.budget.context.message_text import main_text
from renkei.budget.past_message import PastMessage
from renkei.contracts import state as contracts
from renkei.contracts.events import (
    ContractAssigned,
    ContractOpened,
    ContractTransitioned,
    EvidenceRecorded,
    LimitReached,
    NoteAdded,
)
from renkei.dispatch.graph.links import node
from renkei.dispatch.match import RuleBook
from renkei.engine import events as e
from renkei.engine.links import relink
from renkei.engine.loop_limits import INFORMAL, LATELY, PROGRESS, REPEATS, SPOKEN, told
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM, Actor, Limits, Obligation, OpenTurn, PingPong, State, StoredMessage
from renkei.protocol.messages import AnyMessage


def _created(state: State, event: e.ProjectCreated) -> State:
    return replace(state, name=event.name, locale=event.locale, guarded=event.guarded)


def _joined(state: State, event: e.ActorJoined) -> State:
    actor = Actor(event.actor, len(state.actors), event.human, event.lead, event.role)
    return replace(state, actors=state.actors.set(event.actor, actor))


def _group(state: State, event: e.GroupSet) -> State:
    return replace(state, groups=state.groups.set(event.group, event.members))


def _rules(state: State, event: e.RulesSet) -> State:
    return replace(state, rules=RuleBook.of(event.rules))


def _sent(state: State, event: e.MessageSent) -> State:
    name = event.message.id
    unread = state.unread.mutate()
    for reader in event.recipients:
        unread[reader] = unread.get(reader, Map[str, int]()).set(name, state.sent)
    kept = state.messages.set(name, StoredMessage(event.message, state.seq + 1, len(event.recipients)))
    return replace(
        state,
        sent=state.sent + 1,
        unread=unread.finish(),
        messages=kept if event.recipients else state.messages,
        message_counts=_counted(state.message_counts, event.message.type, event.message),
        intent_hints=_counted(state.intent_hints, getattr(event.message.payload, "intent_hint", ""), event.message),
        recent_by_agent=_said(state, event.message),
        recent_messages=_spoken(state, event),
        ping_pong=_volley(state, event),
    )


def _counted(counts: Map[str, int], name: str, message: AnyMessage) -> Map[str, int]:
    return counts.set(name, counts.get(name, 0) + 1) if name and message.from_ != SYSTEM else counts


def _said(state: State, message: AnyMessage) -> Map[str, tuple[tuple[tuple[str, ...], str], ...]]:
    if message.from_ not in state.actors or state.actors[message.from_].human:
        return state.recent_by_agent
    one = (message.receivers, told(message))
    return state.recent_by_agent.set(message.from_, (*state.recent_by_agent.get(message.from_, ())[1 - REPEATS :], one))


def _spoken(state: State, event: e.MessageSent) -> tuple[PastMessage, ...]:
    message = event.message
    if message.from_ not in state.actors:
        return state.recent_messages
    named = tuple(one for one in message.receivers if one in state.actors)
    text = main_text(message)[:SPOKEN]
    thread = message.thread or message.task_ref or message.in_reply_to or ""
    return (
        *state.recent_messages[1 - LATELY :],
        PastMessage(message.id, message.from_, text, named, event.recipients, thread),
    )


def _volley(state: State, event: e.MessageSent) -> Map[str, PingPong]:
    """Count a message between two agents that answers the other's and asks for nothing."""
    message = event.message
    if message.from_ not in state.actors:
        return state.ping_pong
    partner = event.recipients[0] if len(event.recipients) == 1 else ""
    if message.type not in INFORMAL or partner not in state.actors or state.actors[partner].human:
        return _end_volley(state, message.from_)
    theirs = state.ping_pong.get(partner)
    count = theirs.count + 1 if theirs is not None and theirs.partner == message.from_ else 1
    return state.ping_pong.set(message.from_, PingPong(partner, count))


def _end_volley(state: State, actor: str) -> Map[str, PingPong]:
    return state.ping_pong.delete(actor) if actor in state.ping_pong else state.ping_pong


def _owed(state: State, event: e.ObligationOpened) -> State:
    one = Obligation(
        event.message_id,
        event.debtor,
        event.creditor,
        event.subject,
        event.expects,
        event.summary,
        event.reply_by,
        event.steps,
        event.blocks,
    )
    owed = state.obligations.get(event.debtor, Map[str, Obligation]()).set(event.message_id, one)
    state = replace(state, obligations=state.obligations.set(event.debtor, owed))
    return _hold(state, event.message_id, 1)


def _answered(state: State, event: e.ObligationClosed) -> State:
    owed = state.obligations[event.debtor].delete(event.message_id)
    left = state.obligations.set(event.debtor, owed) if owed else state.obligations.delete(event.debtor)
    return _hold(replace(state, obligations=left), event.message_id, -1)


def _overdue(state: State, event: e.ObligationOverdue) -> State:
    owed = state.obligations[event.debtor]
    late = owed.set(event.message_id, replace(owed[event.message_id], overdue=True))
    return replace(state, obligations=state.obligations.set(event.debtor, late))


def _hold(state: State, message_id: str, change: int) -> State:
    kept = state.messages[message_id]
    holds = kept.ref_count + change
    if holds <= 0:
        return replace(state, messages=state.messages.delete(message_id))
    return replace(state, messages=state.messages.set(message_id, replace(kept, ref_count=holds)))


def _began(state: State, event: e.TurnBegan) -> State:
    turn = OpenTurn(event.turn, event.until, event.seen, event.read, event.notices)
    return replace(state, turns=state.turns.set(event.agent, turn), tokens_spent=state.tokens_spent + event.tokens)


def _ended(state: State, event: e.TurnEnded) -> State:
    state = replace(state, turns=state.turns.delete(event.agent))
    for name in event.read:
        mine = state.unread[event.agent].delete(name)
        unread = state.unread.set(event.agent, mine) if mine else state.unread.delete(event.agent)
        state = _hold(replace(state, unread=unread), name, -1)
    if event.notices:
        state = replace(state, board=board.clear_notices(state.board, event.agent, event.notices))
    if not event.finished:
        return state
    state = replace(state, turns_spent=state.turns_spent + 1, read_up_to=state.read_up_to.set(event.agent, event.seen))
    return _count_step(state, event)


def _stopped(state: State, event: e.ActorSuspended) -> State:
    return replace(state, suspended=state.suspended.set(event.actor, event.why))


def _resumed(state: State, event: e.ActorResumed) -> State:
    said = state.recent_by_agent.delete(event.actor) if event.actor in state.recent_by_agent else state.recent_by_agent
    partner = state.ping_pong.get(event.actor)
    state = replace(state, ping_pong=_end_volley(state, event.actor))
    volleys = _end_volley(state, partner.partner) if partner is not None else state.ping_pong
    return replace(state, suspended=state.suspended.delete(event.actor), recent_by_agent=said, ping_pong=volleys)


def _limits(state: State, event: e.QuotaSet) -> State:
    return replace(state, quota=Limits(event.turns, event.tokens), halted="")


def _halted(state: State, event: e.ProjectHalted) -> State:
    return replace(state, halted=event.why)


def _count_step(state: State, event: e.TurnEnded) -> State:
    owed = state.obligations.get(event.agent)
    if owed:
        counted = Map(
            {
                name: replace(one, steps=one.steps - 1) if one.steps and state.messages[name].seq <= event.seen else one
                for name, one in owed.items()
            }
        )
        state = replace(state, obligations=state.obligations.set(event.agent, counted))
    if event.contract_id is None:
        return state
    return replace(state, contracts=contracts.count_step(state.contracts, event.contract_id))


def _nothing(state: State, event: Any) -> State:
    return state


def _on_board(change: Callable[[board.Board, Any, int], board.Board]) -> Callable[[State, Any], State]:
    return lambda state, event: replace(state, board=change(state.board, event, state.seq + 1))


def _on_contracts(
    change: Callable[[contracts.Contracts, Any, int], contracts.Contracts],
) -> Callable[[State, Any], State]:
    return lambda state, event: replace(state, contracts=change(state.contracts, event, state.seq + 1))


def _going_on(state: State) -> str:
    """New work wakes a project whose work was settled, not one that has spent its limits."""
    return "" if state.halted == "settled" else state.halted


_OPENED = _on_contracts(contracts.apply_opened)

APPLY: dict[type[Any], Callable[[State, Any], State]] = {
    e.ProjectCreated: _created,
    e.ActorJoined: _joined,
    e.GroupSet: _group,
    e.RulesSet: _rules,
    EntryAdded: _on_board(board.apply_entry_added),
    FieldWritten: _on_board(board.apply_field_written),
    RereadNoticed: _on_board(board.apply_reread_noticed),
    CommentsKept: _on_board(board.apply_comments_kept),
    ContractOpened: lambda state, event: replace(_OPENED(state, event), halted=_going_on(state)),
    ContractAssigned: _on_contracts(contracts.apply_assigned),
    ContractTransitioned: _on_contracts(contracts.apply_moved),
    EvidenceRecorded: _on_contracts(contracts.apply_evidence),
    NoteAdded: _on_contracts(contracts.apply_note),
    LimitReached: _on_contracts(contracts.apply_limit),
    e.MessageSent: _sent,
    e.ObligationOpened: _owed,
    e.ObligationClosed: _answered,
    e.ObligationOverdue: _overdue,
    e.TurnBegan: _began,
    e.TurnEnded: _ended,
    e.ActorSuspended: _stopped,
    e.ActorResumed: _resumed,
    e.QuotaSet: _limits,
    e.ProjectHalted: _halted,
    e.RuleFired: _nothing,
}
"""What each event assigns. A test proves that no kind is missing."""


def apply_event(state: State, event: e.AnyEvent) -> State:
    """Give the state after one event of the record that follows `state.seq`."""
    state = relink(APPLY[type(event)](state, event), event)
    return _progress(state, event) if isinstance(event, PROGRESS) else state


def _progress(state: State, event: Any) -> State:
    """Something came of the talk: the volley of whoever did it is over."""
    author = getattr(event, "author", getattr(event, "by", ""))
    return replace(state, ping_pong=_end_volley(state, author)) if author in state.ping_pong else state


def apply(state: State, record: Record) -> State:
    """Give the state after a record. Its `seq` must follow the state's."""
    if record.seq != state.seq + 1:
        raise ValueError(f"record {record.seq} does not follow seq {state.seq}")
    for event in record.events:
        state = apply_event(state, event)
    return close_record(state, record)


def close_record(state: State, record: Record) -> State:
    """Give the state to which a record's events were applied its place in the log, without what is long settled."""
    state = replace(state, seq=record.seq, at=record.at, last_active=state.last_active.set(record.actor, record.at))
    for name in state.contracts.recent[: -contracts.SETTLED_KEPT]:
        state = _let_go(state, name)
    return state


def _let_go(state: State, name: str) -> State:
    """Forget a contract that was settled long ago, unless work that depends on it can never begin."""
    here = node("contract", name)
    stranded = state.links.neighbours(here, "in", ("depends_on",))
    if state.contracts.entries[name].status == "cancelled" and any(True for _ in stranded):
        return state
    return replace(state, contracts=contracts.let_go(state.contracts, name), links=state.links.let_go(here))


def replay(records: Iterable[Record], state: State | None = None) -> State:
    """Give the state after all records, from the beginning or from a state."""
    state = State() if state is None else state
    for record in records:
        state = apply(state, record)
    return state
