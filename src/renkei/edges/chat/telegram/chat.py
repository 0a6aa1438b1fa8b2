"""Telegram as a chat of a bridge, through the Bot API.

Long polling hears, and the position is the number of the next update.

Telegram neither recognizes a repeated post nor shows a bot its own: a post whose response was lost, or which was being
made when the process was killed, may appear twice.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING, Any

from renkei.edges.chat.bridge.commands import described
from renkei.edges.chat.errors import ChannelClosedError, ChatError, ChatRefusedError, ChatUnreachableError, skipping
from renkei.edges.chat.options import TelegramOptions
from renkei.edges.chat.port import Chat, Heard, Outgoing, Position
from renkei.edges.chat.spans import Code, literal
from renkei.edges.chat.telegram.api import MovedError, TelegramApi
from renkei.edges.chat.telegram.text import keyboard, written
from renkei.edges.chat.telegram.updates import Channels, Hearing, name_of, without_removed
from renkei.edges.chat.wrong_server import expects_its_server
from renkei.errors import BadValueError
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

if TYPE_CHECKING:
    from renkei.edges.chat.settings import BridgeSettings
    from renkei.project.project import Project

NO_PREVIEW = {"is_disabled": True}

FORCED = {"force_reply": True, "selective": True}
"""Lets the mentioned users write a reply at once."""

UNCHANGED = "message is not modified"

CLOSED = ("can't initiate conversation", "bot was blocked", "user is deactivated", "chat not found", "PEER_ID_INVALID")
"""Why a bot cannot write to a user."""

SHUT = ("bot was kicked", "bot is not a member", "not enough rights to send", "no rights to send", "TOPIC_CLOSED")
"""Why a bot cannot write to a group for now."""

SHUT_HINT = "Add the bot to the group again, and let it write there."

UNPRIVILEGED = (
    "In {channel}, the bot sees only commands and replies to its posts. Turn off its privacy mode (@BotFather, "
    "/setprivacy) and add it to the group again, or make it an administrator"
)

MOVED = "The group {channel} was upgraded to {id}. The bridge continues there; give it this id"

LONGEST_HELP = 256
"""Most characters of what a command's menu says about it."""

_CHANNEL = re.compile(r"(?P<chat>-\d+|@\w{4,})(?:/(?P<topic>\d+))?")
_USER = re.compile(r"-?\d+")


class TelegramChat(Chat):
    """Groups and channels of Telegram, topics of forums, and private chats with the bot."""

    limit = 3000  # text without markup; a separated `@` takes two units, and the mentions of people need room
    shows_blocks = True
    shows_files = True
    replaces_posts = True
    shows_choices = True
    hears_reactions = True

    def __init__(self, options: TelegramOptions, token: str = "") -> None:
        self._api = TelegramApi(options.api, token)
        self._ended = Event()
        self._channels = Channels()
        self._hearing = Hearing(self._api, self._channels, self._tell_ids)
        self._told: set[int] = set()
        self._made: dict[str, Mapping[str, Any]] = {}
        self._sent: dict[str, int] = {}
        """The post whose files are being sent, and how many of them are."""
        self._locale: Locale = "en"

    def attach(self, project: "Project", bridge: str, settings: "BridgeSettings") -> "BridgeSettings":
        """Check the ids of people, and note the language of the project."""
        self._locale = project.state.locale
        for user in settings.people:
            if not _USER.fullmatch(user):
                hint = "A person's id in Telegram is a number: the bot answers /id with it."
                raise BadValueError(path="/people", got=user, expected="a number", hint=hint)
        return settings

    @expects_its_server
    def open(self, channels: Sequence[str]) -> None:
        """Sign in, find the channels, and offer the commands in Telegram's menu."""
        me = self._api.ask("getMe")
        self.user = self._hearing.user = str(me["id"])
        self._hearing.username = str(me.get("username", ""))
        for name in channels:
            self._find_channel(name, bool(me.get("can_read_all_group_messages")))
        menu = [
            {"command": name.replace("-", "_"), "description": text[:LONGEST_HELP]}
            for name, text in described(self._locale)
        ]
        self._api.ask("setMyCommands", commands=menu)

    def _find_channel(self, name: str, reads_all: bool) -> None:
        found = _CHANNEL.fullmatch(name)
        if found is None:
            raise ChatRefusedError(f"{name!r} is no channel", self._known_chats())
        chat: int | str = found["chat"] if found["chat"].startswith("@") else int(found["chat"])
        try:
            asked = self._in_chat(chat, "getChat")
            known = self._in_chat(asked["id"], "getChatMember", user_id=int(self.user))
        except ChatRefusedError as error:
            raise ChatRefusedError(f"{name}: {error.details['reason']}", self._known_chats()) from None
        self._channels.add(name, int(asked["id"]), int(found["topic"] or 0))
        if asked["type"] != "channel" and not reads_all and known["status"] not in ("administrator", "creator"):
            self.report(UNPRIVILEGED.format(channel=name))

    def _in_chat(self, chat: int | str, method: str, **arguments: Any) -> Any:
        """Return the result of a method in a chat, or in the one to which it was upgraded."""
        try:
            return self._api.ask(method, chat_id=chat, **arguments)
        except MovedError as error:
            self._follow_upgrade(int(chat), error.to)
            return self._api.ask(method, chat_id=error.to, **arguments)

    def _follow_upgrade(self, chat: int, to: int) -> None:
        self._channels.move(chat, to)
        self.report(MOVED.format(channel=chat, id=to))

    def _known_chats(self) -> str:
        """Return a hint with the chats and users that the bot has heard from lately; none of it is confirmed."""
        found: dict[str, str] = {}
        with suppress(ChatError):
            for update in self._api.updates(0, (), seconds=0):
                for one in (one for one in update.values() if isinstance(one, Mapping) and "chat" in one):
                    chat = one["chat"]
                    found[str(chat["id"])] = str(chat.get("title") or name_of(chat))
        known = ", ".join(f"{one} ({name})" for one, name in found.items()) or "none yet"
        return (
            "A channel is the id of a group, or @NAME of a public one. Add the bot to the group and write /id there. "
            f"The bot has heard from: {known}."
        )

    def _tell_ids(self, message: Mapping[str, Any]) -> None:
        """Say the ids of a chat and a user, once in each chat, which are needed to add a bridge."""
        chat, user = int(message["chat"]["id"]), (message.get("from") or {}).get("id", "")
        if chat in self._told or len(self._told) > 1000:
            return
        self._told.add(chat)
        key = "chat.telegram.person" if message["chat"]["type"] == "private" else "chat.telegram.group"
        with suppress(ChatError):
            self._api.ask("sendMessage", chat_id=chat, text=say(self._locale, key, chat=chat, user=user))

    def close(self) -> None:
        """End `listen`."""
        self._ended.set()
        self._api.close()

    # Outgoing posts

    def post(self, channel: str, post: Outgoing) -> str:
        """Post to a channel, or change a post there."""
        chat, topic = self._channels.where(channel)
        try:
            return self._post(chat, topic or None, post)
        except ChatRefusedError as error:
            reason = str(error.details["reason"])
            if not any(one in reason for one in SHUT):
                raise
            raise ChannelClosedError(f"{channel}: {reason}", SHUT_HINT) from None

    def send(self, user: str, post: Outgoing) -> str | None:
        """Post to one user; None for a user who has not started a chat with the bot, or has blocked it."""
        try:
            return self._post(int(user), None, post)
        except ChatRefusedError as error:
            if not any(one in str(error.details["reason"]) for one in CLOSED):
                raise
            self.report(f"{self._hearing.names.get(user, user)} must open @{self._hearing.username} and press Start")
            return None

    def _post(self, chat: int, topic: int | None, post: Outgoing) -> str:
        blocks = post.blocks or ((Code(post.text),) if post.block else (literal(post.text),))
        text, entities = written(post.text, blocks, ((one, self._name(chat, one)) for one in post.unnamed))
        look = {"link_preview_options": NO_PREVIEW, "reply_markup": FORCED if post.asks else keyboard(post.choices)}
        arguments = {"chat_id": chat, "text": text, "entities": entities or None, **look}
        try:
            if post.replaces:
                return self._change(post.replaces, chat, arguments)
            above = self._channels.message_id(post.reply_to, chat)
            if above is not None:
                arguments["reply_parameters"] = {"message_id": above, "allow_sending_without_reply": True}
            made = self._made.get(post.key) or self._api.ask("sendMessage", message_thread_id=topic, **arguments)
            self._send_files(int(made["chat"]["id"]), topic, post, made)
        except MovedError as error:
            self._follow_upgrade(chat, error.to)
            return self._post(error.to, topic, post)
        return self._channels.post_id(int(made["chat"]["id"]), int(made["message_id"]))

    def _send_files(self, chat: int, topic: int | None, post: Outgoing, made: Mapping[str, Any]) -> None:
        """Send the files of a post below it; if one fails for now, the post and the others are not sent again."""
        self._made = {post.key: made} if post.files else {}
        for one in post.files[self._sent.get(post.key, 0) :]:
            try:
                self._api.send_file(chat, int(made["message_id"]), topic, one)
            except ChatRefusedError as error:
                self.report(f"{one.name}: {error.details['reason']}")
            self._sent = {post.key: self._sent.get(post.key, 0) + 1}
        self._made, self._sent = {}, {}

    def _change(self, post: str, chat: int, arguments: Mapping[str, Any]) -> str:
        message = self._channels.message_id(post, chat)
        if message is None:
            raise ChatRefusedError("a post of the group before its upgrade cannot change")
        try:
            self._api.ask("editMessageText", message_id=message, **arguments)
        except ChatRefusedError as error:
            if UNCHANGED not in str(error.details["reason"]):
                raise
        return post

    def _name(self, chat: int, user: str) -> str:
        """Return the name to mention a user by."""
        names = self._hearing.names
        if user not in names:
            try:
                names[user] = name_of(self._api.ask("getChatMember", chat_id=chat, user_id=int(user))["user"])
            except ChatRefusedError:
                return user
        return names[user]

    # Incoming items

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield items after a position: Telegram keeps updates for a day until they are confirmed."""
        try:
            yield from self._listen(cursor)
        except (ChatRefusedError, KeyError, TypeError, ValueError) as error:
            raise ChatUnreachableError(f"Telegram said something unexpected: {error}") from None

    def end_position(self) -> str:
        """Return the position after the newest update."""
        newest = self._api.updates(-1, self._hearing.kinds, seconds=0)
        return str(max((int(one["update_id"]) + 1 for one in newest), default=0))

    def _listen(self, cursor: str) -> Iterator[Heard]:
        offset, is_told = int(cursor), False
        while not self._ended.is_set():
            found = self._api.updates(offset, self._hearing.kinds)
            if not is_told:
                yield Position("")
                is_told = True
            for update in without_removed(found):
                offset = int(update["update_id"]) + 1
                with skipping(self.report, "Telegram", f"update {offset - 1}"):
                    yield from self._hearing.heard(update)
