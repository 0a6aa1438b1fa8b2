"""The event about contexts that is no turn: a correction by somebody who looked at what an agent was given."""

from typing import Literal

from renkei.budget.context.shown import Shown
from renkei.budget.relevance.tiers import Tier
from renkei.protocol.primitives import Count, Frozen, Id, Timestamp


class ContextFeedbackGiven(Frozen):
    """Somebody says which tier a message should have had for an agent. Nothing follows; it is kept for tuning."""

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
    """What the context did with the message, and why; null: the message was not among the agent's unread ones."""
    note: str = ""
    """Why."""
    by: Id
    """Who says so."""
    at: Timestamp
    """When."""
