"""Matrix: rooms as channels, and a separate room for each participant in direct conversations.

A room is configured by an address such as `#team:server` or an id. An event carries the message itself beside the text.
A post is sent as a transaction with its key, so that the server shows it once. A new device has no old transactions,
and finds the post by the key in its event.

The position is a `/sync` token. Events missing from a batch are requested before the events of the batch are yielded. A
batch is heard again if the bridge is killed before its end.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Any

from renkei.edges.chat.bridge.files import FILE_BYTES
from renkei.edges.chat.errors import ChatError, ChatRefusedError, skipping
from renkei.edges.chat.matrix.agents import Agents
from renkei.edges.chat.matrix.channels import TOMBSTONE, Channels, encrypted
from renkei.edges.chat.matrix.content import (
    EVENTS,
    KEY,
    content_of,
    file_content,
    heard_in,
    past_of,
    replacing,
    root_of,
)
from renkei.edges.chat.matrix.directs import Directs
from renkei.edges.chat.matrix.names import Names
from renkei.edges.chat.matrix.registration import ADD, registration
from renkei.edges.chat.matrix.server import WAIT_SECONDS, Answer, ClosedError, Homeserver
from renkei.edges.chat.options import MatrixOptions
from renkei.edges.chat.past.moment import seconds_of
from renkei.edges.chat.port import Author, Chat, Heard, Membership, Outgoing, PastPost, Position, Post
from renkei.edges.chat.wrong_server import expects_its_server
from renkei.immutable.replacing import replace
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

if TYPE_CHECKING:
    from renkei.edges.chat.settings import BridgeSettings
    from renkei.project.project import Project

WAIT_MILLISECONDS = 1000 * WAIT_SECONDS

FORWARD, BACK = "f", "b"
"""The directions in which the events of a room are read."""

EVENTS_PER_PAGE = 100
"""Events per request."""

MOST_OLDER = 1000
"""Events in a row that are older than the past to read, before the rest is taken for older too.

The server of its sender says when an event was made, and could say anything of a few.
"""

MOST_ROOTS = 10_000
"""Events whose thread is remembered. Others are looked up on the server."""

ONLY: Answer = {"types": list(EVENTS)}
"""The requested event types. They include the bridge's own posts, so that the position moves past them."""

NEW = "new "
"""The beginning of a position at which the members of the rooms are still to be heard."""

NOTHING = {"not_types": ["*"]}


class MatrixChat(Chat):
    """A bridge's user on a Matrix homeserver."""

    limit = 10_000
    carries_data = True
    shows_blocks = True
    replaces_posts = True
    shows_files = True
    hears_reactions = True
    command_prefix = "!"

    def __init__(self, options: MatrixOptions, token: str = "", password: str = "") -> None:
        self._options = options
        self._token = token
        self._password = password
        self._server = Homeserver(options.homeserver)
        self._agents: Agents | None = None
        self.shows_authors = bool(options.registration)
        self._rooms = Channels(self._server.ask, self._state_of, lambda problem: self.report(problem))
        self._names = Names(self._state_of)
        self._locale: Locale = "en"
        self._directs = Directs(self._server.ask, self._state_of, self._rooms)
        self._roots: dict[str, str] = {}

    def attach(self, project: "Project", bridge: str, settings: "BridgeSettings") -> "BridgeSettings":
        """Note the language of the project, and who its people are."""
        self._locale, self._names.people = project.state.locale, settings.people
        return settings

    @expects_its_server
    def open(self, channels: Sequence[str]) -> None:
        """Sign in and join these rooms; raises ChatRefusedError for a missing invitation, or encryption."""
        device = f"renkei-{hashlib.sha256(' '.join(sorted(channels)).encode()).hexdigest()[:8]}"
        self._identify(device)
        for channel in channels:
            self._rooms.add(channel, self.user)

    def _identify(self, device: str) -> None:
        path = self._options.registration
        if not path:
            self.user = self._server.sign_in(self._token, self._options.user, self._password, device)
            return
        found = registration(Path(path))
        try:
            service = self._server.sign_in(found.token, "", "", device)
            self._agents = Agents(self._server, found, service.partition(":")[2])
            self.user = self._agents.begin()
        except ChatRefusedError as error:
            raise ChatRefusedError(f"{path}: {error.details['reason']}", ADD) from None

    def show_turn(self, author: Author, channel: str, *, is_open: bool, read: str) -> None:
        """Let an agent type while its turn is open, and mark what it has read, if it has its own user."""
        if self._agents is not None:
            self._agents.show_turn(author, self._rooms[channel], is_open=is_open, read=read)

    def post(self, channel: str, post: Outgoing) -> str:
        """Post to a room, or to the one to which it was upgraded."""
        room = self._rooms[channel]
        try:
            return self._post(channel, room, post)
        except ChatRefusedError:
            if self._rooms.follow(channel) == room:
                self._rooms.check(room)
                raise
            return self._post(channel, self._rooms[channel], post)

    def send(self, user: str, post: Outgoing) -> str:
        """Post to the direct room of a user, creating it if necessary."""
        return self._post(user, self._directs.open(user), post)

    def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
        """Invite a user to a room, or remove a user that is in it or invited."""
        room = self._rooms[channel]
        is_in = self._state_of(room, "m.room.member", user).get("membership") in ("join", "invite")
        if joined == is_in:
            return False
        self._server.ask("POST", "rooms", room, "invite" if joined else "kick", body={"user_id": user})
        return True

    def find(self, channel: str, key: str) -> str | None:
        """Return the post with a key, if it is among the bridge's newest posts there."""
        rooms = self._rooms.every(channel) or filter(None, [self._directs.every().get(channel)])
        return next((found for room in rooms if (found := self._find_in(room, key))), None)

    def _find_in(self, room: str, key: str) -> str | None:
        senders = [self.user, *filter(self._is_agent, self._members_of(room) if self._agents is not None else ())]
        own = {"senders": senders, "types": ["m.room.message"]}
        page = self._page(room, BACK, only=own)
        found = (one["event_id"] for one in page.get("chunk", ()) if one.get("content", {}).get(KEY) == key)
        return next(found, None)

    def end_position(self) -> str:
        """Return the token of now, marked because the members of the rooms are not heard yet."""
        # A server answers a first request from its cache for minutes; the time makes each request unique.
        return f"{NEW}{self._batch('', 1 + time_ns() % WAIT_MILLISECONDS)['next_batch']}"

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield new events in the rooms, and at the first start the members of the rooms."""
        try:
            if cursor.startswith(NEW):
                cursor = cursor.removeprefix(NEW)
                yield from self._members()
                yield Position(cursor)
            wait = 0  # at first: that the server answers ends a problem, also in a room where nobody posts
            while True:
                batch = self._batch(cursor, wait)
                rooms = batch.get("rooms", {})
                yield from self._heard_in(rooms, cursor)
                cursor = batch["next_batch"]
                if rooms or not wait:
                    yield Position(cursor)
                wait = WAIT_MILLISECONDS
        except ClosedError:
            return

    def close(self) -> None:
        """Disconnect, after any post in progress. The device stays signed in, so that its posts are recognized."""
        self._server.close()

    def _post(self, where: str, room: str, post: Outgoing) -> str:
        if room in self._directs.encrypted:
            raise encrypted(where)
        if post.replaces and self._rooms.has_former and not self._root(room, post.replaces):
            raise ChatRefusedError("a post of the room before its upgrade cannot change")
        root = self._root(room, post.reply_to) if post.reply_to and not post.replaces else ""
        made = self._made_as(room, root, post) or self._made(room, root, post.with_name if self._agents else post)
        self._remember(made, root or made)
        return post.replaces or made

    def _made_as(self, room: str, root: str, post: Outgoing) -> str:
        """Return the id of a post made by its author's own user; "" if that user cannot post there."""
        if self._agents is None or post.author is None:
            return ""
        try:
            user = self._agents.enter(post.author, room)
            return self._made(room, root, post, user)
        except ChatRefusedError:
            self._agents.left(self._agents.user_of(post.author.participant), room)  # such as after a kick
            return ""

    def _made(self, room: str, root: str, post: Outgoing, user: str = "") -> str:
        content = replacing(content_of(post, ""), post.replaces) if post.replaces else content_of(post, root)
        made = self._send(room, content, post.key, user)
        for number, file in enumerate(() if post.replaces else post.files, 1):
            data = file.read()
            shown = file_content(file, len(data), self._server.upload(data, file.media_type), post.key, root)
            self._send(room, shown, f"{post.key}-{number}", user)
        return made

    def _send(self, room: str, content: Answer, key: str, user: str) -> str:
        path = ("rooms", room, "send", "m.room.message", key)
        return str(self._server.ask("PUT", *path, body=content, user=user)["event_id"])

    def _is_agent(self, user: str) -> bool:
        return self._agents is not None and self._agents.is_one(user)

    def _root(self, room: str, event: str) -> str:
        """Return the first event of an event's thread: itself, if it has no thread; "" if it is gone."""
        if event not in self._roots:
            try:
                root, replaced = root_of(self._server.ask("GET", "rooms", room, "event", event))
            except ChatRefusedError:
                return ""
            self._remember(event, root or (self._root(room, replaced) if replaced else event))
        return self._roots[event]

    def _remember(self, event: str, root: str) -> None:
        if len(self._roots) >= MOST_ROOTS:
            self._roots.clear()
        self._roots[event] = root

    def _state_of(self, room: str, kind: str, key: str = "") -> Answer:
        """Return the content of a room's state; empty if it has none."""
        try:
            return self._server.ask("GET", "rooms", room, "state", kind, key)
        except ChatRefusedError:
            return {}

    def _members(self) -> Iterator[Heard]:
        for channel in self._rooms:
            for user in self._members_of(self._rooms[channel]):
                yield Membership(channel, user, joined=True)

    def _members_of(self, room: str) -> Sequence[str]:
        return list(self._server.ask("GET", "rooms", room, "joined_members")["joined"])

    def _heard_in(self, rooms: dict[str, Any], since: str) -> Iterator[Heard]:
        for room in rooms.get("invite", {}):
            if room in self._rooms.by_room:
                self._accept(room)
            for channel in tuple(self._rooms.awaited):  # perhaps to the room that it waits for
                self._rooms.try_to_follow(channel)
        for room, news in (*rooms.get("join", {}).items(), *rooms.get("leave", {}).items()):
            line = news.get("timeline", {})
            if line.get("limited"):
                yield from self._between(room, since, line["prev_batch"])
            yield from self._heard(room, line.get("events", ()))

    def _between(self, room: str, start: str, end: str) -> Iterator[Heard]:
        """Yield the events of a room missing from a batch, the oldest first."""
        while start:
            page = self._page(room, FORWARD, start, end)
            yield from self._heard(room, page.get("chunk", ()))
            start = _next_page(page, start)

    def past(self, channel: str, before: str, since: str) -> Iterator[PastPost]:
        """Yield the posts of a room from before a position, with their final texts."""
        room, edits, oldest = self._rooms[channel], dict[tuple[str, str], str](), 1000 * seconds_of(since)
        start, older = before.removeprefix(NEW), 0
        while start and older < MOST_OLDER:
            page = self._page(room, BACK, start)
            for event in page.get("chunk", ()):
                with self._skipping(event):
                    is_older = int(event.get("origin_server_ts") or oldest) < oldest
                    older = older + 1 if is_older else 0
                    if is_older:
                        continue
                    post = heard_in(event, channel, self._file)
                    if isinstance(post, Post) and post.edits:
                        edits.setdefault((post.edits, post.author), post.text)
                    elif isinstance(post, Post) and not (post.reaction or post.relayed):
                        past = past_of(post, event.get("origin_server_ts"))
                        yield replace(past, text=edits.pop((post.id, post.author), past.text))
            start = _next_page(page, start)

    def _page(self, room: str, way: str, start: str = "", end: str = "", *, only: Answer = ONLY) -> Answer:
        ends = {name: at for name, at in (("from", start), ("to", end)) if at}
        asked = {"dir": way, "limit": EVENTS_PER_PAGE, "filter": json.dumps(only), **ends}
        return self._server.ask("GET", "rooms", room, "messages", query=asked)

    def _heard(self, room: str, events: Sequence[dict[str, Any]]) -> Iterator[Heard]:
        channel = self._rooms.by_room.get(room, "")
        if not channel and room not in self._directs.every().values():
            return
        for event in events:
            with self._skipping(event):
                self._note(event, room)
                heard = None if self._is_agent(str(event.get("sender", ""))) else heard_in(event, channel, self._file)
                if channel and event.get("type") == TOMBSTONE and event.get("state_key") == "":
                    heard = self._upgraded(event, room, channel)
                heard = self._names.named(heard, room)
                is_over = isinstance(heard, Membership) and self._rooms.is_former(room)
                if heard is not None and not is_over:
                    yield heard

    def _upgraded(self, event: dict[str, Any], room: str, channel: str) -> Post | None:
        """Continue in the room to which a room was upgraded, and return what the project reads about it."""
        self._rooms.try_to_follow(channel)
        if not self._rooms.is_former(room):
            return None
        text = say(self._locale, "chat.matrix.upgraded", room=self._rooms[channel])
        return Post(str(event["event_id"]), channel, str(event["sender"]), text)

    def _note(self, event: dict[str, Any], room: str) -> None:
        """Take note of what an event changes for the bridge itself."""
        if event.get("type") == "m.room.encryption":
            self._directs.encrypted.add(room)
        elif event.get("type") == "m.room.member":
            self._directs.present.discard(str(event.get("state_key", "")))
            self._names.forget(str(event.get("state_key", "")))
            if self._agents is not None:
                self._agents.left(str(event.get("state_key", "")), room)

    def _skipping(self, event: object) -> AbstractContextManager[None]:
        name = event.get("event_id") if isinstance(event, dict) else ""
        return skipping(self.report, "Matrix", f"the event {name or '(without an id)'}")

    def _accept(self, room: str) -> None:
        """Join a configured room after a new invitation."""
        try:
            self._server.ask("POST", "join", room)
        except ChatError:
            return  # whoever may invites again

    def _batch(self, since: str, wait: int) -> Answer:
        room = {
            "timeline": ONLY | {"limit": EVENTS_PER_PAGE},
            "state": NOTHING,
            "ephemeral": NOTHING,
            "account_data": NOTHING,
        }
        asked = {"room": room, "presence": NOTHING, "account_data": NOTHING}
        query = {"timeout": wait, "filter": json.dumps(asked), "set_presence": "offline"}
        return self._server.ask("GET", "sync", query={**query, **({"since": since} if since else {})}, waits=True)

    def _file(self, address: str) -> bytes:
        return self._server.download(address, FILE_BYTES)


def _next_page(page: Answer, start: str) -> str:
    """Return where the next page starts; "" after the last page, or if it would be the same page again."""
    end = str(page.get("end") or "")
    return end if end != start else ""
