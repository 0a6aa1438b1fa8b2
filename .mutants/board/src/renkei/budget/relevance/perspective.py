"""Weighs a message of a group, or one that is overheard, from one agent's point of view: its signs, score and tier.

Made anew for each turn from the correspondence as it stands; what it finds out about an author is kept for the turn.
It comes after what is certain (critical by its meaning, addressed by name, a task or artifact in common): an
agent that is named is not asked about here.
"""

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from math import exp, log

from renkei.budget.relevance.features import BIAS, FEATURES, IRRELEVANT, RELEVANT
from renkei.budget.relevance.tiers import TERMS_SHOWN, Reason, Tier
from renkei.budget.relevance.tracker import LATELY, Conversation, ConversationTracker, Heard
from renkei.budget.text.keywords import telling, terms

NEW = 20
"""A message loses about two thirds of its newness when so many others have come after it."""

_WEIGHTS = tuple(sign.weight for sign in FEATURES.values())
_TIES = tuple(place for place, sign in enumerate(FEATURES.values()) if sign.tie)
_SAYS = tuple(sign.says for sign in FEATURES.values())
_WORDS = tuple(place for place, name in enumerate(FEATURES) if name in ("share_of_message", "share_of_task"))

Values = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """What became of a message: its tier, the reason for people, the score, and the terms it shares with the task."""

    tier: Tier
    reason: Reason
    score: float
    terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Author:
    """What a message's author, or whom it names, is to the agent; every value is between 0 and 1."""

    correspondent: float
    turned_to_me: float
    asker: bool
    beside_asker: bool


class Perspective:
    """One agent's point of view at the beginning of its turn."""

    def __init__(self, heard: ConversationTracker, agent: str, task: str, askers: Collection[str] = ()) -> None:
        """Take the agent's task as text, its first line first, and from whom the task is known to come.

        When its first line is a remembered message word for word, that message's author is an asker too.
        """
        self._heard = heard
        self._agent = agent
        self._authors: dict[str, Author] = {}
        opening = heard.quoted(task.partition("\n")[0])
        self._opened: Conversation | None = opening.conversation if opening else None
        self._askers = frozenset((*askers, opening.sender) if opening else askers) - {agent}
        me = heard.speaker(agent)
        self._mine = frozenset(me.conversations)
        latest = dict.fromkeys(name for name, _ in reversed(me.exchanges))
        self._rank = {name: 1 / place for place, name in enumerate(latest, 1)}
        self._task = terms(task)
        self._weights = {term: heard.vocabulary.weight(term) for term in self._task}
        self._whole = sum(self._weights.values()) or 1.0
        self._crowd = log(heard.crowd() or 1) / log(LATELY)

    def weigh(self, key: Hashable, overheard: bool = False) -> Weighed:
        """Give tier and reason of an observed message that does not name the agent.

        `overheard`: it was not to a group of the agent's either; only then may it be irrelevant. A message that is no
        longer remembered is background.
        """
        heard = self._heard.heard(key)
        if heard is None:
            return Weighed("background", Reason("too long ago to be weighed"), BIAS)
        common = self._task & heard.terms
        values = self._values(heard, common)
        score = BIAS + sum(weight * value for weight, value in zip(_WEIGHTS, values, strict=True) if value)
        tied = any(values[place] for place in _TIES)
        tier: Tier = "background"
        if score >= RELEVANT and tied:
            tier = "relevant"
        elif overheard and score < IRRELEVANT and not tied:
            tier = "irrelevant"
        words = tuple(sorted(telling(self._task) & common))
        return Weighed(tier, _reason(values, words), score, words)

    def signs(self, key: Hashable) -> dict[str, float]:
        """Give the value of every sign of a message, by name; empty when it is no longer remembered."""
        heard = self._heard.heard(key)
        return dict(zip(FEATURES, self._values(heard, self._task & heard.terms), strict=True)) if heard else {}

    def _values(self, heard: Heard, common: frozenset[str]) -> Values:
        """Give the values in the order of FEATURES."""
        author = self._author(heard.sender)
        named = [self._author(name) for name in heard.named]
        weight = sum(self._weights[term] for term in common)
        return (
            heard.sender in self._askers,
            author.beside_asker,
            any(one.asker for one in named),
            author.correspondent,
            max((one.correspondent for one in named), default=0.0),
            0.0 if named else author.turned_to_me,
            heard.conversation in self._mine,
            heard.conversation == self._opened,
            weight / (1 + self._heard.vocabulary.sum(heard.terms)) if weight else 0.0,
            weight / self._whole,
            bool(named),
            heard.caller not in ("", self._agent),
            exp((heard.position - self._heard.position + 1) / NEW),
            self._crowd,
            not self._askers,
        )

    def _author(self, name: str) -> Author:
        known = self._authors.get(name)
        if known is None:
            others = [other for other, _ in self._heard.speaker(name).exchanges]
            known = self._authors[name] = Author(
                correspondent=self._rank.get(name, 0.0),
                turned_to_me=others.count(self._agent) / (1 + len(others)),
                asker=name in self._askers,
                beside_asker=not self._askers.isdisjoint(others[-6:]),
            )
        return known


def _reason(values: Values, words: tuple[str, ...]) -> Reason:
    """Say the two ties that weigh most, with the first words in common."""
    weights = sorted(((_WEIGHTS[place] * values[place], place) for place in _TIES if values[place]), reverse=True)
    said = dict.fromkeys(_SAYS[place] for weight, place in weights[:2] if weight > 0 and (words or place not in _WORDS))
    told = any(place in _WORDS for _, place in weights[:2])
    return Reason(", ".join(said) or "nothing in common", terms=words[:TERMS_SHOWN] if told else ())
