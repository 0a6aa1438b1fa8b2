"""What a context does with one message: the row that a turn records and `renkei context --why` shows."""

from typing import Literal

from renkei.budget.relevance.tiers import Tier
from renkei.protocol.primitives import Count, Frozen, Id

Form = Literal["full", "excerpt", "summary", "line", "named", "omitted"]

FORMS: dict[Tier, tuple[Form, ...]] = {
    "critical": ("named", "full"),
    "relevant": ("line", "summary", "excerpt", "full"),
    "background": ("line", "summary", "excerpt", "full"),
    "irrelevant": (),
}
"""The forms in which a message of each tier can be shown, the shortest first."""

COUNTS_AS_READ: dict[Tier, tuple[Form, ...]] = {
    "critical": ("full",),
    "relevant": ("line", "summary", "excerpt", "full"),
    "background": ("line", "summary", "excerpt", "full", "omitted"),
    "irrelevant": ("omitted",),
}
"""The forms in which a message of each tier counts as read when the turn ends."""


class Shown(Frozen):
    """What a turn's context did with one message, and why."""

    id: Id
    """Id of the message."""
    tier: Tier
    """Its tier."""
    rule: str
    """The rule that decided the tier (see `renkei.budget.relevance.tiers`)."""
    link: str = ""
    """The id that the message has in common with the agent's work, where that decided."""
    keywords: tuple[str, ...] = ()
    """The keywords that it has in common with the agent's work, where these decided."""
    form: Form
    """How much of the message is shown."""
    tokens: Count
    """Tokens of the message in that form; 0 when it is omitted."""
