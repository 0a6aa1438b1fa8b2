"""Decides how much of a message an agent is shown: critical, relevant, background or irrelevant (section 3).

`classify` is the specification's five rules, in its order, after what is critical by its meaning. A tier is a minimum:
budget that is left over shows messages at greater length. Every tier comes with its reason.
"""

from dataclasses import dataclass
from typing import Literal

from renkei.protocol.primitives import Locale
from renkei.texts.say import TEXTS, say

Tier = Literal["critical", "relevant", "background", "irrelevant"]

KEYWORDS_SHOWN = 5
"""The number of shared keywords that a reason names."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a message has its tier: the rule that decided, and the ids or keywords that it found in common.

    `rule` is a key of the texts without "reason."; where features decided, the names of two of them joined by ", ".
    """

    rule: str
    link: str = ""
    keywords: tuple[str, ...] = ()

    def text(self, locale: Locale) -> str:
        """Return the reason as a sentence for people."""
        found = self.link or ", ".join(self.keywords)
        rule = rule_text(self.rule, locale)
        return f"{rule}: {found}" if found else rule


def rule_text(rule: str, locale: Locale) -> str:
    """Return a rule in words. Rules that are not in the texts, which old logs contain, are returned as they are."""
    names = rule.split(", ")
    return ", ".join(say(locale, f"reason.{one}") if f"reason.{one}" in TEXTS[locale] else one for one in names)


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known about a message from one agent's point of view.

    `addressed`: by name, through a group, or not at all. `urgent`: the rule that makes it critical by its meaning, or
    "". `link`: the ids it shares with the agent's work (task, thread, artifact). `weighed`: tier and reason from the
    conversations of the team, where known (see `perspective`); it already considers shared keywords and replaces the
    keyword rule. `keywords`: shared with the agent's work. `actionable`: its sender says that the reader can act on it.
    """

    addressed: Literal["name", "group", "no"]
    blocking: bool = False
    urgent: str = ""
    link: str = ""
    keywords: tuple[str, ...] = ()
    weighed: tuple[Tier, Reason] | None = None
    actionable: bool = False


def classify(signals: Signals) -> tuple[Tier, Reason]:
    """Return the tier of a message and the reason for it; one to act on is at least relevant."""
    tier, reason = _by_rules(signals)
    if signals.actionable and tier in ("background", "irrelevant"):
        return "relevant", Reason("actionable")
    return tier, reason


def _by_rules(signals: Signals) -> tuple[Tier, Reason]:
    if signals.urgent:
        return "critical", Reason(signals.urgent)
    if signals.addressed == "name":
        return ("critical", Reason("blocking_to_me")) if signals.blocking else ("relevant", Reason("to_me"))
    if signals.link:
        return "relevant", Reason("in_common", signals.link)
    if signals.weighed:
        return signals.weighed
    if signals.keywords:
        tier: Tier = "relevant" if signals.addressed == "group" else "background"
        return tier, Reason("keywords", keywords=signals.keywords[:KEYWORDS_SHOWN])
    if signals.addressed == "group":
        return "background", Reason("to_my_group")
    return "irrelevant", Reason("nothing_in_common")
