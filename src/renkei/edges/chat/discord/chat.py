"""Discord as a chat of a bridge, through its gateway and its HTTP API.

The gateway reports events, also those of some minutes after a kill. After a new session, missed posts are read from the
history. Discord recognizes a repeated post of a bot by its nonce for some minutes, and one of a webhook not at all: a
post ends with its key, and is searched for before it is repeated.
"""

import json
from collections.abc import Iterator, Sequence
from threading import Event
from typing import TYPE_CHECKING, Any

import httpx2

from renkei.edges.chat.discord.api import PER_PAGE, DiscordApi, DiscordRefusedError, number_of
from renkei.edges.chat.discord.commands import application_commands
from renkei.edges.chat.discord.event_link import INTENT_HINT, EventLink
from renkei.edges.chat.discord.events import NO_EMBEDS, Hearing, post_id, thread_of
from renkei.edges.chat.discord.faces import Faces, face_of
from renkei.edges.chat.discord.missed import Missed
from renkei.edges.chat.discord.past import past_of, posts_before
from renkei.edges.chat.discord.text import buttons_of, content_of, mark_of, title_of
from renkei.edges.chat.errors import ChannelClosedError, ChatRefusedError, ChatUnreachableError, skipping
from renkei.edges.chat.options import DiscordOptions
from renkei.edges.chat.past.moment import seconds_of
from renkei.edges.chat.port import Chat, Heard, Outgoing, PastPost, Position
from renkei.edges.chat.spans import literal
from renkei.edges.chat.wrong_server import expects_its_server
from renkei.errors import BadValueError
from renkei.immutable.replacing import replace

if TYPE_CHECKING:
    from renkei.edges.chat.settings import BridgeSettings
    from renkei.project.project import Project

TEXT_CHANNELS = (0, 5)
"""The types of channels with posts: of all users, and of announcements."""

READS_CONTENT = 1 << 18 | 1 << 19
"""The flags of an application that may read what people write."""

LONGEST_NONCE = 25

MOST_NAMED = 100
"""Most users that a post may interrupt (Discord's documentation of allowed mentions)."""

PAGES_OF_FIND = 3
"""Pages of a channel to search for a post that a killed process may have made."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK = 10003, 10008, 10015
NOT_ITS_POST, NO_RIGHT, NO_ACCESS, NO_DIRECT, ARCHIVED, HAS_THREAD = 50005, 50013, 50001, 50007, 50083, 160004
"""The numbers of Discord's errors."""

NO_THREAD = (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, NO_RIGHT, NO_ACCESS, ARCHIVED)
"""Why a post cannot be in a thread."""

NO_FILES = (40005, NO_RIGHT)
"""Why a post cannot have files."""

CHANNEL_HINT = "Name a channel as in Discord, or its id, and let the bot see it: the server's invitation adds the bot."

CLOSED_HINT = "Let the bot see the channel, and post in it and in its threads."

FACELESS = "The bot may not manage webhooks in {channel}, so that agents have no names and pictures there"

NO_COMMANDS = "The bot was invited without the scope applications.commands, so that Discord does not offer its commands"


class DiscordChat(Chat):
    """Text channels of Discord's servers with their threads, and direct posts to the bot."""

    limit = 1400  # the markup that is escaped, the mark and mentions need room below 2,000 characters
    shows_blocks = True
    shows_authors = True
    shows_files = True
    replaces_posts = True
    shows_choices = True
    hears_reactions = True

    def __init__(self, options: DiscordOptions, token: str = "") -> None:
        self._ended = Event()
        self._api = DiscordApi(options.api, token, self._ended)
        self._gateway = EventLink(self._api, self._ended)
        self._faces = Faces(self._api)
        self._hearing = Hearing(self._api, self._gateway, lambda where: self.known_posts(where))
        self._ids: dict[str, str] = {}
        self._servers: dict[str, None] = {}
        self._people: tuple[str, ...] = ()
        self._direct: dict[str, str] = {}
        self._threads: set[str] = set()
        self._doubtful: set[str] = set()
        self._locale: Any = "en"

    def attach(self, project: "Project", bridge: str, settings: "BridgeSettings") -> "BridgeSettings":
        """Check the ids of people, whose direct posts are looked for after a new session."""
        self._locale = project.state.locale
        self._hearing.locale = self._locale
        for user in settings.people:
            if not user.isdigit():
                hint = (
                    "Turn on the developer mode in Discord's settings (Advanced); a user's menu then has Copy User ID."
                )
                raise BadValueError(path="/people", got=user, expected="a number", hint=hint)
        self._people = tuple(settings.people)
        return settings

    @expects_its_server
    def open(self, channels: Sequence[str]) -> None:
        """Sign in, find the channels and their webhooks, and offer the commands."""
        self.user = self._hearing.user = str(self._api.get("/users/@me")["id"])
        application = self._api.get("/applications/@me")
        self._hearing.application = str(application["id"])
        if not int(application.get("flags", 0)) & READS_CONTENT:
            raise ChatRefusedError("the bot may not read what people write", INTENT_HINT)
        listed = self._listed() if any(not one.isdigit() for one in channels) else []
        for name in channels:
            self._add(name, listed)
        faceless = [name for name, one in self._ids.items() if not self._faces.find(one, self._hearing.application)]
        self.shows_authors = not faceless
        if faceless:
            self.report(FACELESS.format(channel=", ".join(faceless)))
        for server in self._servers:
            self._offer_commands(server)
        for user in self._people:
            self._look_for_direct(user)

    def _listed(self) -> list[dict[str, Any]]:
        """Return the channels of the bot's servers."""
        servers = self._api.get("/users/@me/guilds")
        return [
            {**one, "guild_id": str(server["id"]), "named": f"{server['name']}/{one['name']}"}
            for server in servers
            for one in self._api.get(f"/guilds/{server['id']}/channels")
            if one.get("type") in TEXT_CHANNELS
        ]

    def _add(self, name: str, listed: list[dict[str, Any]]) -> None:
        if name.isdigit():
            found = [self._channel(name)]
        else:
            wanted = name.removeprefix("#")
            found = [one for one in listed if wanted in (one["name"], one["named"])]
        if len(found) > 1:
            names = ", ".join(f"{one['named']} ({one['id']})" for one in found)
            raise ChatRefusedError(f"several channels are called {name}: {names}", CHANNEL_HINT)
        if not found or found[0].get("type") not in TEXT_CHANNELS:
            known = ", ".join(str(one["named"]) for one in listed)
            raise ChatRefusedError(f"there is no text channel {name}", f"{CHANNEL_HINT} It sees: {known or '–'}.")
        channel = str(found[0]["id"])
        self._ids[name], self._hearing.channels[channel] = channel, name
        self._servers[str(found[0]["guild_id"])] = None

    def _channel(self, name: str) -> dict[str, Any]:
        try:
            return dict(self._api.get(f"/channels/{name}"))
        except DiscordRefusedError as error:
            hint = error.details["hint"] or CHANNEL_HINT
            raise ChatRefusedError(f"{name}: {error.details['reason']}", hint) from None

    def _offer_commands(self, server: str) -> None:
        path = f"/applications/{self._hearing.application}/guilds/{server}/commands"
        try:
            self._api.ask("PUT", path, json=application_commands(self._locale))
        except DiscordRefusedError:
            self.report(NO_COMMANDS)

    def close(self) -> None:
        """End `listen`; the session stays for some minutes. `find` recognizes a post that is being made."""
        self._ended.set()
        self._api.close()

    # Outgoing posts

    def post(self, channel: str, post: Outgoing) -> str:
        """Post to a channel, or change a post there."""
        try:
            return self._post(self._ids[channel], post, is_direct=False)
        except DiscordRefusedError as error:
            if error.number not in (NO_ACCESS, NO_RIGHT):
                raise
            raise ChannelClosedError(f"{channel}: {error.details['reason']}", CLOSED_HINT) from None

    def send(self, user: str, post: Outgoing) -> str | None:
        """Post to one user; None if the user takes no posts of the bot."""
        try:
            return self._post(self._direct_id(user), post, is_direct=True)
        except DiscordRefusedError as error:
            if error.number != NO_DIRECT:
                raise
            self.report(f"{self._hearing.names.get(user, user)} takes no direct messages of the bot")
            return None

    def find(self, channel: str, key: str) -> str | None:
        """Record that a post may have been made: `post` knows its thread, and looks for it there."""
        self._doubtful.add(key)
        return None

    def _direct_id(self, user: str) -> str:
        if user not in self._direct:
            channel = str(self._api.post("/users/@me/channels", {"recipient_id": user})["id"])
            self._direct[user], self._hearing.direct[channel] = channel, user
        return self._direct[user]

    def _post(self, channel: str, post: Outgoing, is_direct: bool) -> str:
        if post.replaces:
            self._change(channel, post, is_direct)
            return post.replaces
        first = thread_of(post.reply_to)
        thread = self._thread(channel, first) if first.isdigit() and not is_direct else ""
        made = self._made_before(channel, thread, post.key) or self._make(channel, thread, post, is_direct)
        self._doubtful.discard(post.key)
        return made

    def _thread(self, channel: str, first: str) -> str:
        """Return the thread below a post, created if it is missing; "" if there cannot be one."""
        if first in self._threads:
            return first
        try:
            try:
                self._api.get(f"/channels/{first}")
            except DiscordRefusedError as error:
                if error.number != UNKNOWN_CHANNEL:
                    raise
                above = self._api.get(f"/channels/{channel}/messages/{first}")
                body = {"name": title_of(str(above.get("content", "")))}
                self._api.post(f"/channels/{channel}/messages/{first}/threads", body)
        except DiscordRefusedError as error:
            if error.number in NO_THREAD:
                return ""
            if error.number != HAS_THREAD:
                raise
        self._threads.add(first)
        return first

    def _made_before(self, channel: str, thread: str, key: str) -> str:
        """Return the id of a post made by a killed process or an unanswered request, or ""."""
        if key not in self._doubtful:
            return ""
        before: dict[str, str] = {}
        for _ in range(PAGES_OF_FIND):
            page = self._api.get(f"/channels/{thread or channel}/messages", limit=PER_PAGE, **before)
            for one in page:
                if self._hearing.is_own(one) and str(one.get("content", "")).endswith(mark_of(key)):
                    return post_id(str(one["id"]), thread)
            if len(page) < PER_PAGE:
                break
            before = {"before": str(page[-1]["id"])}
        return ""

    def _make(self, channel: str, thread: str, post: Outgoing, is_direct: bool) -> str:
        face = "" if is_direct or post.block else self._faces.address(channel, post.author)  # a block has no mark
        body = self._body(post, bool(face))
        try:
            if face and post.author is not None:
                where = {"wait": "true", "with_components": "true", **({"thread_id": thread} if thread else {})}
                made = self._api.post(face, body | face_of(post.author), post.files, params=where)
            else:
                body |= {"nonce": post.key[:LONGEST_NONCE], "enforce_nonce": True}
                if is_direct and post.reply_to.isdigit():
                    body["message_reference"] = {"message_id": post.reply_to, "fail_if_not_exists": False}
                made = self._api.post(f"/channels/{thread or channel}/messages", body, post.files)
        except DiscordRefusedError as error:
            if face and error.number == UNKNOWN_WEBHOOK:
                self._faces.forget(channel)
                self._faces.find(channel, self._hearing.application)
                raise ChatUnreachableError("the webhook was deleted") from None
            if post.files and error.number in NO_FILES:  # too large for the server, or no right to attach them
                names = "\n".join(f"[{one.name}]" for one in post.files)
                blocks = (*post.blocks, literal(names)) if post.blocks else ()
                less = replace(post, text=f"{post.text}\n{names}", blocks=blocks, files=())
                return self._make(channel, thread, less, is_direct)
            if thread and error.number in NO_THREAD:
                self._threads.discard(thread)
                return self._make(channel, "", post, is_direct)
            raise
        return post_id(str(made["id"]), thread)

    def _body(self, post: Outgoing, has_face: bool) -> dict[str, Any]:
        shows_name = self.shows_authors and not has_face and post.author is not None
        name = post.author.name if shows_name and post.author is not None else ""
        return {
            "content": content_of(post, name),
            "components": buttons_of(post.choices),
            "flags": NO_EMBEDS,
            "allowed_mentions": {"parse": [], "users": list(post.mentions[:MOST_NAMED]), "replied_user": False},
        }

    def _change(self, channel: str, post: Outgoing, is_direct: bool) -> None:
        """Change a post: only its author can, the webhook or the bot."""
        message, _, thread = post.replaces.partition("@")
        face = "" if is_direct else self._faces.address(channel, post.author)
        within = {"thread_id": thread} if thread else {}
        if face:
            try:
                params = {"with_components": "true", **within}
                self._api.ask("PATCH", f"{face}/messages/{message}", json=self._body(post, True), params=params)
            except DiscordRefusedError as error:
                if error.number not in (UNKNOWN_MESSAGE, NOT_ITS_POST):
                    raise
            else:
                return
        path = f"/channels/{thread or channel}/messages/{message}"
        self._api.ask("PATCH", path, json=self._body(post, False))

    # Incoming items

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield items after a position: from the session, or from the history and then a new session."""
        try:
            yield from self._listen(cursor)
        except httpx2.TransportError as error:
            raise ChatUnreachableError(str(error) or type(error).__name__) from None
        except (DiscordRefusedError, KeyError, TypeError, ValueError) as error:
            raise ChatUnreachableError(f"Discord said something unexpected: {error}") from None

    def _listen(self, cursor: str) -> Iterator[Heard]:
        self._hearing.resume(cursor)
        missed = Missed(self._api, self._hearing, self._servers, self.report)
        while not self._ended.is_set():
            for name, data in self._gateway.events():
                if name == "READY":
                    self._hearing.owes_history = True
                    yield Position(self._hearing.cursor())
                if self._hearing.owes_history or name == "GAP":
                    yield from missed.items()
                    self._hearing.owes_history = False
                if name in ("READY", "RESUMED"):
                    yield Position(self._hearing.cursor())
                with skipping(self.report, "Discord", name):
                    if name == "CHANNEL_UPDATE":
                        self._renamed(self._hearing.channels.get(str(data["id"]), ""), str(data["name"]))
                    yield from self._hearing.event(name, data)

    def _renamed(self, known: str, name: str) -> None:
        if not known.removeprefix("#").rpartition("/")[2].isdigit():  # a channel named by its id
            self.report_renamed(known, name)

    def end_position(self) -> str:
        """Return the position after the newest post that the bridge could hear."""
        places = [self._api.get(f"/channels/{one}") for one in (*self._ids.values(), *self._hearing.direct)]
        for server in self._servers:
            threads = self._api.get(f"/guilds/{server}/threads/active")["threads"]
            places += [one for one in threads if str(one.get("parent_id")) in self._hearing.channels]
        return self._hearing.begin(max((int(one.get("last_message_id") or 0) for one in places), default=0))

    def past(self, channel: str, before: str, since: str) -> Iterator[PastPost]:
        """Yield the posts of a channel and of its threads from before the bridge began to listen."""
        begun = int(json.loads(before)["begun"])
        for message in posts_before(self._api, self._hearing, self._ids[channel], begun, 1000 * seconds_of(since)):
            with skipping(self.report, "Discord", f"post {number_of(message)}"):
                for post in self._hearing.posted(message):
                    if not post.relayed:
                        yield past_of(post, message)

    def _look_for_direct(self, user: str) -> None:
        """Find the channel with a user: Discord lists none to bots."""
        try:
            self._direct_id(user)
        except DiscordRefusedError as error:
            self.report(f"there is no direct channel with {user}: {json.dumps(error.details['reason'])}")
