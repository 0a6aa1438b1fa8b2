"""The one event about contexts outside a turn: feedback on how a message was classified."""

from typing import Literal

from renkei.budget.context.shown import Shown
from renkei.budget.relevance.tiers import Tier
from renkei.protocol.primitives import Count, Frozen, Id, Timestamp


class ContextFeedbackGiven(Frozen):
    """Feedback on the tier of a message for an agent. It has no effect; it is kept for tuning."""

    kind: Literal["context_feedback"] = "context_feedback"
    agent: Id
    """The agent whose context it is about."""
    seq: Count
    """The record of the turn or news; without `turn`, the record after which the context was viewed."""
    turn: Id | None = None
    """Id of the turn; null: the context was a preview."""
    message_id: Id
    """The message."""
    wanted: Tier
    """The tier that it should have had."""
    given: Shown | None = None
    """The context's treatment of the message, with the reason; null: the message was not unread for the agent."""
    note: str = ""
    """Why."""
    by: Id
    """The participant who gave the feedback."""
    at: Timestamp
    """When."""
