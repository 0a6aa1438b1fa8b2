"""Decides how much of a message an agent gets: critical, relevant, background or irrelevant (section 3).

The specification's five rules, in its order, after what is critical by its meaning. A tier is a floor: what is left
of the budget raises messages above it. Every tier carries its reason, for people and tests.
"""

from dataclasses import dataclass
from typing import Literal

Tier = Literal["critical", "relevant", "background", "irrelevant"]


TERMS_SHOWN = 5
"""Words in common that a reason names."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a message has its tier: the rule, and what it found: ids in common, or words."""

    rule: str
    link: str = ""
    terms: tuple[str, ...] = ()

    def __str__(self) -> str:
        found = self.link or ", ".join(self.terms)
        return f"{self.rule}: {found}" if found else self.rule


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about a message from one agent's point of view.

    `addressed`: by name, through a group, or not at all. `urgent`: why it is critical by its meaning, if it is.
    `link`: what it has in common with the agent's work (task, thread, artifact). `weighed`: tier and reason by who
    talks with whom, where that is known (see `perspective`); it knows the words in common too and stands in place of
    the keyword rule. `terms`: words in common with the agent's work.
    """

    addressed: Literal["name", "group", "no"]
    blocking: bool = False
    urgent: str = ""
    link: str = ""
    terms: tuple[str, ...] = ()
    weighed: tuple[Tier, Reason] | None = None


def classify(evidence: Evidence) -> tuple[Tier, Reason]:
    """Give the tier and its reason."""
    if evidence.urgent:
        return "critical", Reason(evidence.urgent)
    if evidence.addressed == "name":
        return ("critical", Reason("blocking, to me")) if evidence.blocking else ("relevant", Reason("to me"))
    if evidence.link:
        return "relevant", Reason("in common", evidence.link)
    if evidence.weighed:
        return evidence.weighed
    if evidence.terms:
        tier: Tier = "relevant" if evidence.addressed == "group" else "background"
        return tier, Reason("keywords", terms=evidence.terms[:TERMS_SHOWN])
    if evidence.addressed == "group":
        return "background", Reason("to a group of mine")
    return "irrelevant", Reason("nothing in common")
