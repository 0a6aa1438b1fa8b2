"""Decide how much of a message an agent is shown: critical, relevant, background or irrelevant (section 3).

`RULES` holds the specification's five rules in its order, after the rule for messages critical by meaning. A project
may select some of them by name (`context_delivery`). Every tier comes with its reason.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, get_args

from renkei.budget.relevance.features import UNCERTAIN
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import texts
from renkei.texts.say import say

Tier = Literal["critical", "relevant", "background", "irrelevant"]

RuleName = Literal[
    "decision_to_make",
    "review_of_my_work",
    "answer_to_my_task",
    "waited_for",
    "blocking_to_me",
    "to_me",
    "in_common",
    "recent_conversations",
    "keywords",
    "to_my_group",
    "from_person",
    "actionable",
    "nothing_in_common",
]

EVERY_RULE: tuple[RuleName, ...] = get_args(RuleName)

KEYWORDS_SHOWN = 5
"""The number of shared keywords that a reason names."""


@frozen
class Reason:
    """Why a message has its tier: the rule that decided, and the shared ids or keywords.

    `rule` is a key of the texts without "reason."; if features decided, the names of two of them joined by ", ".
    """

    rule: str
    link: str = ""
    keywords: tuple[str, ...] = ()

    @property
    def is_uncertain(self) -> bool:
        """Whether only features decided that are no certain tie."""
        return all(name in UNCERTAIN for name in self.rule.split(", "))

    def text(self, locale: Locale) -> str:
        """Return the reason as a sentence for people."""
        shared = self.link or ", ".join(self.keywords)
        rule = rule_text(self.rule, locale)
        return f"{rule}: {shared}" if shared else rule


def rule_text(rule: str, locale: Locale) -> str:
    """Return a rule in words. Unknown rules, from old logs, are returned unchanged."""
    names = rule.split(", ")
    return ", ".join(say(locale, f"reason.{name}") if f"reason.{name}" in texts(locale) else name for name in names)


Addressed = Literal["name", "group", "copy", "no"]
"""How a message is addressed to a reader: by name; through a group (`all` is one); as a `copy`, through a group while
the message names someone else, who alone is asked; or not at all.
"""


@frozen
class Signals:
    """Facts about a message from one agent's point of view.

    `owes`: the agent owes a reply to it. `from_person`: a person sent it. `urgent`: the rule that makes it critical by
    meaning, or "".
    `link`: the ids it shares with the agent's work (task, thread, artifact). `weighed`: tier and reason from the team's
    conversations, if known (see `perspective`); it already considers shared keywords and replaces the keyword rule.
    `keywords`: shared with the agent's work. `actionable`: its sender says that the reader can act on it.
    """

    addressed: Addressed
    blocking: bool = False
    urgent: str = ""
    link: str = ""
    keywords: tuple[str, ...] = ()
    weighed: tuple[Tier, Reason] | None = None
    actionable: bool = False
    owes: bool = False
    from_person: bool = False

    @property
    def must_be_told(self) -> bool:
        """Whether the message counts as read only after it was shown: it blocks, or the agent owes a reply to it."""
        return self.owes or (self.blocking and self.addressed != "no")


Decided = tuple[Tier, Reason]


def _urgent(signals: Signals, rule: str) -> Decided | None:
    return ("critical", Reason(rule)) if signals.urgent == rule else None


def _blocking_to_me(signals: Signals, rule: str) -> Decided | None:
    return ("critical", Reason(rule)) if signals.blocking and signals.addressed in ("name", "group") else None


def _to_me(signals: Signals, rule: str) -> Decided | None:
    return ("relevant", Reason(rule)) if signals.addressed == "name" else None


def _in_common(signals: Signals, rule: str) -> Decided | None:
    return ("relevant", Reason(rule, signals.link)) if signals.link else None


def _recent_conversations(signals: Signals, rule: str) -> Decided | None:
    return signals.weighed


def _keywords(signals: Signals, rule: str) -> Decided | None:
    if not signals.keywords:
        return None
    tier: Tier = "relevant" if signals.addressed in ("group", "copy") else "background"
    return tier, Reason(rule, keywords=signals.keywords[:KEYWORDS_SHOWN])


def _to_my_group(signals: Signals, rule: str) -> Decided | None:
    return ("background", Reason(rule)) if signals.addressed in ("group", "copy") else None


RULES: dict[RuleName, Callable[[Signals, str], Decided | None]] = {
    "decision_to_make": _urgent,
    "review_of_my_work": _urgent,
    "answer_to_my_task": _urgent,
    "waited_for": _urgent,
    "blocking_to_me": _blocking_to_me,
    "to_me": _to_me,
    "in_common": _in_common,
    "recent_conversations": _recent_conversations,
    "keywords": _keywords,
    "to_my_group": _to_my_group,
}
"""The rules; the first that holds decides. Three names are not listed: `from_person` and `actionable` raise the result
of the others, and `nothing_in_common` applies if none holds.
"""

RAISED = ("reply_owed", "blocking", "from_person", "actionable")
"""The reasons that raise a message to relevant; the first two apply in every project. They take the place of a
reason that is uncertain.
"""


def classify(signals: Signals, rules: tuple[RuleName, ...] = EVERY_RULE) -> Decided:
    """Return the tier of a message and its reason, by the selected rules.

    A message that must be told is at least relevant (section 8); so is one of a person and an actionable one.
    """
    tier, reason = _by_rules(signals, rules)
    is_low = tier in ("background", "irrelevant") or reason.is_uncertain
    raised = _raised(signals, rules) if is_low else ""
    return ("relevant", Reason(raised)) if raised else (tier, reason)


def _raised(signals: Signals, rules: tuple[RuleName, ...]) -> str:
    if signals.must_be_told:
        return "reply_owed" if signals.owes else "blocking"
    if signals.from_person and signals.addressed != "no" and "from_person" in rules:
        return "from_person"
    return "actionable" if signals.actionable and "actionable" in rules else ""


def _by_rules(signals: Signals, rules: tuple[RuleName, ...]) -> Decided:
    for name, decide in RULES.items() if rules is EVERY_RULE else _selected(rules):
        decided = decide(signals, name)
        if decided is not None:
            return decided
    return "irrelevant", Reason("nothing_in_common")


@lru_cache(maxsize=64)
def _selected(rules: tuple[RuleName, ...]) -> tuple[tuple[RuleName, Callable[[Signals, str], Decided | None]], ...]:
    return tuple((name, decide) for name, decide in RULES.items() if name in rules)
