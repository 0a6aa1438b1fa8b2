"""What a context does with one message: the row that a turn records and `renkei context --why` shows."""

from typing import Literal

from renkei.budget.delivery.model import Delivery
from renkei.budget.relevance.tiers import Tier
from renkei.protocol.primitives import Count, Frozen, Id, Positive

Form = Literal["full", "part", "excerpt", "summary", "line", "named", "omitted"]

CRITICAL_FORMS: tuple[Form, ...] = ("named", "part", "full")
FORMS: tuple[Form, ...] = ("line", "summary", "excerpt", "full")
"""The forms in which a critical message, and any other, can be shown, the shortest first."""

LEAST_FORM: dict[Delivery, int] = {"one_line_digest": 0, "structured_summary": 1, "full_content": 3}
"""Index in `FORMS` of the form that a delivery asks for; what does not fit is shown in a shorter one."""


class Part(Frozen):
    """A part of a message that is longer than the whole budget, by characters of its full text."""

    number: Positive
    """Its number, from 1."""
    start: Count
    """How many characters stand before it."""
    end: Count
    """How many characters have been given with it."""
    length: Count
    """How many characters the full text has."""

    @property
    def last(self) -> bool:
        """Whether the text ends with this part."""
        return self.end == self.length


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
    part: Part | None = None
    """Which part of the message is shown, where it is given in parts."""

    def counts_as_read(self, delivery: Delivery) -> bool:
        """Check whether the message is read when the turn ends, where its tier has this delivery.

        A critical message counts only when it stood in full or with its last part, a relevant one when it stood in any
        form. Background counts in any case: the record says that it was left out.
        """
        if self.tier == "critical":
            return self.form == "full" or (self.part is not None and self.part.last)
        return self.tier != "relevant" or self.form != "omitted" or delivery == "omit"
