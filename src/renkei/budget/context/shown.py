"""A message in a context: the row recorded by a turn and shown by `renkei context --why`.

`Classified` holds what stays the same of an unread message while its tier does.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Literal

from renkei.budget.delivery.model import Delivery
from renkei.budget.relevance.tiers import Reason, RuleName, Signals, Tier, classify
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage, urgency
from renkei.protocol.primitives import PRIORITIES, Count, Frozen, Id, Positive

Form = Literal["full", "part", "excerpt", "summary", "line", "named", "omitted"]

CRITICAL_FORMS: tuple[Form, ...] = ("named", "part", "full")
FORMS: tuple[Form, ...] = ("line", "summary", "excerpt", "full")
"""The forms of a message that is not critical, shortest first."""

LEAST_FORM: dict[Delivery, int] = {"one_line_digest": 0, "structured_summary": 1, "full_content": 3}
"""Index in `FORMS` of the form of each delivery; a message that does not fit is shown in a shorter one."""


class Part(Frozen):
    """A part of a message that is longer than the whole budget, by characters of its full text."""

    number: Positive
    """Its number, from 1."""
    start: Count
    """Characters before it."""
    end: Count
    """Characters up to its end."""
    length: Count
    """Characters of the full text."""

    @property
    def last(self) -> bool:
        """Whether the text ends with this part."""
        return self.end == self.length


class Shown(Frozen):
    """The form of one message in a turn's context, and the reason."""

    id: Id
    """Id of the message."""
    tier: Tier
    """Its tier."""
    rule: str
    """The rule that decided the tier (see `renkei.budget.relevance.tiers`)."""
    link: str = ""
    """The id shared with the agent's work, if that decided."""
    keywords: tuple[str, ...] = ()
    """The keywords shared with the agent's work, if these decided."""
    form: Form
    """How much of the message is shown."""
    tokens: Count
    """Tokens of the message in that form; 0 when it is omitted."""
    part: Part | None = None
    """The part of the message that is shown, if it is shown in parts."""

    def counts_as_read(self, delivery: Delivery) -> bool:
        """Check whether the message is read when the turn ends, for a tier with this delivery.

        Critical messages count only in full (or with their last part), relevant ones in any form. Omitted background
        counts as well: the context says how many messages it omits.
        """
        if self.tier == "critical":
            return self.form == "full" or (self.part is not None and self.part.last)
        return self.tier != "relevant" or self.form != "omitted" or delivery == "omit"


class Omitted(Frozen):
    """Messages that a context omits, as an earlier context of their reader did."""

    tier: Tier
    """Their tier."""
    rule: str
    """The rule that decided the tier."""
    count: Positive
    """How many there are."""


def recorded(given: Iterable[Shown], is_listed: Callable[[str], bool]) -> tuple[tuple[Shown, ...], tuple[Omitted, ...]]:
    """Return the rows of a context that its record lists, and its other messages by tier and rule.

    A message that stays unread would otherwise have a row in the record of every turn. So of omitted messages only some
    are listed.
    """
    listed: list[Shown] = []
    others: Counter[tuple[Tier, str]] = Counter()
    for one in given:
        if one.form != "omitted" or is_listed(one.id):
            listed.append(one)
        else:
            others[one.tier, one.rule] += 1
    return tuple(listed), tuple(Omitted(tier=tier, rule=rule, count=count) for (tier, rule), count in others.items())


@frozen
class Classified:
    """The tier of a message and its reason, its urgency (0 is the highest), and its row when it is omitted.

    `must_be_told`: see `Signals`.
    """

    tier: Tier
    reason: Reason
    urgency: int
    omitted: Shown
    must_be_told: bool


def classified(message: AnyMessage, signals: Signals, rules: tuple[RuleName, ...]) -> Classified:
    """Classify a message by the selected rules."""
    tier, why = classify(signals, rules)
    row = Shown(id=message.id, tier=tier, rule=why.rule, link=why.link, keywords=why.keywords, form="omitted", tokens=0)
    return Classified(tier, why, PRIORITIES[urgency(message)], row, signals.must_be_told)
