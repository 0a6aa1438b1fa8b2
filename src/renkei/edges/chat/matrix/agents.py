"""The users of an application service: each participant who writes in a room is one, with a name and a picture."""

import re
from typing import Any

from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.matrix.registration import Registration
from renkei.edges.chat.matrix.server import Homeserver
from renkei.edges.chat.pictures import picture_of
from renkei.edges.chat.port import Author

TYPING_MILLISECONDS = 600_000
"""Milliseconds after which a user no longer types, if the bridge does not say so."""

_OTHERS = re.compile(r"[^a-z0-9.-]")
"""Characters of an id that a name of Matrix shows in another way, as its specification recommends."""


class Agents:
    """The participants of a project as users of a homeserver."""

    def __init__(self, server: Homeserver, registered: Registration, domain: str) -> None:
        self._server = server
        self._name = registered.name
        self._domain = domain
        self._names: dict[str, str] = {}
        self._present: set[tuple[str, str]] = set()

    def user_of(self, participant: str) -> str:
        """Return the user of a participant."""
        return f"@{self._name}_{_OTHERS.sub(_escaped, participant)}:{self._domain}"

    def is_one(self, user: str) -> bool:
        """Return whether a user belongs to the bridge."""
        return user.startswith(f"@{self._name}_") and user.endswith(f":{self._domain}")

    def enter(self, author: Author, room: str) -> str:
        """Return the user of an author, with its name and picture, in a room; raises ChatError."""
        user = self.user_of(author.participant)
        if self._names.get(user) != author.name:
            self._introduce(user, author)
            self._names[user] = author.name
        if (user, room) not in self._present:
            self._join(user, room)
            self._present.add((user, room))
        return user

    def left(self, user: str, room: str) -> None:
        """Record that a user may not be in a room."""
        self._present.discard((user, room))

    def show_turn(self, author: Author, room: str, *, is_open: bool, read: str) -> None:
        """Show whether an agent works, and what it has read; raises ChatError."""
        user, ask = self.enter(author, room), self._server.ask
        ask("PUT", "rooms", room, "typing", user, body=_typing(is_open), user=user)
        if read:
            ask("POST", "rooms", room, "receipt", "m.read", read, user=user)

    def begin(self) -> str:
        """Make the bridge's own user, which makes all requests from now on; return its id."""
        self._register(self._name)
        user = f"@{self._name}:{self._domain}"
        self._server.act_as(user)
        return user

    def _register(self, name: str) -> None:
        asked = {"type": "m.login.application_service", "username": name, "inhibit_login": True}
        try:
            self._server.ask("POST", "register", body=asked)
        except ChatRefusedError as error:
            if "M_USER_IN_USE" not in error.details["reason"]:
                raise

    def _introduce(self, user: str, author: Author) -> None:
        self._register(user.partition(":")[0][1:])
        ask = self._server.ask
        shown = ask("GET", "profile", user)
        if shown.get("displayname") != author.name:
            ask("PUT", "profile", user, "displayname", body={"displayname": author.name}, user=user)
        if not shown.get("avatar_url"):
            address = self._server.upload(picture_of(author.participant), "image/png")
            ask("PUT", "profile", user, "avatar_url", body={"avatar_url": address}, user=user)

    def _join(self, user: str, room: str) -> None:
        try:
            self._server.ask("POST", "join", room, user=user)
        except ChatRefusedError:
            self._server.ask("POST", "rooms", room, "invite", body={"user_id": user})
            self._server.ask("POST", "join", room, user=user)


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"={byte:02x}" for byte in found[0].encode())


def _typing(is_open: bool) -> dict[str, Any]:
    return {"typing": True, "timeout": TYPING_MILLISECONDS} if is_open else {"typing": False}
