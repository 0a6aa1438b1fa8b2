"""Decides how much of a message an agent gets: critical, relevant, background or irrelevant (section 3).

The specification's five rules, in its order, after what is critical by its meaning. A tier is a floor: what is left
of the budget raises messages above it. Every tier carries its reason, for people and tests.
"""

from dataclasses import dataclass
from typing import Literal

Tier = Literal["critical", "relevant", "background", "irrelevant"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about a message from one agent's point of view.

    `addressed`: by name, through a group, or not at all. `urgent`: why it is critical by its meaning, if it is.
    `link`: what it has in common with the agent's work (task, thread, artifact). `weighed`: tier and reason by who
    talks with whom, where that is known (see `standpoint`); it knows the words in common too and stands in place of
    the keyword rule. `terms`: words in common with the agent's work.
    """

    addressed: Literal["name", "group", "no"]
    blocking: bool = False
    urgent: str = ""
    link: str = ""
    terms: tuple[str, ...] = ()
    weighed: tuple[Tier, str] | None = None


def classify(evidence: Evidence) -> tuple[Tier, str]:
    """Give the tier and its reason."""
    if evidence.urgent:
        return "critical", evidence.urgent
    if evidence.addressed == "name":
        return ("critical", "blocking, to me") if evidence.blocking else ("relevant", "to me")
    if evidence.link:
        return "relevant", evidence.link
    if evidence.weighed:
        return evidence.weighed
    if evidence.terms:
        tier: Tier = "relevant" if evidence.addressed == "group" else "background"
        return tier, "keywords: " + ", ".join(evidence.terms[:5])
    if evidence.addressed == "group":
        return "background", "to a group of mine"
    return "irrelevant", "nothing in common"
