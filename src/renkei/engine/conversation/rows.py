"""The rows of the conversation: assignments, links, effects and occurrences of messages and obligations."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from immutables import Map

from renkei.board.decide import Write
from renkei.budget.past_message import PastMessage
from renkei.dispatch.graph.links import node
from renkei.dispatch.match import Occurrence
from renkei.dispatch.variables import Variables
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.conversation.addressing import need_not_be_read, recipients_of
from renkei.engine.conversation.escalation import escalated
from renkei.engine.conversation.index import conversations
from renkei.engine.conversation.message_effects import effects_of_message
from renkei.engine.conversation.past import decide_past
from renkei.engine.conversation.sending import decide_send
from renkei.engine.delegation import handoff
from renkei.engine.events import AnyEvent, MessageSent, ObligationClosed, ObligationOpened, ObligationOverdue
from renkei.engine.guards import loop_guard
from renkei.engine.participants.access import need_actor
from renkei.engine.references import decision_of
from renkei.engine.rows import ActionRow, Effect, EventRow, Link, Unlink, nothing
from renkei.engine.state import NONE_OWED, SYSTEM, Obligation, State, StoredMessage
from renkei.engine.turns.reading import read_outside_turn
from renkei.immutable.replacing import replace
from renkei.protocol.messages import AnyMessage, TaskHandoffMessage, payload_field

RECENT_MESSAGES = 200
"""Number of the team's last messages kept for relevance."""


def _decide_close(state: State, action: c.CloseObligations, who: c.CommandContext) -> Sequence[AnyEvent]:
    return [
        ObligationClosed(
            message_id=one.message_id, debtor=debtor, withdrawn=need_not_be_read(state, one, is_answered=False)
        )
        for debtor in sorted(state.obligations)
        for one in state.owed_by(debtor)
        if debtor != action.keep
        and _is_meant(action, one)
        and (action.expects is None or action.expects in one.expects)
    ]


def _is_meant(action: c.CloseObligations, one: Obligation) -> bool:
    if action.debtor is not None and one.debtor != action.debtor:
        return False
    return one.message_id == action.message_id or (action.subject is not None and one.subject == action.subject)


def _decide_transfer(state: State, action: c.TransferObligation, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Transfer an obligation to another debtor without a gap."""
    need_actor(state, action.to)
    one = state.obligations.get(action.debtor, NONE_OWED).get(action.message_id)
    if one is None:
        return []
    closed = [] if action.to == one.debtor else [ObligationClosed(message_id=one.message_id, debtor=one.debtor)]
    if closed and action.message_id in state.obligations.get(action.to, NONE_OWED):
        return closed
    opened = ObligationOpened(
        message_id=one.message_id,
        debtor=action.to,
        creditor=action.creditor or one.creditor,
        subject=one.subject,
        expects=one.expects,
        summary=one.summary,
        reply_by=action.reply_by or one.reply_by,
        steps=one.steps,
        blocks=one.blocks,
    )
    return [opened, *closed]


def _sent(state: State, event: MessageSent) -> State:
    if event.is_past:
        return state
    message = event.message
    own_size = event.size if event.group is None else 0
    unread = state.unread.sent(message.id, state.sent, event.recipients, message.from_, own_size)
    readers = len(event.recipients)
    if event.group is not None:
        readers += state.other_members(event.group, message.from_)
        unread = unread.sent_to_group(message.id, state.sent, event.group, message.from_, event.size)
    kept = StoredMessage(message, state.seq + 1, readers, event.size, event.group or "")
    return replace(
        state,
        sent=state.sent + 1,
        unread=unread,
        messages=state.messages.set(message.id, kept) if readers else state.messages,
        message_counts=_counted(state.message_counts, message.type, message),
        intent_hints=_counted(state.intent_hints, payload_field(message, "intent_hint") or "", message),
        ping_pong=loop_guard.count_exchange(state, event),
        **_remembered(state, event),
    )


def _counted(counts: Map[str, int], name: str, message: AnyMessage) -> Map[str, int]:
    return counts.set(name, counts.get(name, 0) + 1) if name and message.from_ != SYSTEM else counts


def _remembered(state: State, event: MessageSent) -> dict[str, Any]:
    """Return the fields that record a participant's message: its participants and, for agents, repetition."""
    message = event.message
    sender = state.actors.get(message.from_)
    if sender is None:
        return {}
    named = tuple([one for one in message.receivers if one in state.actors])
    past = PastMessage(
        id=message.id,
        sender=sender.id,
        text=event.text,
        named=named,
        recipients=event.recipients,
        thread=event.thread,
        group=event.group or "",
        group_index=event.group_index,
        answers=message.in_reply_to or "",
    )
    recent = (*state.recent_messages[1 - RECENT_MESSAGES :], past)
    if sender.human:
        return {"recent_messages": recent}
    last = state.recent_by_agent.get(sender.id, ())[1 - loop_guard.REMEMBERED :]
    said = (message.receivers, f"{message.type} {event.about} {event.text}")
    return {"recent_messages": recent, "recent_by_agent": state.recent_by_agent.set(sender.id, (*last, said))}


def _opened(state: State, event: ObligationOpened) -> State:
    one = Obligation(
        message_id=event.message_id,
        debtor=event.debtor,
        creditor=event.creditor,
        subject=event.subject,
        expects=event.expects,
        summary=event.summary,
        reply_by=event.reply_by,
        steps=event.steps,
        blocks=event.blocks,
    )
    before = state.obligations.get(event.debtor, NONE_OWED)
    state = replace(state, obligations=state.obligations.set(event.debtor, before.set(event.message_id, one)))
    # Already owed: only the creditor or the deadline changes.
    return state if event.message_id in before else state.with_reference(event.message_id, 1)


def _closed(state: State, event: ObligationClosed) -> State:
    owed = state.obligations[event.debtor].delete(event.message_id)
    left = state.obligations.set(event.debtor, owed) if owed else state.obligations.delete(event.debtor)
    recent = _linked(state.recent_messages, event)
    state = replace(state, obligations=left, recent_messages=recent).with_reference(event.message_id, -1)
    return read_outside_turn(state, event.debtor, (event.message_id,)) if event.withdrawn else state


def _linked(recent: tuple[PastMessage, ...], event: ObligationClosed) -> tuple[PastMessage, ...]:
    """Return the recent messages; the newest answers the request that it closed unless it says what it answers."""
    if not recent or recent[-1].id != event.by_message or recent[-1].answers:
        return recent
    return (*recent[:-1], replace(recent[-1], answers=event.message_id))


def _overdue(state: State, event: ObligationOverdue) -> State:
    owed = state.obligations[event.debtor]
    late = owed.set(event.message_id, replace(owed[event.message_id], overdue=True, overdue_since=state.seq + 1))
    return replace(state, obligations=state.obligations.set(event.debtor, late))


def _message_links(state: State, event: MessageSent) -> Iterator[Link | Unlink]:
    if event.is_past:
        return
    contract = state.contracts.find(event.message.task_ref)
    decision = decision_of(event.message)
    if contract is not None and decision is not None:
        yield Link(node("contract", contract.terms.id), "touches", node("decision", decision))


def _obligation_link(state: State, event: ObligationOpened) -> Iterator[Link | Unlink]:
    yield Link(node("message", event.message_id), "owed_by", node("agent", event.debtor))


def _obligation_links_left(state: State, event: ObligationClosed) -> Iterator[Link | Unlink]:
    here = node("message", event.message_id)
    yield Unlink(here, "owed_by")
    for debtor in sorted(state.obligations):
        if event.message_id in state.obligations[debtor]:
            yield Link(here, "owed_by", node("agent", debtor))


def _message_effects(state: State, event: MessageSent) -> Iterator[Effect]:
    if event.is_past:
        return
    yield from effects_of_message(state, event)
    yield from loop_guard.watch(state, event)


def _resolve_conflict(state: State, event: ObligationClosed) -> Iterable[Effect]:
    """Resolve the blocker of a conflict that was answered."""
    blocker = join("blockers", event.message_id)
    if state.board.has_entry(blocker) and not any(_still_owed(state, event)):
        yield (SYSTEM, Write(f"{blocker}/resolved", True))


def _still_owed(state: State, event: ObligationClosed) -> Iterator[str]:
    return state.links.neighbours(node("message", event.message_id), "out", ("owed_by",))


def _answered(state: State, event: ObligationClosed) -> Iterable[str]:
    return () if any(_still_owed(state, event)) else [node("message", event.message_id)]


def _message_occurrence(state: State, event: MessageSent) -> Iterator[Occurrence]:
    """Yield the message as an occurrence; the system's messages, and past ones, trigger no rule."""
    message = event.message
    if message.from_ == SYSTEM or event.is_past:
        return
    yield Occurrence(("message", message.type), Variables(lambda: _message_variables(state, event)), source=message)
    yield from escalated(state, event)


def _message_variables(state: State, event: MessageSent) -> dict[str, Any]:
    message = event.message
    return message.payload.model_dump(mode="json") | {
        "message_id": message.id,
        "author": message.from_,
        "agent": message.from_,
        "recipients": list(recipients_of(state, event)),
        "priority": message.priority,
        "contract": message.task_ref,
        "context_summary": message.context_summary,
        "because": f"{message.type} {message.id} from {message.from_}",
    }


def _overdue_occurrence(state: State, event: ObligationOverdue) -> Iterator[Occurrence]:
    owed = state.obligations.get(event.debtor, NONE_OWED).get(event.message_id)
    if owed is None:  # answered by the same command
        return
    variables = {
        "message_id": event.message_id,
        "agent": event.debtor,
        "author": SYSTEM,
        "debtor": event.debtor,
        "creditor": owed.creditor,
        "message": event.message_id,
        "summary": owed.summary,
        "context_summary": owed.summary,
        "reply_by": owed.reply_by,
        "contract": state.messages[event.message_id].message.task_ref,
        "because": f"the reply of {event.debtor} to {event.message_id} is overdue",
    }
    yield Occurrence(("overdue", "obligation"), variables)


def contracts_of_message(action: c.Send) -> Iterable[str | None]:
    """Return the contracts that a message names, including those in the terms of a hand-over."""
    message = action.message
    named = (message.task_ref, payload_field(message, "original_task_ref"))
    return (*named, *handoff.references(message)) if isinstance(message, TaskHandoffMessage) else named


ACTIONS: dict[type[Any], ActionRow] = {
    c.Send: ActionRow(decide_send, contracts=contracts_of_message),
    c.RecordPast: ActionRow(decide_past, contracts=nothing),
    c.CloseObligations: ActionRow(_decide_close, contracts=nothing),
    c.TransferObligation: ActionRow(_decide_transfer, contracts=nothing),
}

EVENTS: dict[type[Any], EventRow] = {
    MessageSent: EventRow(
        _sent,
        links=_message_links,
        effects=_message_effects,
        occurrences=_message_occurrence,
        ends=nothing,
        subjects=conversations,
    ),
    ObligationOpened: EventRow(
        _opened, links=_obligation_link, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
    ObligationClosed: EventRow(
        _closed,
        links=_obligation_links_left,
        effects=_resolve_conflict,
        occurrences=nothing,
        ends=_answered,
        subjects=nothing,
    ),
    ObligationOverdue: EventRow(
        _overdue, links=nothing, effects=nothing, occurrences=_overdue_occurrence, ends=nothing, subjects=nothing
    ),
}
