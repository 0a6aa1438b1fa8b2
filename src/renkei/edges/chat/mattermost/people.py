"""The users of a Mattermost server by their ids and names."""

import re

from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.mattermost.api import MattermostApi

MOST_ASKED = 50
"""Most names of a text that are looked up."""

_NAMES = re.compile(r"(?<!\w)@([a-z0-9][a-z0-9._-]*)", re.IGNORECASE)


class People:
    """The users that a bridge has met."""

    def __init__(self, api: MattermostApi) -> None:
        self._api = api
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def name(self, user: str) -> str:
        """Return the name to mention a user by, or ""."""
        if user not in self._names:
            try:
                self._names[user] = str(self._api.get(f"/users/{user}")["username"])
            except ChatRefusedError:
                return ""
        return self._names[user]

    def mentioned(self, text: str) -> tuple[str, ...]:
        """Return the ids of the users whose names follow `@` in a text."""
        names = dict.fromkeys(one.lower().rstrip("._-") for one in _NAMES.findall(text))
        missing = [one for one in names if one not in self._ids][:MOST_ASKED]
        if missing:
            found = {one["username"]: one["id"] for one in self._api.post("/users/usernames", missing)}
            self._ids |= {one: found.get(one, "") for one in missing}
        return tuple(self._ids[one] for one in names if self._ids.get(one))
