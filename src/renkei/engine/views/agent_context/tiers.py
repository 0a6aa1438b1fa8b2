"""The tiers of messages for a reader, unread or not."""

from collections.abc import Iterable

from renkei.budget.relevance.tiers import Tier, classify
from renkei.engine.state import State, StoredMessage
from renkei.engine.views.agent_context.signals import Reader


def tiers_for(state: State, reader: str, messages: Iterable[StoredMessage]) -> dict[str, Tier]:
    """Return the tier of each message, by id, for a participant that received it, in a state (section 3)."""
    compared = Reader(state, reader, state.locale)
    return {one.message.id: classify(compared.signals(one), state.delivery.rules)[0] for one in messages}
