"""Items heard from Discord: posts, corrections, deletions, presses of buttons, commands and reactions.

Each may arrive several times, from the gateway and from the history, which a bridge recognizes. The position is the
newest post and the session, so that later posts are heard again.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

from renkei.edges.chat.bridge.commands import asks_reason
from renkei.edges.chat.discord.api import DiscordApi, DiscordRefusedError
from renkei.edges.chat.discord.commands import form_of, line_of, submitted
from renkei.edges.chat.discord.event_link import EventLink, Session
from renkei.edges.chat.discord.text import escape, has_mark, readable
from renkei.edges.chat.errors import ChatError
from renkei.edges.chat.port import Deletion, File, Heard, Post
from renkei.protocol.primitives import Locale

Json = Mapping[str, Any]

POSTED = (0, 19)
"""The types of users' posts: alone, and in reply to another. Other types are notes of Discord itself."""

FORWARDED = 1
"""The type of a reference to a post that is shown again elsewhere."""

THREADS = (10, 11, 12)
"""The types of channels that are threads."""

DIRECT = 1

COMMAND, PRESS, SUBMISSION = 2, 3, 5
"""The types of interactions."""

SHOW, NOTHING, MODAL = 4, 6, 9
"""Answers to an interaction: a post, nothing, or a form."""

NO_EMBEDS = 4
"""The flag of a post that shows no preview of links."""

MOST_NAMES = 10_000


def post_id(message: str, thread: str) -> str:
    """Return the id of a post, which includes its thread."""
    return f"{message}@{thread}" if thread else message


def thread_of(post: str) -> str:
    """Return the thread of a post, which is named after its first post; the post itself if it is in none."""
    return post.rpartition("@")[2]


class Hearing:
    """Turns events into the items that a bridge hears."""

    def __init__(self, api: DiscordApi, gateway: EventLink, known: Callable[[str], Mapping[str, str]]) -> None:
        self._api, self._gateway, self.known = api, gateway, known
        self.user = self.application = ""
        self.locale: Locale = "en"
        self.channels: dict[str, str] = {}
        """The names of the channels of the bridge, by their ids."""
        self.direct: dict[str, str] = {}
        """The users of direct channels, by their ids."""
        self.threads: dict[str, str] = {}
        """The channel of each thread, or "" for channels that are none."""
        self.names: dict[str, str] = {}
        self.at = self.begun = 0
        """The newest post, and the one after which the bridge began."""
        self.owes_history = False
        """Whether the history before the session has not been read to its end."""

    def begin(self, at: int) -> str:
        """Begin after a post, and return the position there."""
        self.at = self.begun = at
        return self.cursor()

    def resume(self, cursor: str) -> None:
        """Continue from a position."""
        known = json.loads(cursor)
        self.at, self.begun, self.owes_history = int(known["at"]), int(known["begun"]), known["owes_history"]
        # The gateway may be ahead of what is taken in.
        self._gateway.session = Session(*known["session"]) if known["session"] else None

    def cursor(self) -> str:
        """Return the position."""
        found = self._gateway.session
        session = [found.id, found.number, found.address] if found is not None else None
        known = {"at": str(self.at), "begun": str(self.begun), "owes_history": self.owes_history}
        return json.dumps({**known, "session": session})

    def event(self, name: str, data: Json) -> Iterator[Heard]:
        """Yield the items in an event."""
        match name:
            case "MESSAGE_CREATE":
                yield from self.posted(data)
            case "MESSAGE_UPDATE":
                yield from self.edited(data)
            case "MESSAGE_DELETE":
                yield from self.deleted(str(data["channel_id"]), str(data["id"]))
            case "MESSAGE_DELETE_BULK":
                for one in data["ids"]:
                    yield from self.deleted(str(data["channel_id"]), str(one))
            case "MESSAGE_REACTION_ADD":
                if not (self._gateway.is_replaying and self._is_removed(data)):
                    yield from self.reacted(data)
            case "INTERACTION_CREATE":
                yield from self._interaction(data)

    def posted(self, message: Json) -> Iterator[Post]:
        """Yield a post."""
        if message.get("type") in POSTED and not self.is_own(message):
            yield from self._post(message, "")

    def edited(self, message: Json) -> Iterator[Heard]:
        """Yield a correction. A preview of a link also updates a post."""
        if message.get("type") in POSTED and message.get("edited_timestamp") and not self.is_own(message):
            yield from self._post(message, str(message["edited_timestamp"]))

    def deleted(self, where: str, message: str) -> Iterator[Heard]:
        """Yield a deletion. Discord does not say whose: it counts as the author's."""
        location = self.location(where)
        if location is None:
            return
        channel, thread = location
        name = post_id(message, thread)
        author = self.direct.get(where, "") or self.known(channel).get(name, "")
        yield Deletion(name, channel, author, self.cursor())

    def location(self, where: str, is_direct: bool = False) -> tuple[str, str] | None:
        """Return the name and the thread of a channel; "" for a direct one, None for an unmonitored one."""
        if where in self.channels:
            return self.channels[where], ""
        if where in self.direct or is_direct:
            return "", ""
        if where not in self.threads:
            try:
                found = self._api.get(f"/channels/{where}")
            except DiscordRefusedError:
                found = {}
            if found.get("type") == DIRECT:
                self.direct[where] = str(found["recipients"][0]["id"])
                return "", ""
            self.threads[where] = str(found.get("parent_id") or "") if found.get("type") in THREADS else ""
        parent = self.threads[where]
        return (self.channels[parent], where) if parent in self.channels else None

    def is_own(self, message: Json) -> bool:
        """Return whether the bridge made a post, as the bot or through a webhook."""
        by = str((message.get("author") or {}).get("id", ""))
        return by == self.user or str(message.get("application_id", "")) == self.application != ""

    def _post(self, message: Json, edited: str) -> Iterator[Post]:
        location = self.location(str(message["channel_id"]))
        if location is None:
            return
        channel, thread = location
        author, name = self._author(message)
        post = post_id(str(message["id"]), thread)
        self.at = max(self.at, int(message["id"]))
        content = str(message.get("content", ""))
        yield Post(
            id=f"{post} {edited}" if edited else post,
            channel=channel,
            author=author,
            text=self._text(message, content),
            cursor=self.cursor(),
            name=name,
            reply_to=self._above(message, thread),
            mentions=tuple(str(one["id"]) for one in message.get("mentions") or ()),
            edits=post if edited else "",
            files=tuple(map(self._file, message.get("attachments") or ())),
            relayed=has_mark(content) and self._is_program(message),
            automated=self._is_program(message),
        )

    def _is_program(self, message: Json) -> bool:
        return bool(message.get("webhook_id") or (message.get("author") or {}).get("bot"))

    def _author(self, message: Json) -> tuple[str, str]:
        """Return the id and the name of an author. Through a webhook, a program writes in any name."""
        author = message["author"]
        if message.get("webhook_id"):
            return f"webhook {message['webhook_id']}", str(author.get("username", ""))
        return str(author["id"]), self._name(author, message.get("member") or {})

    def _name(self, user: Json, member: Json) -> str:
        name = str(member.get("nick") or user.get("global_name") or user.get("username") or user["id"])
        if len(self.names) >= MOST_NAMES:
            self.names.clear()
        self.names[str(user["id"])] = name
        return name

    def _text(self, message: Json, content: str) -> str:
        """Return the words of a post. Forwarded ones are a quote: they are another author's, and command nothing."""
        for one in message.get("mentions") or ():
            self._name(one, one.get("member") or {})
        lines = [readable(content, lambda user: self.names.get(user, user))]
        if (message.get("message_reference") or {}).get("type") == FORWARDED:
            found = (one.get("message") or {} for one in message.get("message_snapshots") or ())
            lines += [f"> {line}" for one in found for line in str(one.get("content", "")).split("\n")]
        return "\n".join(one for one in lines if one)

    def _above(self, message: Json, thread: str) -> str:
        found = message.get("message_reference") or {}
        if found.get("message_id") and found.get("type", 0) != FORWARDED:
            return post_id(str(found["message_id"]), thread)
        return thread

    def _file(self, info: Json) -> File:
        size = int(info.get("size", 0))
        return File(str(info.get("filename", "")), size, partial(self._api.read, str(info["url"]), size))

    def _is_removed(self, data: Json) -> bool:
        """Return whether a reaction is no longer there."""
        user = int(data["user_id"])
        where, post, sign = data["channel_id"], data["message_id"], quote(str((data.get("emoji") or {}).get("name")))
        try:
            path = f"/channels/{where}/messages/{post}/reactions/{sign}"
            return all(int(one["id"]) != user for one in self._api.get(path, after=user - 1, limit=1))
        except DiscordRefusedError:  # with its post
            return True

    def reacted(self, data: Json) -> Iterator[Post]:
        """Yield a reaction with a character that all servers have."""
        location, user, emoji = self.location(str(data["channel_id"])), str(data["user_id"]), data.get("emoji") or {}
        sign = str(emoji.get("name") or "")
        if location is None or emoji.get("id") or not sign or user == self.user:
            return
        channel, thread = location
        above = post_id(str(data["message_id"]), thread)
        name = f"{above} {user} {sign}"
        yield Post(name, channel, user, sign, self.cursor(), reply_to=above, reaction=True)

    def _interaction(self, data: Json) -> Iterator[Post]:
        """Yield a press of a button, or a command, as a post of its user; Discord waits three seconds for an answer."""
        user = (data.get("member") or {}).get("user") or data.get("user") or {}
        chosen, kind = data.get("data") or {}, data.get("type")
        location = self.location(str(data.get("channel_id", "")), is_direct="guild_id" not in data)
        if location is None or kind not in (COMMAND, PRESS, SUBMISSION) or not user:
            return
        text = self._chosen(kind, chosen)
        is_asked, is_press = kind == PRESS and asks_reason(text), kind != COMMAND
        shown = {"content": escape(text)[:1900], "flags": NO_EMBEDS, "allowed_mentions": {"parse": []}}
        answer = {"type": NOTHING} if is_press else {"type": SHOW, "data": shown}
        if is_asked:
            answer = {"type": MODAL, "data": form_of(text, self.locale)}
        try:
            self._api.post(f"/interactions/{data['id']}/{data['token']}/callback", answer)
        except ChatError:  # it was answered before, or the user sees that the bridge was late
            is_asked = False
        if is_asked:
            return
        channel, thread = location
        above = post_id(str(data["message"]["id"]), thread) if is_press else thread
        name = self._name(user, data.get("member") or {})
        post = f"{above} {user['id']} {data['id']}" if is_press else post_id(f"command {data['id']}", thread)
        yield Post(post, channel, str(user["id"]), text, self.cursor(), name, reply_to=above, press=is_press)

    def _chosen(self, kind: int, chosen: Json) -> str:
        if kind == COMMAND:
            return line_of(chosen)
        return submitted(chosen) if kind == SUBMISSION else str(chosen.get("custom_id", ""))
