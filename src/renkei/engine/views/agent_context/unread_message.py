"""An unread message as its reader sees it, and as all members of its group do that have nothing to do with it."""

from collections.abc import Iterable, Iterator

from immutables import Map

from renkei.budget.context.shown import Classified, Part, classified
from renkei.budget.context.view import Sender, UnreadMessage
from renkei.budget.relevance.tiers import Signals
from renkei.engine.state import Actor, State, StoredMessage
from renkei.engine.views.agent_context.signals import Reader
from renkei.immutable.replacing import replace
from renkei.protocol.messages import AnyMessage, urgency

NO_PARTS: Map[str, Part] = Map()

UNCONCERNED = Signals("group")
"""The signals of a message to a group for members that it does not concern."""


def compared(reader: Reader, kept: StoredMessage, earlier: UnreadMessage | None = None) -> UnreadMessage:
    """Return an unread message as its reader sees it; `earlier`, if it is still the same."""
    message, state = kept.message, reader.state
    signals, sender = reader.signals(kept), rank(state.actors.get(message.from_))
    known, begun = reader.known(message), state.parts.get(reader.agent, NO_PARTS).get(message.id)
    if earlier is not None and (signals, known, begun, sender) == (
        *(earlier.signals, earlier.known, earlier.begun, earlier.sender),
    ):
        return earlier
    found = classified(message, signals, state.delivery.rules)
    return UnreadMessage(message, signals, known, begun, sender, found)


def unconcerned(state: State, messages: Iterable[AnyMessage]) -> Iterator[UnreadMessage]:
    """Yield messages to a group as members see them that they do not concern.

    Those of one urgency differ only in their id and their sender. A message that blocks, can be acted on or comes from
    a person concerns every member; its row is wrong.
    """
    patterns: dict[str, Classified] = {}
    for message in messages:
        stated = urgency(message)
        if stated not in patterns:
            patterns[stated] = classified(message, UNCONCERNED, state.delivery.rules)
        omitted = patterns[stated].omitted.model_copy(update={"id": message.id})
        sender = rank(state.actors.get(message.from_))
        yield UnreadMessage(message, UNCONCERNED, "", None, sender, replace(patterns[stated], omitted=omitted))


def rank(known: Actor | None) -> Sender:
    """Return the role of a sender."""
    return "agent" if known is None else "person" if known.human else "lead" if known.lead else "agent"
