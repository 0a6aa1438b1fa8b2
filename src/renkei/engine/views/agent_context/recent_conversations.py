"""The team's recent conversations, tracked once for all of its agents."""

from dataclasses import dataclass
from functools import cached_property

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.perspective import Perspective
from renkei.budget.relevance.tracker import ConversationTracker


@dataclass(frozen=True)
class RecentConversations:
    """The recent messages and the tracker that observed them."""

    messages: tuple[PastMessage, ...] = ()

    @cached_property
    def tracker(self) -> ConversationTracker:
        """The tracker; no reader changes it."""
        tracker = ConversationTracker(len(self.messages))
        for one in self.messages:
            tracker.observe(one)
        return tracker

    @cached_property
    def of_interest(self) -> frozenset[str]:
        """The messages that are relevant to an agent that has no work, said nothing and was not named."""
        stranger = Perspective(self.tracker, "", "")
        return frozenset(one.id for one in self.messages if stranger.weigh(one.id).tier != "background")


_newest = RecentConversations()


def recent_conversations(messages: tuple[PastMessage, ...]) -> RecentConversations:
    """Return the conversations of a state's recent messages; those of the last query are cached."""
    global _newest
    found = _newest
    if found.messages is not messages:
        _newest = found = RecentConversations(messages)
    return found
