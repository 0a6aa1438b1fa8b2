"""Weigh group messages and overheard messages from one agent's point of view: features, score and tier.

A perspective is created for one turn from the tracker's memory at that time; its results about an author are reused
within the turn. It is asked only about messages that no certain rule has decided (critical by meaning, addressed by
name, a shared task or artifact), so a message that names the agent never gets here.
"""

from collections.abc import Collection
from math import exp, log
from operator import mul

from renkei.budget.relevance.features import FEATURES, INTERCEPT, IRRELEVANT_BELOW, RELEVANT_FROM
from renkei.budget.relevance.remembered import RECENT, Conversation, TrackedMessage
from renkei.budget.relevance.threads import threads
from renkei.budget.relevance.tiers import KEYWORDS_SHOWN, Reason, Tier
from renkei.budget.relevance.tracker import ConversationTracker
from renkei.budget.text.keywords import distinctive, keywords
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

NEWNESS_MESSAGES = 20
"""Newness falls to 1/e after this many messages."""

TALKATIVE = 6
"""The number of messages since the agent's last one that makes an author as talkative as can be."""

EXCHANGES_WITH_ASKER = 6
"""How many of an author's latest exchanges are searched for one with the agent's requesters."""

REASONS = 2
"""How many features a reason names."""

_NAMES = tuple(FEATURES)
_WEIGHTS = tuple(feature.weight for feature in FEATURES.values())
_TIES = tuple(index for index, feature in enumerate(FEATURES.values()) if feature.tie)
_CIRCUMSTANCES = tuple(index for index, feature in enumerate(FEATURES.values()) if not feature.tie)
_CERTAIN = tuple(feature.certain for feature in FEATURES.values())
_OF_KEYWORDS = (_NAMES.index("share_of_message"), _NAMES.index("share_of_task"))
_NOT_OF_KEYWORDS = tuple(index for index in _TIES if index not in _OF_KEYWORDS)

Values = tuple[float, ...]
"""The values of a message's features, in the order of FEATURES."""


@frozen
class Weighed:
    """The result for one message: its tier, the reason, its score, and the keywords it shares with the task."""

    tier: Tier
    reason: Reason
    score: float
    keywords: tuple[str, ...] = ()


@frozen
class Relation:
    """The relation of an author, or of someone named in a message, to the agent; values are between 0 and 1."""

    correspondent: float
    turned_to_me: float
    asker: bool
    beside_asker: bool


class Perspective:
    """One agent's point of view at the beginning of its turn."""

    def __init__(self, tracker: ConversationTracker, agent: str, task: str, askers: Collection[str] = ()) -> None:
        """Prepare to weigh messages for `agent`.

        `task` is the text of its task; `askers` are those known to have requested it. When the first line of the task
        is the text of a remembered message, that message's sender is an asker too.
        """
        self._tracker = tracker
        self._agent = agent
        self._relations: dict[str, Relation] = {}
        opening = tracker.quoted(task.partition("\n")[0])
        self._task_conversation: Conversation | None = opening.conversation if opening else None
        self._askers = frozenset((*askers, opening.sender) if opening else askers) - {agent}
        me = tracker.speaker(agent)
        latest_first = dict.fromkeys(name for name, _ in reversed(me.exchanges))
        self._correspondents = {name: 1 / rank for rank, name in enumerate(latest_first, 1)}
        self._task = keywords(task)
        self._weights = {keyword: tracker.vocabulary.weight(keyword) for keyword in self._task}
        self._task_weight = sum(self._weights.values()) or 1.0
        self._threads = threads(tracker, agent)
        self._takes_part = tracker.knows(agent)
        self._crowd = log(tracker.crowd() or 1) / log(RECENT)

    def weigh(self, message_id: str, overheard: bool = False, further: str = "") -> Weighed:
        """Return tier and reason of an observed message that does not name the agent.

        `overheard`: the message did not reach the agent through a group either; only then it may be irrelevant.
        `further`: text of the message that was not observed. A forgotten message is background.
        """
        message = self._tracker.find(message_id)
        if message is None:
            return Weighed("background", Reason("outside_window"), INTERCEPT)
        # Only shared keywords count, so that a message with a long summary weighs no less than one without.
        extra = self._task & keywords(further) - message.keywords if further else None
        if extra:
            message = replace(message, keywords=message.keywords | extra)
        shared = self._task & message.keywords
        values = self._values(message, shared)
        score = INTERCEPT + sum(map(mul, _WEIGHTS, values))
        words = tuple(sorted(distinctive(self._task) & shared)) if shared else ()
        # Words that almost every text contains are no tie, as they would be no reason.
        ties = [index for index in (_TIES if words else _NOT_OF_KEYWORDS) if values[index]]
        tier: Tier = "background"
        if score >= RELEVANT_FROM and (ties or self._takes_part):
            tier = "relevant"
        elif overheard and score < IRRELEVANT_BELOW and not ties:
            tier = "irrelevant"
        return Weighed(tier, _reason(values, ties, words, tier), score, words)

    def features(self, message_id: str) -> dict[str, float]:
        """Return the value of every feature of a message by name; empty for a forgotten message."""
        message = self._tracker.find(message_id)
        return dict(zip(_NAMES, self._values(message, self._task & message.keywords), strict=True)) if message else {}

    def _values(self, message: TrackedMessage, shared: frozenset[str]) -> Values:
        author = self._relation(message.sender)
        named = [self._relation(name) for name in message.named]
        weight = sum([self._weights[keyword] for keyword in shared])
        return (
            author.asker,
            author.beside_asker,
            any(relation.asker for relation in named),
            author.correspondent,
            max([relation.correspondent for relation in named], default=0.0),
            0.0 if named else author.turned_to_me,
            message.conversation == self._task_conversation,
            weight / (1 + self._tracker.vocabulary.sum(message.keywords)) if weight else 0.0,
            weight / self._task_weight,
            self._threads.my_thread.get(message.position, 0.0),
            self._threads.leads_to_me.get(message.position, 0.0),
            bool(named),
            message.caller not in ("", self._agent),
            exp((message.position - self._tracker.position + 1) / NEWNESS_MESSAGES),
            self._threads.is_called,
            min(self._threads.spoke[message.sender] / TALKATIVE, 1.0),
            self._crowd,
            not self._askers,
        )

    def _relation(self, name: str) -> Relation:
        known = self._relations.get(name)
        if known is None:
            others = [other for other, _ in self._tracker.speaker(name).exchanges]
            known = self._relations[name] = Relation(
                correspondent=self._correspondents.get(name, 0.0),
                turned_to_me=others.count(self._agent) / (1 + len(others)),
                asker=name in self._askers,
                beside_asker=not self._askers.isdisjoint(others[-EXCHANGES_WITH_ASKER:]),
            )
        return known


def _reason(values: Values, ties: list[int], words: tuple[str, ...], tier: Tier) -> Reason:
    """Return the two ties that add most to the score, certain ones first; keywords only if one of them is about them.

    Without a tie, the reason of a relevant message is the circumstance that adds most.
    """
    ranked = sorted([(_CERTAIN[index], _WEIGHTS[index] * values[index], index) for index in ties], reverse=True)
    strongest = [index for _, _, index in ranked[:REASONS]]
    about_keywords = any(index in _OF_KEYWORDS for index in strongest)
    if strongest or tier != "relevant":
        rule = ", ".join([_NAMES[index] for index in strongest]) or "nothing_in_common"
    else:
        rule = max((_WEIGHTS[index] * values[index], _NAMES[index]) for index in _CIRCUMSTANCES)[1]
    return Reason(rule, keywords=words[:KEYWORDS_SHOWN] if about_keywords else ())
