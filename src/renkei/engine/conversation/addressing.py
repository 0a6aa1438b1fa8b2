"""The addressees of a message: decided here for tiers, waking, read marks and notices (section 8)."""

from renkei.budget.relevance.tiers import Addressed
from renkei.engine.events import MessageSent
from renkei.engine.state import EVERYBODY, SYSTEM, Obligation, State
from renkei.engine.unread import NONE_UNREAD
from renkei.protocol.messages import AnyMessage


def addressed(state: State, message: AnyMessage, recipient: str) -> Addressed:
    """Return how a message is addressed to one of its recipients."""
    if recipient in message.receivers:
        return "name"
    names_others = any(one != EVERYBODY and one not in state.groups for one in message.receivers)
    return "copy" if names_others else "group"


def owes_reply(state: State, message: AnyMessage, recipient: str) -> bool:
    """Return whether a recipient owes a reply to a message."""
    return message.id in state.obligations.get(recipient, ())


def need_not_be_read(state: State, one: Obligation, *, is_answered: bool) -> bool:
    """Return whether a request that is no longer owed need not be read either: it only asked for a verdict.

    A request of a participant counts as read only when its reader has given the verdict; the system's in any case.
    """
    message = state.messages[one.message_id].message
    asks_for_verdict = message.type == "REVIEW_REQUEST" and (is_answered or message.from_ == SYSTEM)
    return asks_for_verdict and message.id in state.unread.get(one.debtor, NONE_UNREAD)


def is_from_person(state: State, message: AnyMessage) -> bool:
    """Return whether a person sent a message."""
    sender = state.actors.get(message.from_)
    return sender is not None and sender.human


def was_sent_to(state: State, event: MessageSent, name: str) -> bool:
    """Return whether a message reached a participant that has not left the group since."""
    if event.group is None or name in event.recipients:
        return name in event.recipients
    return name != event.message.from_ and state.unread.was_sent_to(name, event.group, event.group_index)


def recipients_of(state: State, event: MessageSent) -> tuple[str, ...]:
    """Return the participants that a message reached, without those that have left its group since."""
    if event.group is None:
        return event.recipients
    members = (one for one in state.members(event.group) if was_sent_to(state, event, one))
    return tuple(dict.fromkeys((*members, *event.recipients)))
