"""People in rooms of a real homeserver, through plain requests of their own, and waiting for what they see."""

import itertools
import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import quote

from local_synapse import Account, LocalSynapse

PATIENCE = 60.0

Found = TypeVar("Found")
Event = dict[str, Any]

_numbers = itertools.count(1)


def eventually(look: Callable[[], Found], what: str = "") -> Found:
    """Return what a look finds as soon as it finds something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError(f"it did not come: {what or look}")


class Person:
    """A user of the server: posts, and reads rooms."""

    def __init__(self, server: LocalSynapse, account: Account) -> None:
        self.server, self.account = server, account

    @property
    def id(self) -> str:
        return self.account.id

    def ask(self, method: str, path: str, body: object = None) -> Any:
        return self.server.request(method, f"/_matrix/client/v3/{path}", body, self.account.token)

    def make_room(self, alias: str = "", *invited: "Person", encrypted: bool = False, public: bool = True) -> str:
        """Make a room and let others come in; returns its id."""
        state = {"type": "m.room.encryption", "state_key": "", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}
        wanted: dict[str, Any] = {"preset": "public_chat" if public else "private_chat"}
        wanted |= {"room_alias_name": alias} if alias else {}
        wanted |= {"initial_state": [state]} if encrypted else {}
        room: str = self.ask("POST", "createRoom", wanted)["room_id"]
        for one in invited:
            one.join(room)
        return room

    def invite(self, room: str, user: str) -> None:
        self.ask("POST", f"rooms/{room}/invite", {"user_id": user})

    def empower(self, room: str, user: str) -> None:
        """Let a user remove others."""
        path = f"rooms/{room}/state/m.room.power_levels"
        levels = self.ask("GET", path)
        self.ask("PUT", path, levels | {"users": levels["users"] | {user: 50}})

    def members(self, room: str) -> set[str]:
        return set(self.ask("GET", f"rooms/{room}/joined_members")["joined"])

    def join(self, room: str) -> None:
        self.ask("POST", f"join/{quote(room)}", {})

    def leave(self, room: str) -> None:
        self.ask("POST", f"rooms/{room}/leave", {})

    def post(self, room: str, text: str, **content: Any) -> str:
        """Post a text; returns the id of the event. Further content is given by name, with `_` for `.`."""
        values = {"msgtype": "m.text", "body": text} | content
        path = f"rooms/{room}/send/m.room.message/{next(_numbers)}"
        event: str = self.ask("PUT", path, values)["event_id"]
        return event

    def reply(self, room: str, root: str, text: str) -> str:
        """Post in a thread."""
        return self.post(room, text, **{"m.relates_to": {"rel_type": "m.thread", "event_id": root}})

    def react(self, room: str, event: str, sign: str) -> str:
        relation = {"rel_type": "m.annotation", "event_id": event, "key": sign}
        path = f"rooms/{room}/send/m.reaction/{next(_numbers)}"
        made: str = self.ask("PUT", path, {"m.relates_to": relation})["event_id"]
        return made

    def edit(self, room: str, event: str, text: str) -> str:
        new = {"msgtype": "m.text", "body": text}
        relation = {"rel_type": "m.replace", "event_id": event}
        return self.post(room, f"* {text}", **{"m.new_content": new, "m.relates_to": relation})

    def redact(self, room: str, event: str) -> None:
        self.ask("PUT", f"rooms/{room}/redact/{quote(event)}/{next(_numbers)}", {})

    def upload(self, room: str, name: str, data: bytes, size: int | None = None) -> str:
        """Post a file. `size` is what the post says of it."""
        address = self.server.request("POST", "/_matrix/media/v3/upload", data, self.account.token)["content_uri"]
        return self.post(room, name, msgtype="m.file", url=address, info={"size": len(data) if size is None else size})

    def posts(self, room: str) -> list[Event]:
        """Return every post of a room, the oldest first."""
        found: list[Event] = []
        start = ""
        while True:
            page = self.ask("GET", f"rooms/{room}/messages?dir=f&limit=1000{start}")
            found += [one for one in page["chunk"] if one["type"] == "m.room.message"]
            if "end" not in page:
                return found
            start = f"&from={page['end']}"

    def sees(self, room: str, text: str) -> Event:
        """Return the first post with a text in it, as soon as it is there."""
        return eventually(
            lambda: next((one for one in self.posts(room) if text in one["content"].get("body", "")), None), text
        )

    def invitations(self) -> dict[str, Event]:
        """Return the rooms to which the person is invited, each with the invitation."""
        rooms = self.ask("GET", f"sync?timeout={next(_numbers)}").get("rooms", {})  # the number, since it is cached
        return {
            room: next(one for one in news["invite_state"]["events"] if one.get("state_key") == self.id)
            for room, news in rooms.get("invite", {}).items()
        }
