"""Adapts renkei's tiers of group messages to a scorer that calls `open_channel(names)`; nothing is decided here."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.perspective import Perspective
from renkei.budget.relevance.tracker import ConversationTracker


class Channel:
    """The chat of one group. Messages are dicts with id, from, to, mentions, text; ids are numbers."""

    def __init__(self) -> None:
        self._tracker = ConversationTracker()
        self._named: dict[int, list[str]] = {}

    def observe(self, message: dict[str, Any]) -> None:
        """Add the channel's next message."""
        named = self._named[message["id"]] = message["to"] or message["mentions"]
        self._tracker.observe(PastMessage(str(message["id"]), message["from"], message["text"], tuple(named)))

    def tiers(self, agent: str, task: str, unread: list[int]) -> dict[int, str]:
        """Return the tier of each unread message: rule 2 for those that name the agent, their score for the others."""
        perspective = Perspective(self._tracker, agent, task)
        return {
            one: "relevant"
            if agent in self._named[one]
            else perspective.weigh(str(one), overheard=bool(self._named[one])).tier
            for one in unread
        }


def open_channel(names: list[str]) -> Channel:
    """Open a channel; the names of its members are not needed."""
    return Channel()
