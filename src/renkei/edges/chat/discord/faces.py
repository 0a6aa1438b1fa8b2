"""The faces of agents: a webhook in each channel, through which the bridge posts under a name with a picture."""

import re
from typing import Any

from renkei.edges.chat.discord.api import DiscordApi, DiscordRefusedError
from renkei.edges.chat.port import Author

Json = dict[str, Any]

NAME = "renkei"

LONGEST_NAME = 80

_RESERVED = re.compile("discord|clyde|^(everyone|here)$", re.IGNORECASE)
"""Names that Discord does not allow."""


class Faces:
    """The webhooks of one bot."""

    def __init__(self, api: DiscordApi) -> None:
        self._api = api
        self._addresses: dict[str, str] = {}

    def find(self, channel: str, application: str) -> bool:
        """Find the bot's webhook in a channel, or create it; return whether there is one."""
        try:
            for one in self._api.get(f"/channels/{channel}/webhooks"):
                if str(one.get("application_id")) == application and one.get("token"):
                    self._addresses[channel] = f"/webhooks/{one['id']}/{one['token']}"
                    return True
            made = self._api.post(f"/channels/{channel}/webhooks", {"name": NAME})
        except DiscordRefusedError:  # the bot may not manage webhooks, or there are as many as there can be
            self._addresses.pop(channel, None)
            return False
        self._addresses[channel] = f"/webhooks/{made['id']}/{made['token']}"
        return True

    def address(self, channel: str, author: Author | None) -> str:
        """Return where to post for an author in a channel; "" to post as the bot."""
        if author is None or _RESERVED.search(author.name) or not author.name.strip():
            return ""
        return self._addresses.get(channel, "")

    def forget(self, channel: str) -> None:
        """Forget a webhook that is gone."""
        self._addresses.pop(channel, None)


def face_of(author: Author) -> Json:
    """Return what a webhook shows of an author."""
    picture = {"avatar_url": author.picture} if author.picture else {}
    return {"username": author.name[:LONGEST_NAME], **picture}
