"""Items heard from Telegram: posts, corrections, presses of buttons, reactions, joins and leaves.

An update has an item at most. Ids of messages are unique in a chat of Telegram; a group that is upgraded continues in
another one, so an id there also names that chat.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from renkei.edges.chat.errors import MALFORMED, ChatError
from renkei.edges.chat.port import File, Heard, Membership, Position, Post
from renkei.edges.chat.telegram.api import TelegramApi
from renkei.edges.chat.telegram.text import readable

Json = Mapping[str, Any]

FILES = ("document", "video", "audio", "voice", "animation", "video_note")
"""The fields of a message with a file."""

PRESENT = ("creator", "administrator", "member")
"""The states of a member of a chat."""

MOST_NAMES = 10_000

_COMMAND = re.compile(r"/(\w+)(?:@(\w+))?(?=\s|$)")
_BUTTON = re.compile(r"/|\d+$")
"""The data of buttons: a command, or the number of a choice."""


class Channels:
    """The chats of Telegram that are channels of the bridge, or a topic of one: the name of each."""

    def __init__(self) -> None:
        self._channels: dict[str, tuple[int, int]] = {}
        self._former: dict[int, int] = {}

    def add(self, name: str, chat: int, topic: int) -> None:
        """Add a channel; without a topic, it is 0."""
        self._channels[name] = (chat, topic)

    def move(self, chat: int, to: int) -> None:
        """Continue in another chat: a group was upgraded."""
        if chat != to:
            self._former[chat] = to

    def where(self, name: str) -> tuple[int, int]:
        """Return the chat, as it is now, and the topic of a channel."""
        chat, topic = self._channels[name]
        return self._former.get(chat, chat), topic

    def name(self, chat: int, topic: int = 0) -> str | None:
        """Return the channel of a chat; None for another chat."""
        found = {self.where(one): one for one in self._channels}
        found |= {location: one for one, location in self._channels.items()}
        of_chat = (one for (where, _), one in found.items() if where == chat and not topic)
        return found.get((chat, topic)) or found.get((chat, 0)) or next(of_chat, None)

    def post_id(self, chat: int, message: int) -> str:
        """Return the id of a post."""
        return f"{message}@{chat}" if chat in self._former.values() else str(message)

    def message_id(self, post: str, chat: int) -> int | None:
        """Return the id of a post's message in a chat; None if it is not there."""
        message = post.partition("@")[0]
        return int(message) if message.isdigit() and self.post_id(chat, int(message)) == post else None


class Hearing:
    """Turns updates into the items that a bridge hears."""

    def __init__(self, api: TelegramApi, channels: Channels, tell: Callable[[Json], None]) -> None:
        self._api, self._channels, self._tell = api, channels, tell
        self.user = self.username = ""
        """The bot's id, and its name after `@`."""
        self.names: dict[str, str] = {}
        """The names of users that wrote, by their ids."""
        self._ids: dict[str, str] = {}
        """The ids of users that wrote, by their names after `@`."""
        self._takers: dict[str, Callable[[Any, str], Iterator[Heard]]] = {
            "message": self._message,
            "edited_message": partial(self._message, edited=True),
            "channel_post": self._message,
            "edited_channel_post": partial(self._message, edited=True),
            "callback_query": self._pressed,
            "message_reaction": self._reacted,
            "chat_member": self._moved,
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of updates that are heard."""
        return tuple(self._takers)

    def heard(self, update: Json) -> Iterator[Heard]:
        """Yield the items of an update."""
        cursor = str(int(update["update_id"]) + 1)
        for kind, take in self._takers.items():
            if kind in update:
                yield from take(update[kind], cursor)

    def _channel(self, message: Json) -> str | None:
        """Return the channel of a message; "" for a private chat, None for an unmonitored one."""
        chat = message["chat"]
        if chat["type"] == "private":
            return ""
        return self._channels.name(int(chat["id"]), int(message.get("message_thread_id") or 0))

    def _author(self, message: Json) -> tuple[str, str]:
        """Return the id and the name of an author: a person, or the chat in whose name the person writes."""
        chat, user = message.get("sender_chat"), message.get("from") or {}
        if chat is not None:
            return str(chat["id"]), str(message.get("author_signature") or chat.get("title") or chat["id"])
        author, name = str(user["id"]), name_of(user)
        if len(self.names) >= MOST_NAMES:
            self.names.clear()
            self._ids.clear()
        self.names[author] = name
        if user.get("username"):
            self._ids[str(user["username"]).lower()] = author
        bot = (message.get("via_bot") or {}).get("username")
        return (f"{author} via {bot}", f"{name} via @{bot}") if bot else (author, name)

    def _message(self, message: Json, cursor: str, edited: bool = False) -> Iterator[Heard]:
        chat, channel = int(message["chat"]["id"]), self._channel(message)
        if message.get("migrate_to_chat_id"):
            self._channels.move(chat, int(message["migrate_to_chat_id"]))
            yield Position(cursor)
        if channel:
            yield from _joins(message, channel, cursor)
        text = self._text(message)
        if text is None or ((command := _COMMAND.match(text)) and command[1] in ("id", "start")):
            if text is not None and not edited:
                self._tell(message)
            yield Position(cursor)
            return
        files = tuple(self._files(message))
        if channel is None or not (text or files) or (edited and not message.get("edit_date")):
            return
        author, name = self._author(message)
        post = self._channels.post_id(chat, int(message["message_id"]))
        yield Post(
            id=f"{post} {message['edit_date']}" if edited else post,
            channel=channel,
            author=author,
            text=text,
            cursor=cursor,
            name=name,
            reply_to=self._above(message),
            mentions=tuple(self._mentioned(message)),
            edits=post if edited else "",
            files=files,
            automated="via_bot" in message or ("sender_chat" not in message and bool(message["from"].get("is_bot"))),
        )

    def _text(self, message: Json) -> str | None:
        """Return the words of a message as agents read them; None for a command to another bot.

        Forwarded words are a quote: they are another author's, and command nothing.
        """
        kind = "text" if "text" in message else "caption"
        text = readable(str(message.get(kind, "")), message.get(_ENTITIES[kind]) or ())
        if "forward_origin" in message:
            return "\n".join(f"> {line}" for line in text.split("\n")) if text else ""
        command = _COMMAND.match(text)
        if command is not None:
            if (command[2] or self.username).lower() != self.username.lower():
                return None
            return f"/{command[1].replace('_', '-')}{text[command.end() :]}"
        return re.sub(rf"^@{re.escape(self.username)}\b[\s,:]*", "", text, count=1, flags=re.IGNORECASE)

    def _mentioned(self, message: Json) -> Iterator[str]:
        for kind, entities in _ENTITIES.items():
            encoded = str(message.get(kind, "")).encode("utf-16-le", "surrogatepass")
            for one in message.get(entities) or ():
                words = encoded[2 * one["offset"] : 2 * (one["offset"] + one["length"])].decode("utf-16-le", "replace")
                name = words.removeprefix("@").lower()
                if one["type"] == "text_mention":
                    yield str(one["user"]["id"])
                elif one["type"] == "mention" and name == self.username.lower():
                    yield self.user
                elif one["type"] == "mention" and name in self._ids:
                    yield self._ids[name]

    def _above(self, message: Json) -> str:
        above = message.get("reply_to_message") or {}
        if not above or "forum_topic_created" in above:
            return ""
        return self._channels.post_id(int(message["chat"]["id"]), int(above["message_id"]))

    def _files(self, message: Json) -> Iterator[File]:
        found = [message[one] for one in FILES if one in message]
        if "animation" in message:  # which is a document, too
            found = [message["animation"]]
        found += [max(message["photo"], key=lambda one: one.get("file_size", 0))] if message.get("photo") else []
        for one in found:
            size, file = int(one.get("file_size", 0)), str(one["file_id"])
            name = str(one.get("file_name") or f"photo-{one.get('file_unique_id', file)}.jpg")
            yield File(name, size, partial(self._api.read, file, size))

    def _pressed(self, press: Json, cursor: str) -> Iterator[Heard]:
        with suppress(ChatError):  # else the button shows a moment longer that it waits
            self._api.ask("answerCallbackQuery", callback_query_id=press["id"])
        message, user = press.get("message"), str(press["from"]["id"])
        channel = self._channel(message) if message else None
        data = str(press.get("data", ""))
        if message is not None and channel is not None and _BUTTON.match(data):  # a program can forge other words
            above = self._channels.post_id(int(message["chat"]["id"]), int(message["message_id"]))
            name = f"{above} {user} {press['id']}"
            yield Post(name, channel, user, data, cursor, name_of(press["from"]), reply_to=above, press=True)

    def _reacted(self, change: Json, cursor: str) -> Iterator[Heard]:
        """Yield the reactions that a user added. They name no topic: in a forum, they belong to its first channel."""
        chat, user = change["chat"], (change.get("user") or change.get("actor_chat") or {}).get("id")
        channel = "" if chat["type"] == "private" else self._channels.name(int(chat["id"]))
        before = [one.get("emoji") for one in change.get("old_reaction") or ()]
        for one in change.get("new_reaction") or ():
            sign = str(one.get("emoji", ""))
            if channel is not None and user and sign and sign not in before:
                above = self._channels.post_id(int(chat["id"]), int(change["message_id"]))
                yield Post(f"{above} {user} {sign}", channel, str(user), sign, cursor, reply_to=above, reaction=True)

    def _moved(self, change: Json, cursor: str) -> Iterator[Heard]:
        channel = self._channels.name(int(change["chat"]["id"]))
        before, after = change["old_chat_member"], change["new_chat_member"]
        if channel and _is_in(before) != _is_in(after):
            yield Membership(channel, str(after["user"]["id"]), _is_in(after), cursor)


_ENTITIES = {"text": "entities", "caption": "caption_entities"}


def without_removed(updates: Sequence[Json]) -> list[Json]:
    """Return updates without the reactions that a later one of them removes."""
    left: dict[tuple[Any, ...], Any] = {}
    found: list[Json] = []
    for update in reversed(updates):
        with suppress(*MALFORMED):  # which is reported when it is heard
            change = update.get("message_reaction") or {}
            new, key = change.get("new_reaction"), tuple(str(change.get(one)) for one in ("chat", "message_id", "user"))
            if new is not None:
                stay = [one for one in new if one in left.get(key, new)]
                update, left[key] = {**update, "message_reaction": {**change, "new_reaction": stay}}, new
        found.append(update)
    return found[::-1]


def _joins(message: Json, channel: str, cursor: str) -> Iterator[Membership]:
    for one in message.get("new_chat_members") or ():
        yield Membership(channel, str(one["id"]), True, cursor)
    if "left_chat_member" in message:
        yield Membership(channel, str(message["left_chat_member"]["id"]), False, cursor)


def _is_in(member: Json) -> bool:
    return member["status"] in PRESENT or (member["status"] == "restricted" and bool(member.get("is_member")))


def name_of(user: Json) -> str:
    """Return the name of a user as Telegram shows it."""
    names = (user.get("first_name"), user.get("last_name"))
    return " ".join(str(one) for one in names if one) or str(user.get("username") or user["id"])
