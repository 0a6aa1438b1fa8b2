"""Shows the tiers of group messages to a scorer that asks `open_channel(names)`; nothing is decided here."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from renkei.budget.relevance.perspective import Perspective
from renkei.budget.relevance.tracker import ConversationTracker


class Channel:
    """One group's chat. Messages are dicts with id, from, to, mentions, text; ids are numbers."""

    def __init__(self) -> None:
        self._heard = ConversationTracker()
        self._named: dict[int, list[str]] = {}

    def observe(self, message: dict[str, Any]) -> None:
        """Take in the channel's next message."""
        named = self._named[message["id"]] = message["to"] or message["mentions"]
        self._heard.observe(message["id"], message["from"], named, message["text"])

    def tiers(self, agent: str, task: str, unread: list[int]) -> dict[int, str]:
        """Give the tier of each unread message: rule 2 for those that name the agent, their weight for the others."""
        perspective = Perspective(self._heard, agent, task)
        return {
            one: "relevant"
            if agent in self._named[one]
            else perspective.weigh(one, overheard=bool(self._named[one])).tier
            for one in unread
        }


def open_channel(names: list[str]) -> Channel:
    """Open a channel; the names of its members are not needed."""
    return Channel()
