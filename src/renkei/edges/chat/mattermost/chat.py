"""Mattermost as a chat of a bridge, through its HTTP API and its WebSocket.

Events of the WebSocket are heard at once. Missing events, from before a link or dropped by the server, are requested
after each link, after a gap in the sequence numbers, and periodically. Both paths lead through `_new`, which drops
repetitions.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Any

import httpx2
import wsproto  # noqa: F401 – without it there is no WebSocket: said when the bridge is made
from httpx2.websockets import WebSocketDisconnect, WebSocketNetworkError, WebSocketUpgradeError

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError, skipping
from renkei.edges.chat.mattermost.api import API, MattermostApi, with_closed
from renkei.edges.chat.mattermost.memberships import membership
from renkei.edges.chat.mattermost.past import created_before, posts_before
from renkei.edges.chat.mattermost.people import People
from renkei.edges.chat.mattermost.presses import Presses
from renkei.edges.chat.mattermost.text import escape, markdown_of
from renkei.edges.chat.options import MattermostOptions
from renkei.edges.chat.past.moment import moment, seconds_of
from renkei.edges.chat.port import Chat, Deletion, File, Heard, Outgoing, PastPost, Position, Post
from renkei.edges.chat.reactions import emoji_of
from renkei.edges.chat.wrong_server import expects_its_server

DATA, KEY = "renkei_message", "renkei_key"
"""The properties of a post with the message, and with the post's key."""

OVERLAP_MILLISECONDS = 10_000
"""Milliseconds that are requested again: a post can appear after one with a later time."""

MOST_SINCE = 1000
"""Most changed posts that the server returns since a time, in no useful order."""

POSTS_PER_PAGE = 200
PAGES_OF_FIND = 5
"""Pages of a channel to search for a post that a killed process may have made."""

CHECK_SECONDS = 1.0
"""Seconds between two checks, on a quiet WebSocket, whether the bridge has ended."""

CHECKS_PER_SWEEP = 60
"""Quiet checks before the server is asked for news."""

MOST_SEEN = 2000

FOREIGN = ("from_webhook", "from_plugin")
"""Properties of a post that a program made in the name of a user."""

NO_FACES = (
    "Mattermost shows the bot as the author of all posts: in the System Console, under Integration Management, "
    "let integrations override usernames and profile picture icons."
)


class MattermostChat(Chat):
    """Channels of a Mattermost server."""

    limit = 8000  # a post has at most 16,383 characters, and markup that is escaped takes two
    carries_data = True
    shows_blocks = True
    shows_authors = True
    replaces_posts = True
    shows_files = True
    hears_reactions = True
    command_prefix = "!"

    def __init__(self, options: MattermostOptions, token: str = "") -> None:
        self._team = options.team
        self._api = MattermostApi(options.server, token)
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._direct: dict[str, str] = {}
        self._others: set[str] = set()
        self._people = People(self._api)
        self._presses = Presses(options.buttons, options.buttons_listen, token) if options.buttons else None
        self.shows_choices = self._presses is not None
        self._closed = self._has_pictures = False
        self._at = self._begun = 0
        self._seen: dict[str, int] = {}

    @expects_its_server
    def open(self, channels: Sequence[str]) -> None:
        """Sign in and join the channels."""
        self.user = str(self._api.get("/users/me")["id"])
        allowed = self._api.get("/config/client", format="old")
        self._has_pictures = allowed.get("EnablePostIconOverride") == "true"
        self.shows_authors = allowed.get("EnablePostUsernameOverride") == "true"
        self.lacks = "" if self.shows_authors else NO_FACES
        for name in channels:
            found = self._find_channel(name)
            channel = str(found["id"])
            is_archived = bool(found.get("delete_at"))  # it takes posts once it is back
            if not is_archived and not self._is_in(channel, self.user):
                self._api.post(f"/channels/{channel}/members", {"user_id": self.user})
            self._ids[name], self._names[channel] = channel, name
        if self._presses is not None:
            self._presses.open()

    def _find_channel(self, name: str) -> dict[str, Any]:
        team, _, channel = name.rpartition("/")
        team = team or self._team
        path = f"/teams/name/{team}/channels/name/{channel}" if team else f"/channels/{channel}"
        if not re.fullmatch(r"[a-z0-9._-]+", channel) or not re.fullmatch(r"[a-z0-9._-]*", team):
            raise ChatRefusedError(f"{name!r} is no channel", "Write TEAM/CHANNEL as in its address, or its id.")
        try:
            return dict(self._api.get(path, include_deleted="true"))
        except ChatRefusedError as error:
            hint = error.details["hint"] or "Write TEAM/CHANNEL as in its address, and add the bot to the team."
            raise ChatRefusedError(f"{name}: {error.details['reason']}", hint) from None

    def close(self) -> None:
        """End `listen`. A post in progress may fail: `find` recognizes it when the bridge restarts."""
        self._closed = True
        if self._presses is not None:
            self._presses.close()
        self._api.http.close()

    def post(self, channel: str, post: Outgoing) -> str:
        """Post to a channel. The server recognizes a repeated key for half a minute, `find` for longer."""
        try:
            return self._post(self._ids[channel], post)
        except ChatRefusedError as error:
            raise with_closed(error, channel) from None

    def send(self, user: str, post: Outgoing) -> str:
        """Post to one user."""
        return self._post(self._direct_id(user), post)

    def _direct_id(self, user: str) -> str:
        if user not in self._direct:
            self._direct[user] = str(self._api.post("/channels/direct", [self.user, user])["id"])
        return self._direct[user]

    def _post(self, channel: str, post: Outgoing) -> str:
        names = " ".join(f"@{one}" for one in map(self._people.name, post.unnamed) if one)
        shown = markdown_of(post.blocks, self._people.name) if post.blocks else escape(post.text)
        text = f"{names}\n{shown}" if names else shown
        props: dict[str, object] = {KEY: post.key, **self._face(post)}
        if post.data is not None:
            props[DATA] = dict(post.data)
        if self._presses is not None and post.choices:
            props["attachments"] = self._presses.attachments(post.choices)
        if post.replaces:
            self._api.ask("PUT", f"/posts/{post.replaces}/patch", json={"message": text, "props": props})
            return post.replaces
        body: dict[str, object] = {"channel_id": channel, "message": text, "pending_post_id": post.key, "props": props}
        if post.files:
            body["file_ids"] = [self._api.upload(channel, one.name, one.media_type, one.read()) for one in post.files]
        try:
            return str(self._api.post("/posts", {**body, "root_id": post.reply_to} if post.reply_to else body)["id"])
        except ChatRefusedError as error:
            if not post.reply_to or "root_id" not in error.details["reason"]:
                raise
            return str(self._api.post("/posts", body)["id"])  # the first post of the thread was deleted

    def _face(self, post: Outgoing) -> dict[str, object]:
        """Return the properties that show an author, which a server only heeds in the posts of webhooks."""
        if post.author is None or not self.shows_authors:
            return {}
        picture = {"override_icon_url": post.author.picture} if post.author.picture and self._has_pictures else {}
        return {"from_webhook": "true", "override_username": post.author.name, **picture}

    def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
        """Add a user to a channel, or remove one."""
        where = self._ids[channel]
        if joined == self._is_in(where, user):
            return False
        if joined:
            self._api.post(f"/channels/{where}/members", {"user_id": user})
        else:
            self._api.ask("DELETE", f"/channels/{where}/members/{user}")
        return True

    def _is_in(self, channel: str, user: str) -> bool:
        try:
            self._api.get(f"/channels/{channel}/members/{user}")
        except ChatRefusedError:
            return False
        return True

    def find(self, channel: str, key: str) -> str | None:
        """Return the id of a post with a key, among the last posts of a channel."""
        where = self._ids.get(channel) or self._direct_id(channel)
        for page in range(PAGES_OF_FIND):
            posts = self._api.get(f"/channels/{where}/posts", page=page, per_page=POSTS_PER_PAGE)["posts"].values()
            for one in posts:
                if one.get("user_id") == self.user and (one.get("props") or {}).get(KEY) == key:
                    return str(one["id"])
            if len(posts) < POSTS_PER_PAGE:
                break
        return None

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield items after a position: first the server's history, then live events."""
        known = json.loads(cursor)
        self._at, self._begun, self._seen = known["at"], known["begun"], known["seen"]
        address = f"{API}/websocket"
        try:
            with self._api.http.websocket(address, max_message_size_bytes=4_000_000) as link:
                yield from self._catch_up()
                yield Position(self._cursor())
                quiet, number = 0, -1
                while not self._closed:
                    yield from self._pressed()
                    try:
                        event = link.receive_json(CHECK_SECONDS)
                    except TimeoutError:
                        quiet += 1
                        if quiet % CHECKS_PER_SWEEP == 0:
                            yield from self._catch_up()
                        continue
                    quiet = 0
                    if not isinstance(event, dict) or "event" not in event:
                        continue
                    missed = number >= 0 and event.get("seq") != number + 1
                    number = int(event.get("seq", 0))
                    if missed:
                        yield from self._catch_up()
                        continue
                    with skipping(self.report, "Mattermost", f"the event {event['event']}"):
                        yield from self._take(event)
        except WebSocketUpgradeError as error:
            raise ChatUnreachableError(f"no WebSocket: {error.response.status_code}") from None
        except (WebSocketDisconnect, WebSocketNetworkError, httpx2.TransportError) as error:
            raise ChatUnreachableError(str(error) or "the WebSocket closed") from None
        except (ChatRefusedError, KeyError, TypeError, ValueError) as error:
            raise ChatUnreachableError(f"the server said something unexpected: {error}") from None

    def end_position(self) -> str:
        """Return the position after the newest post of the monitored channels."""
        self._at = self._begun = max((int(one.get("last_post_at", 0)) for one in self._listened()), default=1)
        return self._cursor()

    def _cursor(self) -> str:
        return json.dumps({"at": self._at, "begun": self._begun, "seen": self._seen})

    def _listened(self) -> list[dict[str, Any]]:
        """Return the monitored channels: those of the settings, and direct ones."""
        every = self._api.get("/users/me/channels")
        return [one for one in every if one["id"] in self._names or one.get("type") == "D"]

    def _catch_up(self) -> Iterator[Heard]:
        """Yield posts, edits and deletions since the position, by time."""
        since = max(self._at - OVERLAP_MILLISECONDS, self._begun, 1)
        found: list[tuple[int, partial[Iterator[Heard]]]] = []
        for channel in self._listened():
            if channel["id"] not in self._names and int(channel.get("last_post_at", 0)) < since:
                continue
            for post in self._since(channel["id"], since):
                with self._skipping(post):
                    found.append((int(post["update_at"]), partial(self._changed, post, since)))
        for _, changed in sorted(found, key=lambda one: one[0]):
            with self._skipping(changed.args[0]):
                yield from changed()

    def _skipping(self, post: object) -> AbstractContextManager[None]:
        name = post.get("id") if isinstance(post, dict) else ""
        return skipping(self.report, "Mattermost", f"the post {name or '(without an id)'}")

    def _since(self, channel: str, since: int) -> list[dict[str, Any]]:
        """Return what changed in a channel; if there is too much, all new posts and some of the changes."""
        found: dict[str, dict[str, Any]] = self._api.get(f"/channels/{channel}/posts", since=since)["posts"]
        page = 0
        while len(found) >= MOST_SINCE:
            more = self._api.get(f"/channels/{channel}/posts", page=page, per_page=POSTS_PER_PAGE)["posts"]
            found |= more
            page += 1
            if len(more) < POSTS_PER_PAGE or created_before(more.values(), since):
                break
        return list(found.values())

    def past(self, channel: str, before: str, since: str) -> Iterator[PastPost]:
        """Yield the posts of a channel from before the bridge began to listen, page by page."""
        begun, oldest = int(json.loads(before)["begun"]), 1000 * seconds_of(since)
        for post in posts_before(self._api, self._ids[channel], begun, oldest, POSTS_PER_PAGE):
            with self._skipping(post):
                if KEY not in (post.get("props") or {}):
                    one, at = self._post_of(post, channel, "", ""), moment(post["create_at"] * 1000)
                    names = tuple(file.name for file in one.files)
                    yield PastPost(one.id, channel, one.author, one.text, at, one.name, one.reply_to, names)

    def _changed(self, post: dict[str, Any], since: int) -> Iterator[Heard]:
        """Yield the items in a changed post. A reply or a reaction also changes the post above."""
        if post.get("original_id"):  # an earlier text of a post
            return
        if post.get("delete_at", 0) > since:
            yield from self._new(post, "deleted")
        elif post["create_at"] > since and post["id"] not in self._seen:
            yield from self._new(post, "posted")
        elif post.get("edit_at", 0) > since:
            yield from self._new(post, "edited")
        for one in (post.get("metadata") or {}).get("reactions") or ():
            if int(one.get("create_at", 0)) > since:
                yield from self._reacted(one, post["channel_id"])

    def _take(self, event: dict[str, Any]) -> Iterator[Heard]:
        """Yield the items in an event of the WebSocket."""
        if event["event"] == "channel_updated":
            channel = json.loads(event["data"]["channel"])
            self._renamed(self._names.get(channel["id"], ""), str(channel["name"]))
        if event["event"] == "reaction_added":
            yield from self._reacted(json.loads(event["data"]["reaction"]), event["broadcast"]["channel_id"])
        what = {"posted": "posted", "post_edited": "edited", "post_deleted": "deleted"}.get(event["event"])
        if what is not None:
            yield from self._new(json.loads(event["data"]["post"]), what)

    def _renamed(self, known: str, name: str) -> None:
        if known not in self._names:
            self.report_renamed(known, name)

    def _reacted(self, reaction: dict[str, Any], where: str) -> Iterator[Post]:
        channel, sign = self._names.get(where, ""), emoji_of(str(reaction["emoji_name"]))
        if sign and (channel or self._is_direct(where)):
            author, above = str(reaction["user_id"]), str(reaction["post_id"])
            yield Post(f"{above} {author} {sign}", channel, author, sign, reply_to=above, reaction=True)

    def _pressed(self) -> Iterator[Post]:
        for press in self._presses.heard() if self._presses is not None else ():
            where, user, above = press["channel_id"], press["user_id"], press["post_id"]
            channel, name = self._names.get(where, ""), f"{above} {user} {press.get('trigger_id')}"
            with self._skipping(press), suppress(ChatRefusedError):  # the post was moved to a channel without the bot
                if channel or self._is_direct(where):
                    text = press["context"]["command"]
                    yield Post(name, channel, user, text, "", self._people.name(user), reply_to=above, press=True)

    def _new(self, post: dict[str, Any], what: str) -> Iterator[Heard]:
        """Yield a post, a correction or a deletion unless it was heard before."""
        name, stamp = str(post["id"]), int(post["update_at"])
        key = {"posted": name, "edited": f"{name} {post.get('edit_at')}", "deleted": f"{name} deleted"}[what]
        channel = self._names.get(post["channel_id"], "")
        if key in self._seen or not (channel or self._is_direct(post["channel_id"])):
            return
        self._seen[key] = stamp
        if what == "posted" and post.get("edit_at"):
            self._seen[f"{name} {post['edit_at']}"] = stamp
        self._at = max(self._at, stamp)
        self._seen = {one: at for one, at in self._seen.items() if at >= self._at - OVERLAP_MILLISECONDS}
        for one in list(self._seen)[:-MOST_SEEN]:
            del self._seen[one]
        cursor = self._cursor()
        kind = str(post.get("type") or "")
        if kind.startswith("system_"):
            if what == "posted":  # whoever may deletes such a post, too
                yield from membership(post, kind, channel, cursor)
        elif what == "deleted":
            yield Deletion(name, channel, str(post["user_id"]), cursor)
        elif kind in ("", "me"):
            yield self._post_of(post, channel, cursor, edits=name if what == "edited" else "")

    def _is_direct(self, channel: str) -> bool:
        """Return whether a channel is the bridge's direct channel with a user."""
        if channel not in self._direct.values() and channel not in self._others:
            found = self._api.get(f"/channels/{channel}")
            users = [one for one in str(found.get("name", "")).split("__") if one != self.user]
            if found.get("type") == "D" and users:
                self._direct[users[0]] = channel
            else:
                self._others.add(channel)
        return channel in self._direct.values()

    def _post_of(self, post: dict[str, Any], channel: str, cursor: str, edits: str) -> Post:
        props = post.get("props") or {}
        author = str(post["user_id"])
        if any(props.get(name) for name in FOREIGN):  # it stands in the name of a user who did not write it
            author = f"webhook of {author}"
        data = props.get(DATA)
        text = str(post.get("message", ""))
        return Post(
            id=f"{post['id']} {post['edit_at']}" if edits else str(post["id"]),
            channel=channel,
            author=author,
            text=text,
            cursor=cursor,
            name=str(props.get("override_username") or self._people.name(str(post["user_id"]))),
            reply_to=str(post.get("root_id") or ""),
            mentions=self._people.mentioned(text),
            data=data if isinstance(data, dict) and not edits else None,
            edits=edits,
            files=tuple(self._file(one) for one in (post.get("metadata") or {}).get("files") or ()),
            relayed=KEY in props,
            automated=any(props.get(name) for name in (*FOREIGN, "from_bot")),
        )

    def _file(self, info: Mapping[str, Any]) -> File:
        size = int(info.get("size", 0))
        return File(str(info.get("name", "")), size, partial(self._api.read, f"/files/{info['id']}", size))
