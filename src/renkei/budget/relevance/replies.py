"""Estimate which earlier messages a group message answers, for chat without explicit replies.

The weights are those of a conditional logistic regression on chat in which people had marked every reply. The
candidates are the latest messages, the author's own last message, the last one that named the author, the last ones of
the participants it names, and none: the message then opens a conversation. Their probabilities add up to 1. The
likeliest candidate is the marked one for 72 % of messages. The weights show:

* A name decides. Otherwise people continue their own last message or answer the participant who last named them.
* Nearer messages are likelier, and so are messages with the same rare words.
* A message between two participants is rarely answered by a third.
"""

from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

from renkei.budget.relevance.remembered import RECENT, TrackedMessage

LATEST = 8
"""How many of the latest messages are candidates."""

FARTHEST = 150
"""How many messages back a message may answer."""

NAMED = 4
"""How many of the participants that a message names are asked for their last messages."""

KEPT = 3
"""How many of the likeliest candidates are kept."""

LEAST = 0.05
"""The lowest probability that is kept."""

WEIGHTS: dict[str, float] = {
    "same_author": 0.59,
    "own_last": 2.28,
    "author_is_named": 3.82,
    "names_others": -1.52,
    "named_me": 0.77,
    "named_me_last": 0.72,
    "named_others": -1.47,
    "partner": 1.44,
    "asks": 0.36,
    "shared_words": 4.34,
    "distance": -1.34,
    "opens": 0.40,
    "opens_after_silence": 0.63,
    "opens_after_long_silence": 1.31,
    "opens_with_name": -1.93,
    "opens_when_called": -0.53,
    "opens_with_question": 1.02,
}
"""The addends of a candidate's score by name, the logarithm of its odds. Those of `opens…` are for no answer at all;
the others for a candidate: `names_…` describes the new message, `named_…` the candidate, "me" the new message's author.
"""

SILENCE, LONG_SILENCE = 60, 200
"""After how many messages of others an author has been silent."""

SMOOTHING = 3.0

Replies = tuple[tuple[int, float], ...]
"""The positions of the messages that a message may answer, each with its probability; the rest to 1: it opens."""

_FACTORS = {name: exp(weight) for name, weight in WEIGHTS.items()}
_NEARNESS = tuple(max(distance, 1) ** WEIGHTS["distance"] for distance in range(FARTHEST + 1))
_SHARED_WORDS = WEIGHTS["shared_words"]
_SAME_AUTHOR = _FACTORS["same_author"]
_OWN_LAST = _SAME_AUTHOR * _FACTORS["own_last"]
_PARTNER, _ASKS = _FACTORS["partner"], _FACTORS["asks"]
_TO_AUTHOR = {True: _FACTORS["author_is_named"], False: _FACTORS["names_others"]}
_NAMED_OTHERS, _NAMED_ME = _FACTORS["named_others"], _FACTORS["named_me"]
_NAMED_ME_LAST = _NAMED_ME * _FACTORS["named_me_last"]


class Sent(NamedTuple):
    """A message and what was known when it was sent.

    `candidates`: the messages that it may answer. `weights`: those of its keywords. `spoke` and `called`: when its
    author had last spoken and been named. `exchanges`: the author's latest ones by name, each with its time.
    """

    message: TrackedMessage
    candidates: Sequence[TrackedMessage]
    weights: Mapping[str, float]
    spoke: int
    called: int
    exchanges: tuple[tuple[str, int], ...]


def likely_replies(sent: Sent) -> Replies:
    """Return which of its candidates a message answers with which probability, the likeliest first."""
    message, spoke, weigh = sent.message, sent.spoke, sent.weights.__getitem__
    now, sender, words = message.position, message.sender, message.keywords
    partners = {name for name, at in sent.exchanges if at > now - RECENT}
    total, odds = _opening(sent), []
    for other in sent.candidates:
        at = other.position
        if other.sender == sender:
            value = _NEARNESS[now - at] * (_OWN_LAST if at == spoke else _SAME_AUTHOR)
        else:
            value = _NEARNESS[now - at] * _between(message, other, sent.called, partners)
        if not words.isdisjoint(other.keywords):
            shared = sum(map(weigh, words & other.keywords))
            value *= exp(_SHARED_WORDS * shared / (SMOOTHING + min(message.weight, other.weight)))
        total += value
        odds.append((value, at))
    least = LEAST * total
    likely = sorted([one for one in odds if one[0] > least], reverse=True)
    return tuple([(at, value / total) for value, at in likely[:KEPT]])


def _opening(sent: Sent) -> float:
    """Return the odds for opening a conversation."""
    message, odds = sent.message, _FACTORS["opens"]
    silence = message.position - sent.spoke
    if silence > SILENCE:
        odds *= _FACTORS["opens_after_silence"]
    if silence > LONG_SILENCE:
        odds *= _FACTORS["opens_after_long_silence"]
    if message.named:
        odds *= _FACTORS["opens_with_name"]
    if message.position - sent.called < RECENT:
        odds *= _FACTORS["opens_when_called"]
    if message.asks:
        odds *= _FACTORS["opens_with_question"]
    return odds


def _between(message: TrackedMessage, other: TrackedMessage, called: int, partners: set[str]) -> float:
    """Return the factor of a candidate's odds that two different authors, and those they name, give."""
    by, named = other.sender, message.named
    factor = _TO_AUTHOR[by in named] if named else 1.0
    if other.named:
        if message.sender not in other.named:
            factor *= _NAMED_OTHERS
        else:
            factor *= _NAMED_ME_LAST if other.position == called else _NAMED_ME
    if by in partners:
        factor *= _PARTNER
    return factor * _ASKS if other.asks and not message.asks else factor
