"""Selects what a bridge posts for a record: the channels, the participants, and the mentions.

A message goes to the channel of each group that it is addressed to. A named participant that the chat knows is
mentioned there, or receives it directly if no channel shows it. A message addressed only to others is shown in the
first channel, unless the bridge shares only messages addressed to the chat. Messages of renkei itself go to their
addressee and to the system channel. Messages that came from this chat are not posted back. Direct messages of a person
are never posted to a channel, because they may be private.
"""

from collections.abc import Callable, Iterator

from renkei.acts.offers import Offer
from renkei.edges.chat.bridge.storage.bridge_file import KnownPost
from renkei.edges.chat.settings import BridgeSettings, Share
from renkei.engine import events as e
from renkei.engine.conversation.addressing import addressed, was_sent_to
from renkei.engine.delegation.handoff import contract_id
from renkei.engine.guards.loop_guard import SUSPENSIONS
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM, State
from renkei.engine.views.agent_context.inbox import unread_messages
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import (
    AnyMessage,
    DecisionRequestMessage,
    DecisionResultMessage,
    TaskHandoffMessage,
    payload_field,
    urgency,
)
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

DECISIONS = frozenset(("DECISION_REQUEST", "DECISION_RESULT", "REVIEW_REQUEST", "REVIEW_RESULT", "CONFLICT_REPORT"))
"""The messages that a channel shows in any case."""

MOST_SHOWN = 20
"""Messages of one record that a channel shows, besides interruptions."""

Origin = Callable[[str], KnownPost | None]
"""Returns the post of the chat that became a message."""

NOTICES: dict[str, str] = {
    "actor_left": "chat.notice.left",
    "actor_suspended": "chat.notice.suspended",
    "actor_resumed": "chat.notice.resumed",
    "obligation_overdue": "chat.notice.overdue",
    "project_paused": "chat.notice.paused",
    "project_resumed": "chat.notice.project_resumed",
}
"""Events without a message that every person should know, each with its sentence. They go to the system channel.
Deadlocks, limits, circles and used-up quotas are messages of renkei, which go there anyway.
"""


@frozen
class Route:
    """A message or a notice, and its destination: a channel, or a participant by the chat's id."""

    key: str
    """The id of the message, or of the event."""
    message: AnyMessage | None = None
    notice: str = ""
    channel: str = ""
    user: str = ""
    mentions: tuple[str, ...] = ()
    thread: str = ""
    """The id shared by the messages of the conversation."""
    offers: tuple[Offer, ...] = ()
    """The answers to a notice that take one press."""

    @property
    def where(self) -> str:
        """The channel, or the participant."""
        return self.channel or self.user


def routes(record: Record, state: State, settings: BridgeSettings, origin: Origin, guest: str = "") -> list[Route]:
    """Return the routes of a record's posts. `guest` is the participant that represents users not in `people`."""
    owed = {(one.message_id, one.debtor) for one in record.events if isinstance(one, e.ObligationOpened)}
    sent = [one for one in record.events if isinstance(one, e.MessageSent) and not one.is_past]
    found = [route for one in sent for route in _routes(one, state, settings, origin, guest, owed)]
    return found + list(_notices(record, state, settings))


def bounded(found: list[Route], seq: int, locale: Locale) -> Iterator[Route]:
    """Yield the routes of a record; of messages that do not interrupt, a channel shows `MOST_SHOWN` and a note."""
    left_out: dict[str, int] = {}
    shown: dict[str, int] = {}
    for one in found:
        is_counted = one.channel != "" and one.message is not None and not one.mentions
        shown[one.channel] = shown.get(one.channel, 0) + is_counted
        if is_counted and shown[one.channel] > MOST_SHOWN:
            left_out[one.channel] = left_out.get(one.channel, 0) + 1
        else:
            yield one
    for channel, count in left_out.items():
        text = say(locale, "chat.more_messages", count=count, seq=seq)
        yield Route(f"{seq}-more", notice=text, channel=channel)


def _routes(
    sent: e.MessageSent,
    state: State,
    settings: BridgeSettings,
    origin: Origin,
    guest: str,
    owed: set[tuple[str, str]],
) -> Iterator[Route]:
    message, thread = sent.message, _thread_of(sent.message)
    taken = origin(message.id)
    hidden = taken is not None or _is_private(message, state)
    channels, users = _channels_and_users(message, settings, origin, guest, hidden=hidden)
    if taken is not None and taken.channel in settings.channels:
        users = []  # who is named in a channel is named there
    urgent = [
        user
        for user, name in settings.people.items()
        if name != message.from_ and was_sent_to(state, sent, name) and _interrupts(message, name, state, owed)
    ]
    mentions = () if message.from_ == SYSTEM else tuple(dict.fromkeys((*urgent, *(users if channels else ()))))
    for channel in channels:
        if taken is None or taken.channel != channel:
            yield Route(message.id, message, channel=channel, mentions=mentions, thread=thread)
    if not channels or message.from_ == SYSTEM:
        yield from (Route(message.id, message, user=user, thread=thread) for user in users)


def _is_private(message: AnyMessage, state: State) -> bool:
    """Return whether a message is plain text between a person and its named recipients."""
    named = [state.actors[one] for one in (message.from_, *message.receivers) if one in state.actors]
    is_to_each = len(named) == 1 + len(message.receivers)  # and to no group
    return message.type == "FREEFORM" and is_to_each and any(one.human for one in named)


def _thread_of(message: AnyMessage) -> str:
    """Return the id of a message's conversation; for a task or a decision, it is their id."""
    named = message.thread or message.task_ref
    if isinstance(message, TaskHandoffMessage):
        return named or contract_id(message)
    if isinstance(message, DecisionRequestMessage | DecisionResultMessage):
        return named or message.payload.decision_id
    return named or payload_field(message, "original_task_ref") or message.in_reply_to or message.id


def _channels_and_users(
    message: AnyMessage, settings: BridgeSettings, origin: Origin, guest: str, *, hidden: bool
) -> tuple[list[str], list[str]]:
    """Return the channels of a message, and the users it names. `hidden`: no other channel shows it."""
    names = [one for one in message.receivers if one != message.from_]
    users = [user for name in names for user in settings.users_of(name)]
    of_channels = [one for one, group in settings.channels.items() if group in message.receivers]
    channels = [one for one in of_channels if is_shown(settings.share_of(one), message)]
    asked = origin(message.in_reply_to or "") if guest in names else None
    if asked is not None:  # a guest is answered where it asked
        (channels if asked.channel in settings.channels else users).append(asked.channel)
    if message.from_ == SYSTEM:
        channels = [settings.system_channel] if settings.system_channel else []
    elif not (of_channels or users or hidden) and _shows_others(settings.share_of(settings.first_channel), message):
        channels = [settings.first_channel]
    return list(dict.fromkeys(channels)), list(dict.fromkeys(users))


def is_shown(share: Share, message: AnyMessage) -> bool:
    """Return whether a channel shows a message that is addressed to its group."""
    return share in ("all", "addressed") or message.type in DECISIONS


def _shows_others(share: Share, message: AnyMessage) -> bool:
    """Return whether the first channel shows a message whose recipients are not in the chat."""
    return share == "all" or (share != "addressed" and is_shown(share, message))


def _interrupts(message: AnyMessage, name: str, state: State, owed: set[tuple[str, str]]) -> bool:
    """Return whether a mention must interrupt a participant: the message asks it, blocks, or is critical for it."""
    if (message.id, name) in owed:
        return True
    if urgency(message) == "blocking" and addressed(state, message, name) in ("name", "group"):
        return True
    if name not in state.actors:
        return False
    return any(
        one.message.id == message.id and one.classified is not None and one.classified.tier == "critical"
        for one in unread_messages(state, name, state.locale)
    )


def _notices(record: Record, state: State, settings: BridgeSettings) -> Iterator[Route]:
    for index, event in enumerate(record.events if settings.system_channel else ()):
        told = isinstance(event, e.ActorSuspended) and event.why in SUSPENSIONS  # by a message in the same record
        if event.kind in NOTICES and not told:
            text = say(state.locale, NOTICES[event.kind], **{**vars(event), "by": getattr(event, "by", record.actor)})
            key = f"{record.seq}-{index}"
            yield Route(key, notice=text, channel=settings.system_channel, offers=_offers(event))


def _offers(event: e.Event) -> tuple[Offer, ...]:
    match event:
        case e.ActorSuspended():
            return (Offer("resume", event.actor),)
        case e.ProjectPaused():
            return (Offer("resume_project"),)
    return ()
