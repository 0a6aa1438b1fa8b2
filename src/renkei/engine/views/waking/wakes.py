"""When a message wakes an idle agent: one table for the library, the command line and every edge.

An idle agent is woken at once, after a pause that gathers related messages, or not at all: then the message is read
with the next turn.
"""

from typing import Literal, get_args

from renkei.budget.relevance.tiers import RAISED, Addressed, Reason, Tier
from renkei.protocol.messages import AnyMessage, urgency
from renkei.protocol.primitives import Priority
from renkei.protocol.replies import ANSWERS

Reach = Literal["name", "group", "copy", "answer"]
"""How a message reached an agent (see `Addressed`); an `answer` is a typed reply to a request of the agent."""

When = Literal["now", "after_pause", "next_turn"]
"""When a message wakes an idle agent."""

RELEVANT: dict[tuple[Reach, Priority], When] = {
    ("name", "blocking"): "now",
    ("name", "high"): "now",
    ("name", "normal"): "after_pause",
    ("name", "low"): "next_turn",
    ("group", "blocking"): "now",
    ("group", "high"): "after_pause",
    ("group", "normal"): "after_pause",
    ("group", "low"): "next_turn",
    ("copy", "blocking"): "after_pause",
    ("copy", "high"): "after_pause",
    ("copy", "normal"): "after_pause",
    ("copy", "low"): "next_turn",
    ("answer", "blocking"): "now",
    ("answer", "high"): "now",
    ("answer", "normal"): "now",
    ("answer", "low"): "now",
}
"""When a relevant message wakes an idle agent."""

_EVERY = [(reach, priority) for reach in get_args(Reach) for priority in get_args(Priority)]

WAKES: dict[tuple[Tier, Reach, Priority], When] = {
    **{("critical", *one): "now" for one in _EVERY},
    **{("relevant", *one): when for one, when in RELEVANT.items()},
    **{("background", *one): "next_turn" for one in _EVERY},
    **{("irrelevant", *one): "next_turn" for one in _EVERY},
}
"""When a message of a tier wakes an idle agent. A blocking message to a group counts as critical here."""
WAKES |= {(tier, reach, "blocking"): "now" for tier in get_args(Tier) for reach in get_args(Reach) if reach != "copy"}


def wakes(message: AnyMessage, addressed: Addressed, tier: Tier, reason: Reason) -> When:
    """Return when a message of a tier wakes an agent. A copy needs a link to the agent's work.

    A message that is relevant only by a probable reply or as one of the newest messages wakes nobody.
    """
    if reason.is_uncertain or (addressed == "copy" and reason.rule in RAISED):
        return "next_turn"
    to_me: Reach = "answer" if message.type in ANSWERS else "name"
    reach: Reach = to_me if addressed == "name" else "copy" if addressed == "copy" else "group"
    return WAKES[tier, reach, urgency(message)]
