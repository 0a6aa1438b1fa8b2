"""Follow probable replies from an agent's messages, to find the messages of its conversations with their certainty.

An agent's own message is certain (1). A message that probably (p) answers a message of certainty c has p × c, summed
over the messages that it may answer; and likewise backwards, to the earlier messages that led to it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from renkei.budget.relevance.replies import Replies
from renkei.budget.relevance.tracker import ConversationTracker
from renkei.immutable.frozen import frozen

FARTHEST = 120
"""How many messages back an agent's own messages lead to others, and its silence is searched."""

BEFORE_MINE = 20
"""How many messages before the agent's own may be what it answered."""

LEAST = 0.05
"""Certainties below this are not followed further."""


@frozen
class Threads:
    """What the recent conversations lead to, from an agent's point of view; messages by position.

    `my_thread`: the certainty that a message belongs to the conversation of the agent's last one. `leads_to_me`: that
    it leads to or from a message of the agent, or that names the agent since. `spoke`: how often others have spoken
    since the agent's last message. `is_called`: whether the agent was named since.
    """

    my_thread: Mapping[int, float]
    leads_to_me: Mapping[int, float]
    spoke: Counter[str]
    is_called: bool


def threads(tracker: ConversationTracker, agent: str) -> Threads:
    """Return an agent's threads."""
    me, now = tracker.speaker(agent), tracker.position
    own = [at for at in me.said if at > now - FARTHEST]
    since = max(me.spoke, now - FARTHEST - 1)
    window = tracker.since(max((own[0] if own else since) - BEFORE_MINE, 0))
    first = now - len(window)
    own = [at for at in own if at >= first]
    later = window[max(since + 1 - first, 0) :]
    calls = [one.position for one in later if agent in one.named]
    replies = [tracker.replies(at) for at in range(first, now)] if own or calls else []
    leads = _spread(replies, first, own)
    if calls:
        leads |= dict.fromkeys(calls, 1.0)
        start = now - len(later)
        _lead_back(leads, replies, first, start, calls[-1])
        _lead_on(leads, replies, first, start)
    return Threads(_spread(replies, first, own[-1:]), leads, Counter(one.sender for one in later), bool(calls))


def _spread(replies: Sequence[Replies], first: int, certain: Sequence[int]) -> dict[int, float]:
    """Return certainties by position. `replies` are those of the messages from `first` on; `certain` ascend."""
    found = dict.fromkeys(certain, 1.0)
    if certain:
        _lead_back(found, replies, first, first, certain[-1])
        _lead_on(found, replies, first, min(found))
    return found


def _lead_back(found: dict[int, float], replies: Sequence[Replies], first: int, start: int, last: int) -> None:
    """Spread from `last` back to `start`, from messages to those that they answer."""
    for position in range(last, start - 1, -1):
        certainty = found.get(position, 0.0)
        if certainty > LEAST:
            for earlier, probability in replies[position - first]:
                if earlier >= start and probability * certainty > found.get(earlier, 0.0):
                    found[earlier] = probability * certainty


def _lead_on(found: dict[int, float], replies: Sequence[Replies], first: int, start: int) -> None:
    """Spread from `start` on, from messages to those that answer them."""
    known = found.get
    for position, answered in enumerate(replies[start - first :], start):
        certainty = 0.0
        for earlier, probability in answered:
            certainty += probability * known(earlier, 0.0)
        if certainty > LEAST and certainty > known(position, 0.0):
            found[position] = min(certainty, 1.0)
