"""The channels of a bridge, which stay the same when their room is upgraded to another one.

The state of an upgraded room names the room that replaces it. Only users with the power to change the state can do
that, which the homeserver enforces; an event of that type that is no state says nothing, since any user may send one.
The new room must name the old one in turn, so that no one leads a bridge into another group's room.

Both threads of a bridge may be the first to notice: the one that posts, because the old room rejects posts.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Lock

from renkei.edges.chat.errors import ChannelClosedError, ChatError, ChatRefusedError
from renkei.edges.chat.matrix.server import Answer

TOMBSTONE = "m.room.tombstone"

UPGRADED = "The room {old} of the channel {channel} was upgraded to {new}. The bridge continues there"


def not_invited(old: str, new: str, reason: str) -> ChannelClosedError:
    """Return the error for a room that the bridge cannot join, until somebody invites it, to which one was upgraded."""
    reason = f"the room {old} was upgraded to {new}, which rejects the bridge: {reason}"
    return ChannelClosedError(reason, "Invite it there.")


def encrypted(where: str) -> ChatRefusedError:
    """Return the error for a room that is encrypted."""
    hint = "A bridge needs a room without encryption. Encryption cannot be turned off."
    return ChatRefusedError(f"{where}: the room is encrypted", hint)


class Channels:
    """Channels and their rooms. `ask` makes a request to the homeserver.

    `state` returns the content of a room's state, empty if it has none.
    """

    def __init__(
        self, ask: Callable[..., Answer], state: Callable[[str, str], Answer], report: Callable[[str], None]
    ) -> None:
        self._ask, self._state, self._report = ask, state, report
        self._lock = Lock()
        self._now: dict[str, str] = {}
        self.by_room: dict[str, str] = {}
        """The channel of each room, and of the rooms before its upgrades."""
        self.awaited: set[str] = set()
        """Channels whose room was upgraded, while the bridge could not follow yet."""

    def __getitem__(self, channel: str) -> str:
        """Return the room of a channel."""
        return self._now[channel]

    def __iter__(self) -> Iterator[str]:
        """Yield the channels."""
        return iter(self._now)

    def is_former(self, room: str) -> bool:
        """Return whether a room was upgraded to another one."""
        return room in self.by_room and self._now[self.by_room[room]] != room

    @property
    def has_former(self) -> bool:
        """Whether a room was upgraded."""
        return len(self.by_room) > len(self._now)

    def every(self, channel: str) -> list[str]:
        """Return the rooms that a channel has had."""
        return [room for room, name in self.by_room.items() if name == channel]

    def add(self, channel: str, user: str) -> None:
        """Join the room of a channel, which is its address or id, or the room to which it was upgraded, as a user.

        Raises ChatRefusedError for a missing invitation, or encryption, or like `follow`.
        """
        try:
            room = self._joined(channel)
        except ChatRefusedError as error:
            hint = f"Is this the address or the id of a room? Is {user} invited to it?"
            raise ChatRefusedError(f"{channel}: {error.details['reason']}", hint) from None
        self._now[channel], self.by_room[room] = room, channel
        try:
            self.follow(channel)
        except ChannelClosedError as error:  # the other channels begin
            self._report(f"{error.message} {error.hint}")
        if self._state(self._now[channel], "m.room.encryption"):
            raise encrypted(channel)
        for former in self._former(self._now[channel]):
            self.by_room.setdefault(former, channel)

    def _joined(self, channel: str) -> str:
        """Return the id of a room, after joining it."""
        room = channel
        if channel.startswith("#"):
            room = self._ask("GET", "directory", "room", channel)["room_id"]
        if room not in self._ask("GET", "joined_rooms")["joined_rooms"]:
            self._ask("POST", "join", channel)
        return room

    def follow(self, channel: str) -> str:
        """Join the room to which that of a channel was upgraded; return the room that the channel has now.

        Raises ChannelClosedError without an invitation, ChatUnreachableError, or ChatRefusedError for a room that does
        not say that it replaces the other one.
        """
        with self._lock:
            old = self._now[channel]
            self.awaited.add(channel)
            new = self._newest(old)
            if self.by_room.get(new, channel) != channel:
                raise ChatRefusedError(f"{old} was upgraded to {new}, the room of {self.by_room[new]}")
            self.awaited.discard(channel)
            if new != old:
                self._now[channel], self.by_room[new] = new, channel
                self._report(UPGRADED.format(old=old, channel=channel, new=new))
            return new

    def check(self, room: str) -> None:
        """Raise ChannelClosedError if the bridge is not in a room."""
        if room not in self._ask("GET", "joined_rooms")["joined_rooms"]:
            raise ChannelClosedError(f"the bridge is not in the room {self.by_room[room]} any more", "Invite it again.")

    def try_to_follow(self, channel: str) -> None:
        """Follow an upgrade, or report why that is not possible; raises ChatUnreachableError."""
        try:
            self.follow(channel)
        except ChatRefusedError as error:
            self._report(f"{error.message} {error.hint}".strip())

    def _newest(self, room: str) -> str:
        """Join the rooms that replace a room, one after the other, and return the newest."""
        seen = {room}
        while (new := self._after(room)) and new not in seen:
            self._enter(room, new)
            seen.add(new)
            room = new
        return room

    def _enter(self, old: str, new: str) -> None:
        was_in = new in self._ask("GET", "joined_rooms")["joined_rooms"]
        try:
            if not was_in:
                self._ask("POST", "join", new)
        except ChatRefusedError as error:
            raise not_invited(old, new, error.details["reason"]) from None
        if self._before(new) == old:
            if self._state(new, "m.room.encryption"):
                raise encrypted(f"{old} was upgraded to {new}")
            return
        if not was_in:
            with suppress(ChatError):
                self._ask("POST", "rooms", new, "leave")
        hint = "The bridge stays out of it. Give the bridge the room in which people are now."
        raise ChatRefusedError(f"the room {old} names {new} as its upgrade, which does not say that it is", hint)

    def _former(self, room: str) -> Iterator[str]:
        """Yield the rooms that a room replaces, as far back as the bridge is in them: they may have unheard posts."""
        seen = {room}
        while (old := self._before(room)) and old not in seen and self._after(old) == room:
            yield old
            seen.add(old)
            room = old

    def _before(self, room: str) -> str:
        predecessor = self._state(room, "m.room.create").get("predecessor")
        return str(predecessor.get("room_id") or "") if isinstance(predecessor, dict) else ""

    def _after(self, room: str) -> str:
        return str(self._state(room, TOMBSTONE).get("replacement_room") or "")
