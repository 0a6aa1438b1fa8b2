"""Leaving the project (section 6): a participant's duties are released, or pass to its successor.

The successor is a lead, or else a human. The id may be used again. A later participant with that id inherits the
artifacts, which stay under the id, and nothing else: no messages, obligations, contracts or read marks.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from immutables import Map

from renkei.board.decide import Write
from renkei.board.events import EntryRemoved
from renkei.budget.past_message import PastMessage
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.events import ActorLeft, AnyEvent
from renkei.engine.guards.loop_guard import end_exchange
from renkei.engine.participants.access import is_agent, need_actor
from renkei.engine.rows import ActionRow, Effect, EventRow, Link, Unlink, nothing
from renkei.engine.state import HUMAN, SYSTEM, Obligation, State
from renkei.engine.system_messages import notify
from renkei.engine.unread import without
from renkei.files.state import without_agent
from renkei.immutable.replacing import replace
from renkei.texts.say import say

WORK = ("open", "claimed", "accepted", "in_progress", "blocked")
"""Statuses in which a contract is released when its assignee leaves; in the others its delegator decides first."""


def _decide_leave(state: State, action: c.Leave, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Remove a participant; `engine.rights` checks the actor."""
    need_actor(state, action.actor)
    gone = state.actors[action.actor]
    left = ActorLeft(
        actor=gone.id,
        incarnation=gone.incarnation,
        successor=_successor(state, gone.id),
        by=who.actor,
        reason=action.reason,
        at=who.at,
    )
    if not is_agent(state, gone.id):
        return [left]
    path = join("agents", gone.id)
    return [left, EntryRemoved(path=path, at=who.at, author=who.actor, action=f"{gone.id} left")]


def _successor(state: State, gone: str, other_than: str = "") -> str:
    """Return the successor of a leaver: the first lead, else a human."""
    others = [one for one in state.everybody() if one.id not in (gone, other_than)]
    leads = [one.id for one in others if one.lead and one.id not in state.suspended]
    return next(iter((*leads, *(one.id for one in others if one.human))), HUMAN)


def _left(state: State, event: ActorLeft) -> State:
    """Forget the participant and everything meant for it, except what the effects transfer to others."""
    gone = event.actor
    unread = tuple(state.unread.get(gone, ()))
    state = replace(state, unread=state.unread.gone(gone)).with_references(unread, -1)
    partners = [name for name, exchange in state.ping_pong.items() if exchange.partner == gone]
    for name in (gone, *partners):
        state = end_exchange(state, name)
    name_left = f"{gone} (left)"
    return replace(
        state,
        actors={name: one for name, one in state.actors.items() if name != gone},
        departed=state.departed.set(gone, event.incarnation),
        groups=Map({name: tuple(one for one in members if one != gone) for name, members in state.groups.items()}),
        recent_messages=tuple(_renamed(one, gone, name_left) for one in state.recent_messages),
        files=without_agent(state.files, gone),
        board=replace(state.board, notices=without(state.board.notices, gone)),
        parts=without(state.parts, gone),
        turns=without(state.turns, gone),
        read_up_to=without(state.read_up_to, gone),
        changes_read=without(state.changes_read, gone),
        left=without(state.left, gone),
        last_active=without(state.last_active, gone),
        recent_by_agent=without(state.recent_by_agent, gone),
        suspended=without(state.suspended, gone),
        interrupted=without(state.interrupted, gone),
        usage=without(state.usage, gone),
    )


def _renamed(past: PastMessage, gone: str, name: str) -> PastMessage:
    """Return a past message renamed, so that a later participant with the same id does not take it for its own."""
    sender = name if past.sender == gone else past.sender
    named, recipients = (tuple(name if one == gone else one for one in ids) for ids in (past.named, past.recipients))
    return replace(past, sender=sender, named=named, recipients=recipients)


def _links_left(state: State, event: ActorLeft) -> Iterator[Link | Unlink]:
    here = node("agent", event.actor)
    yield Unlink(here, "waits_for")
    yield Unlink(here, "works_on")
    for decision in tuple(state.links.neighbours(here, "in", ("asked_by",))):
        yield Unlink(decision, "asked_by")


def _effects(state: State, event: ActorLeft) -> Iterator[Effect]:
    """Transfer its delegations and decisions to the successor, release its work, close its obligations."""
    gone = event.actor
    reason = say(state.locale, "kind.departed", id=gone) + (f": {event.reason}" if event.reason else "")
    for name in sorted(state.contracts.by_delegator.get(gone, ())):
        yield (SYSTEM, c.ReplaceParty(name, "delegator", event.successor))
    for contract in state.contracts.of(gone):
        if contract.status in WORK:
            yield (SYSTEM, c.TransitionContract(contract.terms.id, "release", reason))
        else:
            yield (SYSTEM, c.ReplaceParty(contract.terms.id, "assignee", None))
    yield from _decisions(state, event)
    for one in state.owed_by(gone):
        yield from _owed(state, event, one)
    for debtor in sorted(state.obligations):
        for one in state.owed_by(debtor):
            if one.creditor == gone and debtor != gone:
                yield _owed_to(state, gone, one)


def _decisions(state: State, event: ActorLeft) -> Iterator[Effect]:
    for name in state.board.ids("pending_decisions"):
        path = join("pending_decisions", name)
        if state.board.get(f"{path}/owner") == event.actor and state.board.get(f"{path}/status") == "open":
            yield (SYSTEM, Write(f"{path}/owner", event.successor, action=f"{event.actor} left"))


def _owed(state: State, event: ActorLeft, one: Obligation) -> Iterator[Effect]:
    """Transfer owed decisions to another; close other obligations, and notify their creditors."""
    gone, conflict = event.actor, "TASK_HANDOFF" in one.expects
    other = _successor(state, gone, one.creditor)
    to = other if conflict else event.successor  # closing it would resolve the conflict
    values = {"actor": gone, "id": one.message_id, "summary": one.summary}
    if ("DECISION_RESULT" in one.expects or one.creditor == SYSTEM) and to != one.creditor:
        yield (SYSTEM, c.TransferObligation(one.message_id, gone, to))
        expects = " | ".join(one.expects)
        yield (SYSTEM, c.Send(notify(state, "left_duty", [to], expects=expects, **values)))
        return
    if "TASK_RESULT" not in one.expects and one.creditor in state.actors:  # its delegator knows already
        yield (SYSTEM, c.Send(notify(state, "left_unanswered", [one.creditor], other=other, **values)))
    yield (SYSTEM, c.CloseObligations(one.message_id, debtor=gone))


def _owed_to(state: State, gone: str, one: Obligation) -> Effect:
    """Transfer owed decisions, resolutions and results to another creditor; close all other obligations."""
    if "DECISION_RESULT" in one.expects or "TASK_RESULT" in one.expects:
        creditor = _successor(state, gone, one.debtor)
        return (SYSTEM, c.TransferObligation(one.message_id, one.debtor, one.debtor, creditor))
    return (SYSTEM, c.CloseObligations(one.message_id, debtor=one.debtor))


def _gone(state: State, event: ActorLeft) -> Iterable[str]:
    return [node("agent", event.actor)]


ACTIONS: dict[type[Any], ActionRow] = {c.Leave: ActionRow(_decide_leave, contracts=nothing)}

EVENTS: dict[type[Any], EventRow] = {
    ActorLeft: EventRow(_left, links=_links_left, effects=_effects, occurrences=nothing, ends=_gone, subjects=nothing),
}
