"""The parts of an unread message's classification that stay the same while its tier does."""

from renkei.budget.context.shown import Shown
from renkei.budget.relevance.tiers import Reason, RuleName, Signals, Tier, classify
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage, urgency
from renkei.protocol.primitives import PRIORITIES


@frozen
class Classified:
    """The tier of a message and its reason, its urgency (0 is the highest), and its row when it is omitted."""

    tier: Tier
    reason: Reason
    urgency: int
    omitted: Shown


def classified(message: AnyMessage, signals: Signals, rules: tuple[RuleName, ...]) -> Classified:
    """Classify a message by the selected rules."""
    tier, why = classify(signals, rules)
    row = Shown(id=message.id, tier=tier, rule=why.rule, link=why.link, keywords=why.keywords, form="omitted", tokens=0)
    return Classified(tier, why, PRIORITIES[urgency(message)], row)
