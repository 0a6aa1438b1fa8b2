"""The direct rooms of a bridge: one for each user, marked by a state that names the user."""

from collections.abc import Callable
from threading import Lock

from renkei.edges.chat.matrix.channels import Channels
from renkei.edges.chat.matrix.server import Answer

DIRECT = "io.renkei.direct"
"""The state of a direct room made by the bridge; it names the participant."""


class Directs:
    """The direct rooms. `ask` makes a request to the homeserver; `state` returns the content of a room's state."""

    def __init__(self, ask: Callable[..., Answer], state: Callable[..., Answer], channels: Channels) -> None:
        self._ask, self._state, self._channels = ask, state, channels
        self._rooms: dict[str, str] | None = None
        """The room of each user; None before the server was asked."""
        self.present: set[str] = set()
        """Users in, or invited to, their room."""
        self.encrypted: set[str] = set()
        """Rooms in which the bridge can read nothing."""
        self._lock = Lock()

    def open(self, user: str) -> str:
        """Return the room of a user, who is invited to it; make it if there is none. Raises ChatError."""
        rooms = self.every()
        if user not in rooms:
            mark = {"type": DIRECT, "state_key": "", "content": {"user": user}}
            wanted = {"visibility": "private", "is_direct": True, "invite": [user], "initial_state": [mark]}
            rooms[user] = self._ask("POST", "createRoom", body=wanted)["room_id"]
        if user not in self.present:
            if self._state(rooms[user], "m.room.encryption"):  # as servers can do by themselves
                self.encrypted.add(rooms[user])
            if self._state(rooms[user], "m.room.member", user).get("membership") not in ("join", "invite"):
                self._ask("POST", "rooms", rooms[user], "invite", body={"user_id": user})
        self.present.add(user)
        return rooms[user]

    def every(self) -> dict[str, str]:
        """Return the room of each user, found by its state. Raises ChatError."""
        with self._lock:
            if self._rooms is None:
                found = {}
                for room in self._ask("GET", "joined_rooms")["joined_rooms"]:
                    user = self._state(room, DIRECT).get("user")
                    if isinstance(user, str) and room not in self._channels.by_room:
                        found[user] = room
                self._rooms = found
            return self._rooms
