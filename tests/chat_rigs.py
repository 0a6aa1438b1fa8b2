"""Rigs for the suite of `renkei.testing.chat`: how people act in each kind of chat, without its adapter."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from local_synapse import LocalSynapse

from discord_server import TEAM, DiscordServer
from discord_server import TOKEN as DISCORD_TOKEN
from irc_server import IrcServer, Person
from local_server import LocalServer, free_port
from matrix_people import Person as MatrixPerson
from mattermost_server import BOT, MattermostServer
from mattermost_server import TOKEN as MATTERMOST_TOKEN
from renkei import Chat, Deletion, MemoryChat, Outgoing
from renkei.edges.chat.discord.chat import DiscordChat
from renkei.edges.chat.discord.text import without_mark
from renkei.edges.chat.errors import ChannelClosedError, ChatUnreachableError
from renkei.edges.chat.irc.chat import IrcChat
from renkei.edges.chat.matrix.chat import MatrixChat
from renkei.edges.chat.mattermost.chat import MattermostChat
from renkei.edges.chat.options import (
    DiscordOptions,
    IrcOptions,
    MatrixOptions,
    MattermostOptions,
    SlackOptions,
    TelegramOptions,
)
from renkei.edges.chat.slack.chat import SlackChat
from renkei.edges.chat.telegram.chat import TelegramChat
from renkei.immutable.frozen import frozen
from renkei.testing.rig import CannotDoError, Rig, Shown
from slack_server import APP, SlackServer
from slack_server import TOKEN as SLACK_TOKEN
from telegram_server import GROUP, TelegramServer
from telegram_server import TOKEN as TELEGRAM_TOKEN

NAMES = {"1": "one", "2": "two"}
"""The names of reactions, where a chat has names for them."""


class PeopledChat(MemoryChat):
    """The chat in memory, with what people can do in other chats."""

    hears_reactions = replaces_posts = True
    is_closed = False
    wait = 0.0

    def post(self, channel: str, post: Outgoing) -> str:
        if self.is_closed:
            raise ChannelClosedError(f"{channel} is archived", "Unarchive it.")
        if self.wait:
            raise ChatUnreachableError("it asks for patience", self.wait)
        return super().post(channel, post)


@frozen
class Command:
    """How the command line connects a kind of chat: its options but the channel, and the secrets in the environment."""

    kind: str
    options: tuple[object, ...]
    secrets: dict[str, str]


class MemoryRig(Rig):
    """The chat in memory: each adapter is the chat itself, so nothing outlives it."""

    channel, ann, guest = "team", "U1", "U9"
    remembers = False

    def __init__(self) -> None:
        self._chat = PeopledChat()

    def chat(self) -> Chat:
        return self._chat

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        return self._chat.say(user, text, reply_to=reply_to).id

    def edit(self, user: str, post: str, text: str) -> None:
        self._chat.say(user, text, edits=post)

    def delete(self, user: str, post: str) -> None:
        self._chat.hear(Deletion(post, "team", user))

    def react(self, user: str, post: str, sign: str) -> None:
        self._chat.say(user, sign, reply_to=post, reaction=True)

    @contextmanager
    def closed(self) -> Iterator[None]:
        self._chat.is_closed = True
        yield
        self._chat.is_closed = False

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        self._chat.wait = seconds
        yield
        self._chat.wait = 0.0

    def posts(self) -> list[Shown]:
        made = [(post, name) for _, post, name in self._chat.posts if isinstance(post, Outgoing)]
        return [Shown(name, post.text, post.reply_to) for post, name in made]


class LinesRig(Rig):
    """The chat of the documentation, whose class is read from the page."""

    channel, ann, guest = "team", "kim", "eve"

    def __init__(self, directory: Path, page: Path) -> None:
        blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
        code = next(one for one in blocks if "class LinesChat" in one)
        self._names: dict[str, Any] = {}
        exec(code.partition("\nproject = ")[0], self._names)
        self._path = directory / "chat.jsonl"
        self._people = self.chat()

    def chat(self) -> Any:
        return self._names["LinesChat"](self._path)

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        self._people.say(user, "team", text)  # type: ignore[attr-defined]
        return str(len(self._people.lines()))  # type: ignore[attr-defined]

    def posts(self) -> list[Shown]:
        return [Shown(one["key"], one["text"]) for one in self._people.lines() if one["author"] == "renkei"]  # type: ignore[attr-defined]


@contextmanager
def limiting(server: LocalServer, path: str, seconds: float) -> Iterator[None]:
    """Let requests to a path wait while the block runs."""
    server.limited = (path, seconds)
    yield
    server.limited = None


class SlackRig(Rig):
    """The local server that follows Slack's documentation."""

    channel, ann, guest = "#team", "U0ANN0000", "U0EVE0000"

    def __init__(self, server: SlackServer) -> None:
        self._server = server

    def chat(self) -> Chat:
        return SlackChat(SlackOptions(api=f"{self._server.address}/api"), APP, SLACK_TOKEN)

    def command(self) -> Command:
        api = f"{self._server.address}/api"
        return Command("slack", ("--api", api), {"SLACK_APP_TOKEN": APP, "SLACK_BOT_TOKEN": SLACK_TOKEN})

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        thread = {"thread_ts": reply_to.partition("@")[2] or reply_to} if reply_to else {}
        post = self._server.say(user, text.replace("&", "&amp;").replace("<", "&lt;"), **thread)
        return f"{post['ts']}@{post['thread_ts']}" if thread else str(post["ts"])

    def edit(self, user: str, post: str, text: str) -> None:
        self._server.edit(self._post(post), text)

    def delete(self, user: str, post: str) -> None:
        self._server.delete(self._post(post))

    def react(self, user: str, post: str, sign: str) -> None:
        self._server.react(user, self._post(post), NAMES.get(sign, sign))

    def unreact(self, user: str, post: str, sign: str) -> None:
        self._server.unreact(user, self._post(post), NAMES.get(sign, sign))

    def press(self, user: str, post: str, label: str) -> None:
        found = self._post(post)
        (buttons,) = [one["elements"] for one in found["blocks"] if one["type"] == "actions"]
        self._server.press(user, found, [one["text"]["text"] for one in buttons].index(label))

    def rename(self, name: str) -> None:
        self._server.rename("C0TEAM000", name)

    @contextmanager
    def closed(self) -> Iterator[None]:
        self._server.archive("C0TEAM000")
        yield
        self._server.archive("C0TEAM000", archived=False)

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        self._server.limited = seconds
        yield
        self._server.limited = 0.0

    def _post(self, name: str) -> dict[str, Any]:
        every = (one for posts in self._server.posts.values() for one in posts)
        return next(one for one in every if one["ts"] == name.partition("@")[0])

    def posts(self) -> list[Shown]:
        found = [one for one in self._server.own() if one["channel"] == "C0TEAM000"]
        names = ("thread_ts", "username")
        return [Shown(one["ts"], _rich(one["blocks"]).strip(), *(one.get(name, "") for name in names)) for one in found]

    @contextmanager
    def outage(self) -> Iterator[None]:
        self._server.stop()
        yield
        self._server.start_again()


def _rich(found: Any) -> str:
    if isinstance(found, list):
        return "".join(map(_rich, found))
    if found.get("type") == "actions":
        return ""
    text = _rich(found["elements"]) if "elements" in found else found.get("text") or found.get("url") or "@"
    return f"{text}\n" if str(found.get("type", "")).startswith("rich_text_") else text


class MattermostRig(Rig):
    """The local server that follows Mattermost's documentation."""

    channel = "eng/team"

    def __init__(self, server: MattermostServer) -> None:
        self._server, self._name = server, "team"
        self.ann, self.guest = server.user("ann"), server.user("eve")
        self._listen = f"127.0.0.1:{free_port()}"

    def chat(self) -> Chat:
        server, url = f"http://127.0.0.1:{self._server.port}", f"http://{self._listen}/renkei"
        options = MattermostOptions(server=server, buttons=url, buttons_listen=self._listen)
        return MattermostChat(options, MATTERMOST_TOKEN)

    def command(self) -> Command:
        server = f"http://127.0.0.1:{self._server.port}"
        return Command("mattermost", ("--server", server), {"RENKEI_MATTERMOST_TOKEN": MATTERMOST_TOKEN})

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        return str(self._server.say(user, text, self._name, root_id=reply_to)["id"])

    def edit(self, user: str, post: str, text: str) -> None:
        self._server.edit(self._server.posts[post], text)

    def delete(self, user: str, post: str) -> None:
        self._server.delete(self._server.posts[post])

    def react(self, user: str, post: str, sign: str) -> None:
        name = self._server.users[user]
        self._server.react(name, self._server.posts[post], NAMES.get(sign, sign))

    def unreact(self, user: str, post: str, sign: str) -> None:
        self._server.unreact(self._server.users[user], self._server.posts[post], NAMES.get(sign, sign))

    def press(self, user: str, post: str, label: str) -> None:
        self._server.press(self._server.users[user], self._server.posts[post], label)

    def rename(self, name: str) -> None:
        self._server.rename("team", name)
        self._name = name

    @contextmanager
    def closed(self) -> Iterator[None]:
        self._server.archive("team")
        yield
        self._server.archive("team", archived=False)

    def limited(self, seconds: float) -> AbstractContextManager[None]:
        return limiting(self._server, "POST /api/v4/posts", seconds)

    def posts(self) -> list[Shown]:
        every = sorted(self._server.posts.values(), key=lambda one: one["create_at"])
        own = [one for one in every if one["user_id"] == BOT and not one["delete_at"]]
        clean = re.compile(r"\\(?=[^\w\s])|\u200b")
        return [
            Shown(one["id"], clean.sub("", one["message"]), one["root_id"], one["props"].get("override_username", ""))
            for one in own
        ]

    @contextmanager
    def outage(self) -> Iterator[None]:
        self._server.stop()
        yield
        self._server.start_again()


class MatrixRig(Rig):
    """A room of a real homeserver; with the file of a registration, the bridge is an application service."""

    def __init__(self, server: LocalSynapse, file: str, *people: MatrixPerson) -> None:
        ann, eve, bot = people
        self._server, self._people, self._bot, self._file = server, {ann.id: ann, eve.id: eve}, bot, file
        self.ann, self.guest = ann.id, eve.id
        self.channel = ann.make_room("", eve)
        self._reactions: dict[tuple[str, str, str], str] = {}

    def chat(self) -> Chat:
        options = MatrixOptions(homeserver=self._server.address, registration=self._file)
        return MatrixChat(options, "" if self._file else self._bot.account.token)

    def command(self) -> Command:
        options = ("--homeserver", self._server.address, *(("--registration", self._file) if self._file else ()))
        return Command("matrix", options, {} if self._file else {"RENKEI_MATRIX_TOKEN": self._bot.account.token})

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        person = self._people[user]
        return person.reply(self.channel, reply_to, text) if reply_to else person.post(self.channel, text)

    def edit(self, user: str, post: str, text: str) -> None:
        self._people[user].edit(self.channel, post, text)

    def delete(self, user: str, post: str) -> None:
        self._people[user].redact(self.channel, post)

    def react(self, user: str, post: str, sign: str) -> None:
        self._reactions[user, post, sign] = self._people[user].react(self.channel, post, sign)

    def unreact(self, user: str, post: str, sign: str) -> None:
        self.delete(user, self._reactions[user, post, sign])

    def rename(self, name: str) -> None:
        self._people[self.ann].ask("PUT", f"rooms/{self.channel}/state/m.room.name", {"name": name})

    @contextmanager
    def closed(self) -> Iterator[None]:
        if self._file:
            raise CannotDoError("close a room for its agents")
        ann, bot = self._people[self.ann], self._bot.id
        ann.ask("POST", f"rooms/{self.channel}/kick", {"user_id": bot})
        yield
        ann.invite(self.channel, bot)

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        if self._file:
            raise CannotDoError("limit an application service, which asks for no limits")
        self._server.kill()
        self._server.exempt(*self._people)
        self._server.configure(rc_message={"per_second": 1 / seconds, "burst_count": 0})
        self._server.start()
        yield
        self._server.kill()
        self._server.configure()
        self._server.start()

    def posts(self) -> list[Shown]:
        found: dict[str, Shown] = {}
        for one in self._people[self.ann].posts(self.channel):
            content, relation = one["content"], one["content"].get("m.relates_to", {})
            if one["sender"] in self._people or "body" not in content:
                continue
            if relation.get("rel_type") == "m.replace":
                text = content["m.new_content"]["body"]
                found[relation["event_id"]] = Shown(relation["event_id"], text, "", found[relation["event_id"]].author)
                continue
            agent = one["sender"].partition(":")[0].partition("_")[2]
            found[one["event_id"]] = Shown(one["event_id"], content["body"], relation.get("event_id", ""), agent)
        return list(found.values())

    @contextmanager
    def outage(self) -> Iterator[None]:
        self._server.kill()
        yield
        self._server.start()


class IrcRig(Rig):
    """A channel of a real ngircd, where nothing is kept."""

    channel, ann, guest = "#team", "ann", "eve"
    remembers = recognizes_posts = False

    def __init__(self, server: IrcServer, join: Callable[..., Person]) -> None:
        self._server = server
        self._people = {name: join(server.port, name, "#team") for name in ("ann", "eve")}

    def chat(self) -> Chat:
        return IrcChat(IrcOptions(server="127.0.0.1", port=self._server.port, tls=False, trust_nicks=True))

    def command(self) -> Command:
        return Command("irc", ("--server", "127.0.0.1", "--port", self._server.port, "--no-tls", "--trust-nicks"), {})

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        self._people[user].say(text)
        return ""

    def posts(self) -> list[Shown]:
        posts: list[str] = []
        for line in self._people["eve"].said():
            if re.match(r"\S+ → ", line) or not posts:
                posts.append(line)
            else:
                posts[-1] += f"\n{line}"
        return [Shown(str(at), text) for at, text in enumerate(posts)]


_DISCORD_ESCAPED = re.compile(r"\\(?=[^\w\s])|\u200b|(?<=\W)<(?=https?:)|(?<=\w)>(?!\w)|\*\*")


class DiscordRig(Rig):
    """The local server that follows Discord's documentation."""

    channel = "team"

    def __init__(self, server: DiscordServer) -> None:
        self._server = server
        self.ann, self.guest = server.user("ann"), server.user("eve")

    def chat(self) -> Chat:
        return DiscordChat(DiscordOptions(api=f"http://127.0.0.1:{self._server.port}"), DISCORD_TOKEN)

    def command(self) -> Command:
        api = f"http://127.0.0.1:{self._server.port}"
        return Command("discord", ("--api", api), {"DISCORD_BOT_TOKEN": DISCORD_TOKEN})

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        above = {"message_reference": {"message_id": reply_to}, "type": 19} if reply_to else {}
        return str(self._server.say(self._name(user), text, **above)["id"])

    def edit(self, user: str, post: str, text: str) -> None:
        self._server.edit(self._server.posts[post], text)

    def delete(self, user: str, post: str) -> None:
        self._server.delete(self._server.posts[post])

    def react(self, user: str, post: str, sign: str) -> None:
        self._server.react(self._name(user), self._server.posts[post], sign)

    def unreact(self, user: str, post: str, sign: str) -> None:
        self._server.unreact(self._name(user), self._server.posts[post], sign)

    def press(self, user: str, post: str, label: str) -> None:
        self._server.press(self._name(user), self._server.posts[post], label)

    def rename(self, name: str) -> None:
        self._server.rename(TEAM, name)

    def limited(self, seconds: float) -> AbstractContextManager[None]:
        return limiting(self._server, "POST .*(messages|webhooks/[^/]*/w)$", seconds)

    def _name(self, user: str) -> str:
        return next(name for name, one in self._server.users.items() if one["id"] == user)

    def posts(self) -> list[Shown]:
        return [self._shown(one) for one in self._server.made()]

    def _shown(self, post: dict[str, Any]) -> Shown:
        thread = post["channel_id"] if post["channel_id"] != TEAM else ""
        name = f"{post['id']}@{thread}" if thread else post["id"]
        author = post["author"]["username"] if "webhook_id" in post else ""
        return Shown(name, _DISCORD_ESCAPED.sub("", without_mark(post["content"])), thread, author)

    @contextmanager
    def outage(self) -> Iterator[None]:
        self._server.stop()
        yield
        self._server.start_again()


class TelegramRig(Rig):
    """The local server that follows Telegram's documentation. Bots hear of no deletions there."""

    channel = str(GROUP)
    recognizes_posts = False

    def __init__(self, server: TelegramServer) -> None:
        self._server = server
        self.ann, self.guest = server.user("ann"), server.user("eve")

    def chat(self) -> Chat:
        return TelegramChat(TelegramOptions(api=f"http://127.0.0.1:{self._server.port}"), TELEGRAM_TOKEN)

    def command(self) -> Command:
        api = f"http://127.0.0.1:{self._server.port}"
        return Command("telegram", ("--api", api), {"TELEGRAM_BOT_TOKEN": TELEGRAM_TOKEN})

    def say(self, user: str, text: str, reply_to: str = "") -> str:
        above = {"reply_to_message": {"message_id": int(reply_to)}} if reply_to else {}
        return str(self._server.say(self._name(user), text, **above)["message_id"])

    def edit(self, user: str, post: str, text: str) -> None:
        self._server.edit(self._server.messages[GROUP][int(post)], text)

    def react(self, user: str, post: str, sign: str) -> None:
        self._server.react(self._name(user), self._server.messages[GROUP][int(post)], sign)

    def unreact(self, user: str, post: str, sign: str) -> None:
        self._server.unreact(self._name(user), self._server.messages[GROUP][int(post)], sign)

    def press(self, user: str, post: str, label: str) -> None:
        self._server.press(self._name(user), self._server.messages[GROUP][int(post)], label)

    def rename(self, name: str) -> None:
        self._server.rename(GROUP, name)

    @contextmanager
    def closed(self) -> Iterator[None]:
        self._server.chats[GROUP]["kicked"] = True
        yield
        self._server.chats[GROUP]["kicked"] = False

    def limited(self, seconds: float) -> AbstractContextManager[None]:
        return limiting(self._server, "sendMessage", seconds)

    def _name(self, user: str) -> str:
        return next(name for name, one in self._server.users.items() if str(one["id"]) == user)

    def posts(self) -> list[Shown]:
        return [
            Shown(
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
