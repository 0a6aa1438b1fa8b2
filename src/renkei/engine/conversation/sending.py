"""Decide whether a message may be sent, its recipients, and the obligations that it opens or fulfils (section 2)."""

import re

from renkei.budget.context.message_text import main_text
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.conversation.addressing import need_not_be_read
from renkei.engine.conversation.references import reference_warnings
from renkei.engine.delegation.handoff import contract_id
from renkei.engine.events import AnyEvent, MessageSent, ObligationClosed, ObligationOpened
from renkei.engine.guards import loop_guard, unread_limit
from renkei.engine.participants.rights import check_reply, check_review
from renkei.engine.record import make_message_sent
from renkei.engine.state import EVERYBODY, SYSTEM, Obligation, State
from renkei.engine.system_messages import PREFIX
from renkei.engine.unread import NO_MESSAGES
from renkei.engine.vocabulary import check_vocabulary, expects_of
from renkei.errors import (
    BadValueError,
    DuplicateIdError,
    FutureTimestampError,
    NobodyReachedError,
    UnknownRecipientError,
)
from renkei.protocol import replies
from renkei.protocol.content_hash import content_hash
from renkei.protocol.messages import (
    AnyMessage,
    DecisionRequestMessage,
    DecisionResultMessage,
    FreeformMessage,
    ReviewResultMessage,
    TaskHandoffMessage,
    payload_field,
)
from renkei.protocol.names import check_characters
from renkei.protocol.primitives import later

ALLOWANCE = 300
"""Seconds that a sender's clock may be ahead of the runtime's."""

LONGEST_SUMMARY = 500
"""Characters beyond which a summary is longer than one or two sentences."""

MOST_SENTENCES = 2
"""Sentences that section 2 allows a summary."""

SENTENCE_END = r"[.!?。！？]+(?:(?<=[。！？])|(?=\s+[^\sa-z]|$))"  # one set at the front is found fast
"""The end of a sentence; a full stop before a small letter belongs to an abbreviation (compiled when first used)."""

LONGEST_TEXT = 1000
"""Most characters of a message's main text in its event, for relevance and for detecting repetition."""


def decide_send(state: State, action: c.Send, who: c.CommandContext) -> list[AnyEvent]:
    """Return the events of sending a message; empty if it was sent before with the same content.

    Raises UnknownActorError, NotAllowedError, UnknownRecipientError, UnknownTypeError, UnknownExtensionError,
    DocumentError for a vendor's payload, DuplicateIdError, FutureTimestampError or UnreadLimitError.
    """
    message, actor = action.message, who.actor
    if message.id.startswith(PREFIX) and actor != SYSTEM:
        raise BadValueError(
            path="/id", got=message.id, problem=f"{message.id!r} begins with {PREFIX}, which is reserved"
        )
    check_vocabulary(state, message)
    expects = expects_of(state, message)
    group = None if expects else _group(state, message)
    recipients = resolve(state, message) if group is None else ()
    if _is_repeated(state, message, who.seen.get(message.id)):
        return []
    check_characters(message.id)
    check_time(message.timestamp, who.at)
    if isinstance(message, DecisionResultMessage):
        check_reply(state, actor, (message.in_reply_to or "", message.payload.decision_id))
    if isinstance(message, ReviewResultMessage):
        check_review(state, actor, message.payload.artifact_ref)
    fulfilled = _fulfilled(state, message)
    askers = [one.creditor for one in fulfilled if one.creditor in state.actors and one.creditor != actor]
    if group is not None:
        askers = [one for one in askers if not state.is_member(group, one)]
    recipients = tuple(dict.fromkeys((*recipients, *askers)))  # agents that asked get the answer, whatever its address
    sent = message.model_copy(update={"expected_response_type": expects})
    size = unread_limit.size_of(sent)
    unread_limit.check_unread(state, sent, recipients, group, size)
    events: list[AnyEvent] = [_sent(state, sent, recipients, group, size, who)]
    events += [_answered(state, one, message.id) for one in fulfilled]
    if expects:
        debtors = _who_may_reply(state, message, recipients)
        events += [_owed(message, debtor, expects, _creditor(state, message, debtor)) for debtor in debtors]
    return events


def _who_may_reply(state: State, message: AnyMessage, recipients: tuple[str, ...]) -> tuple[str, ...]:
    """Return the recipients that owe a reply; for a decision only its owner and humans, since only they may make it.

    The first recipient owns a decision that is not on the board yet.
    """
    if not isinstance(message, DecisionRequestMessage):
        return recipients
    owner = state.board.get(join("pending_decisions", message.payload.decision_id, "owner")) or recipients[0]
    return tuple(one for one in recipients if one == owner or state.actors[one].human)


def _group(state: State, message: AnyMessage) -> str | None:
    """Return the group for which a message is kept once, instead of for each of its members."""
    (name, *others) = message.receivers
    is_group = not others and (name == EVERYBODY or name in state.groups)
    return name if is_group and state.other_members(name, message.from_) > 1 else None


def _sent(
    state: State,
    message: AnyMessage,
    recipients: tuple[str, ...],
    group: str | None,
    size: int,
    who: c.CommandContext,
) -> MessageSent:
    """Build the event, including everything derived from the message's text, which is never read again."""
    return make_message_sent(
        message=message,
        recipients=recipients,
        group=group,
        group_index=state.unread.groups.get(group, NO_MESSAGES).end + 1 if group is not None else 0,
        text=main_text(message)[:LONGEST_TEXT],
        about=_about(state, message),
        thread=message.thread or message.task_ref or message.in_reply_to or "",
        exchange=0 if group is not None else loop_guard.exchange_after(state, message, recipients),
        size=size,
        warnings=()
        if who.actor == SYSTEM
        else (
            *summary_warnings(message),
            *reference_warnings(state, message, who.closed),
            *_unclear_warnings(state, message),
        ),
    )


def _answered(state: State, one: Obligation, reply: str) -> ObligationClosed:
    withdrawn = need_not_be_read(state, one, is_answered=True)
    return ObligationClosed(message_id=one.message_id, debtor=one.debtor, by_message=reply, withdrawn=withdrawn)


def _about(state: State, message: AnyMessage) -> str:
    """Return the id of a message's subject; for a hand-over, the id of the contract that it opened."""
    if isinstance(message, TaskHandoffMessage):
        named = contract_id(message)
        return "" if named == message.id else named  # a repeated hand-over is not about something new
    named = replies.subject(message) or message.task_ref or ""
    return state.contracts.by_message.get(named, named)


def summary_warnings(message: AnyMessage) -> tuple[str, ...]:
    """Return a warning if the summary is longer than the one or two sentences of section 2.

    A FREEFORM, the equivalent of a line of chat, needs none.
    """
    summary = message.context_summary.strip()
    length, sentences = len(summary), len(re.findall(SENTENCE_END, summary))
    if length > LONGEST_SUMMARY:
        return (f"/context_summary: {length} characters; one or two sentences are enough.",)
    if sentences > MOST_SENTENCES:
        return (f"/context_summary: {sentences} sentences; one or two are enough.",)
    if length == 0 and message.type != "FREEFORM":
        return ("/context_summary: empty; give the background in one or two sentences.",)
    return ()


def resolve(state: State, message: AnyMessage) -> tuple[str, ...]:
    """Return the recipients of a message, groups resolved, without its sender; raises UnknownRecipientError."""
    found: dict[str, None] = {}
    for name in message.receivers:
        if name in state.actors:
            found[name] = None
        elif name == EVERYBODY or name in state.groups:
            found.update(dict.fromkeys(member for member in state.members(name) if member != message.from_))
        else:
            known = ", ".join((*state.members(EVERYBODY), *sorted(state.groups), EVERYBODY))
            problem = "has left the project" if name in state.departed else "is neither a participant nor a group"
            raise UnknownRecipientError(recipient=name, problem=problem, known=known)
    if not found:
        raise NobodyReachedError(recipient=", ".join(message.receivers), known=state.known_actors())
    return tuple(found)


def _is_repeated(state: State, message: AnyMessage, seen: str | None) -> bool:
    kept = state.messages.get(message.id)
    before = content_hash(kept.message) if kept is not None else seen
    if before is None:
        return False
    expects = expects_of(state, message)
    if content_hash(message.model_copy(update={"expected_response_type": expects})) != before:
        raise DuplicateIdError(name=message.id)
    return True


def check_time(timestamp: str, at: str) -> None:
    """Raise FutureTimestampError for a time too far ahead of the runtime's."""
    if timestamp > at and timestamp > later(at, ALLOWANCE * 1_000_000):
        raise FutureTimestampError(timestamp=timestamp, allowance=ALLOWANCE, now=at)


def _creditor(state: State, message: AnyMessage, debtor: str) -> str:
    """Return the creditor of a reply: the sender; if the system asks for a decision, the decision's author."""
    if message.from_ == SYSTEM and isinstance(message, DecisionRequestMessage):
        asked = state.links.neighbours(node("decision", message.payload.decision_id), "out", ("asked_by",))
        askers = (one.partition(":")[2] for one in asked)
        return next((one for one in askers if one in state.actors and one != debtor), SYSTEM)
    return message.from_


def _owed(message: AnyMessage, debtor: str, expects: tuple[str, ...], creditor: str) -> ObligationOpened:
    steps = message.payload.deadline_steps if isinstance(message, DecisionRequestMessage) else None
    return ObligationOpened(
        message_id=message.id,
        debtor=debtor,
        creditor=creditor,
        subject=contract_id(message) if isinstance(message, TaskHandoffMessage) else replies.subject(message),
        expects=expects,
        summary=message.context_summary[:200],
        reply_by=message.reply_by,
        steps=steps,
        blocks=message.priority == "blocking" or payload_field(message, "blocking") or False,
    )


GOAL = "GOAL"
"""The intent of the message that gives a team its goal."""


def _fulfilled(state: State, reply: AnyMessage) -> list[Obligation]:
    """Return the obligations that a message fulfils: the sender's own; a decision fulfils everyone's."""
    found = [one for one in state.owed_by(reply.from_) if _answers(reply, one)] or _only_one_meant(state, reply)
    if isinstance(reply, DecisionResultMessage):
        asked = {one.message_id for one in found}
        for debtor in sorted(state.obligations):
            others = [one for one in state.owed_by(debtor) if one not in found and _needs_one_answer(state, one)]
            found += [one for one in others if _is_answered(reply, one, asked)]
    return found


def _may_answer(state: State, reply: AnyMessage) -> list[Obligation]:
    """Return the owed words that a text without `in_reply_to` may be meant as, by its sender to those it names."""
    if not isinstance(reply, FreeformMessage) or reply.in_reply_to is not None or reply.payload.requires_response:
        return []
    named = set(reply.receivers)
    owed = [one for one in state.owed_by(reply.from_) if "FREEFORM" in one.expects and one.creditor in named]
    return [one for one in owed if not _is_goal(state, one)]


def _is_goal(state: State, one: Obligation) -> bool:
    """Return whether a request is the goal of a team: a word about it is not yet the report, which names it."""
    asked = state.messages[one.message_id].message
    return isinstance(asked, FreeformMessage) and asked.payload.intent_hint == GOAL


def _only_one_meant(state: State, reply: AnyMessage) -> list[Obligation]:
    """Return the request that a text without `in_reply_to` answers: the only one that it can be meant for."""
    found = _may_answer(state, reply)
    return found if len(found) == 1 else []


def _unclear_warnings(state: State, reply: AnyMessage) -> tuple[str, ...]:
    """Return a warning for a text that may answer several requests, and therefore answers none."""
    found = _may_answer(state, reply)
    ids = ", ".join(one.message_id for one in found)
    return (f"it answers none of {ids}: name one in `in_reply_to`",) if len(found) > 1 else ()


def _needs_one_answer(state: State, one: Obligation) -> bool:
    """Return whether one answer is enough, however many participants were asked."""
    return "DECISION_RESULT" in replies.REPLIES.get(state.messages[one.message_id].message.type, ())


def _is_answered(reply: AnyMessage, one: Obligation, asked: set[str]) -> bool:
    return one.message_id in asked or _answers(reply, one)


def _answers(reply: AnyMessage, one: Obligation) -> bool:
    return replies.answers(reply, one.message_id, one.subject, one.expects)
