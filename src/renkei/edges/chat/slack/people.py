"""The names and kinds of a workspace's users."""

from typing import Any

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.slack.api import SlackApi

MOST_KNOWN = 10_000


class SlackPeople:
    """The users of a workspace, each requested once."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api
        self._known: dict[str, dict[str, Any]] = {}

    def name(self, user: str) -> str:
        """Return a user's display name, or else the id."""
        try:
            found = self._find(user)
        except ChatUnreachableError:  # what is said counts, under the id
            return user
        profile = found.get("profile") or {}
        return str(profile.get("display_name") or profile.get("real_name") or found.get("name") or user)

    def unique_name(self, user: str) -> str:
        """Return a user's unique name, or else the id."""
        return str(self._find(user).get("name") or user)

    def is_program(self, user: str) -> bool:
        """Return whether a user is a program."""
        return bool(self._find(user).get("is_bot"))

    def _find(self, user: str) -> dict[str, Any]:
        if not user.startswith(("U", "W")):
            return {}
        if user not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            try:
                self._known[user] = dict(self._api.ask("users.info", user=user)["user"])
            except ChatRefusedError:
                self._known[user] = {}
        return self._known[user]
