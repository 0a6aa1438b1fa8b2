"""Discord and Telegram pass the suite that every kind of chat runs, against servers that follow their documentation."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from discord_server import TEAM, DiscordServer
from discord_server import TOKEN as DISCORD_TOKEN
from renkei import Chat
from renkei.edges.chat.discord.chat import DiscordChat
from renkei.edges.chat.discord.text import without_mark
from renkei.edges.chat.options import DiscordOptions, TelegramOptions
from renkei.edges.chat.telegram.chat import TelegramChat
from telegram_server import GROUP, TelegramServer
from telegram_server import TOKEN as TELEGRAM_TOKEN

suite = pytest.importorskip("renkei.testing.chat", reason="the suite of adapters is not there yet")

_ESCAPED = re.compile(r"\\(?=[^\w\s])|\u200b|(?<=\W)<(?=https?:)|(?<=\w)>(?!\w)|\*\*")


class DiscordRig(suite.Rig):
    """The local server that follows Discord's documentation."""

    channel = "team"

    def __init__(self, server: DiscordServer) -> None:
        self._server = server
        self.ann, self.stranger = server.user("ann"), server.user("eve")

    def chat(self) -> Chat:
        return DiscordChat(DiscordOptions(api=f"http://127.0.0.1:{self._server.port}"), DISCORD_TOKEN)

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        above = {"message_reference": {"message_id": reply_to}, "type": 19} if reply_to else {}
        return str(self._server.say(self._name(user), text, **above)["id"])

    def edit(self, user: str, post: str, text: str) -> None:
        self._server.edit(self._server.posts[post], text)

    def delete(self, user: str, post: str) -> None:
        self._server.delete(self._server.posts[post])

    def react(self, user: str, post: str, sign: str) -> None:
        self._server.react(self._name(user), self._server.posts[post], sign)

    def _name(self, user: str) -> str:
        return next(name for name, one in self._server.users.items() if one["id"] == user)

    def posts(self) -> list[Any]:
        return [self._shown(one) for one in self._server.made()]

    def _shown(self, post: dict[str, Any]) -> Any:
        thread = post["channel_id"] if post["channel_id"] != TEAM else ""
        name = f"{post['id']}@{thread}" if thread else post["id"]
        author = post["author"]["username"] if "webhook_id" in post else ""
        return suite.Shown(name, _ESCAPED.sub("", without_mark(post["content"])), thread, author)

    @contextmanager
    def outage(self) -> Iterator[None]:
        self._server.stop()
        yield
        self._server.start_again()


class TelegramRig(suite.Rig):
    """The local server that follows Telegram's documentation. Bots hear of no deletions there."""

    channel = str(GROUP)
    recognizes_posts = False

    def __init__(self, server: TelegramServer) -> None:
        self._server = server
        self.ann, self.stranger = server.user("ann"), server.user("eve")

    def chat(self) -> Chat:
        return TelegramChat(TelegramOptions(api=f"http://127.0.0.1:{self._server.port}"), TELEGRAM_TOKEN)

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        above = {"reply_to_message": {"message_id": int(reply_to)}} if reply_to else {}
        return str(self._server.say(self._name(user), text, **above)["message_id"])

    def edit(self, user: str, post: str, text: str) -> None:
        self._server.edit(self._server.messages[GROUP][int(post)], text)

    def react(self, user: str, post: str, sign: str) -> None:
        self._server.react(self._name(user), self._server.messages[GROUP][int(post)], sign)

    def _name(self, user: str) -> str:
        return next(name for name, one in self._server.users.items() if str(one["id"]) == user)

    def posts(self) -> list[Any]:
        return [
            suite.Shown(
                str(one["message_id"]),
                one["text"].replace("\u200b", ""),
                str(one.get("reply_to_message", {}).get("message_id", "")),
            )
            for one in self._server.posts()
        ]

    @contextmanager
    def outage(self) -> Iterator[None]:
        self._server.stop()
        yield
        self._server.start_again()


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.edges.chat.discord.gateway.CHECK_SECONDS", 0.05)
    for place in ("bridge", "relay"):
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.FIRST_PAUSE", 0.05)
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.LONGEST_PAUSE", 0.2)


@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: str(check.__name__))
@pytest.mark.parametrize(("rig", "server"), [(DiscordRig, DiscordServer), (TelegramRig, TelegramServer)])
def test_a_chat_passes_the_suite(rig: Callable[[Any], Any], server: Callable[[], Any], check: Any) -> None:
    made = server()
    suite.without(check, pytest.skip)(rig(made))
    made.stop()
