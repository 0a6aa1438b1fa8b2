"""Slack as a chat of a bridge, through its Web API and Socket Mode.

The WebSocket reports events; after each new link, missed ones are read from the history of the channels. Slack cannot
recognize repeated posts, so a post has its key in its metadata, and is searched for there before it is repeated.
"""

import json
import re
from collections.abc import Iterator, Sequence
from math import inf
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from renkei.edges.chat.errors import ChatError, ChatRefusedError, ChatUnreachableError, skipping
from renkei.edges.chat.options import SlackOptions
from renkei.edges.chat.past.moment import seconds_of
from renkei.edges.chat.port import Chat, Heard, Home, Outgoing, PastPost, Post
from renkei.edges.chat.slack.api import FACES, HINTS, LONG_SECONDS, TOKENS, SlackApi, refused
from renkei.edges.chat.slack.events import Hearing, post_id, thread_of
from renkei.edges.chat.slack.forms import BY_COMMAND, SLASH, asks_for_form, home_of, reason_form
from renkei.edges.chat.slack.missed import before as posts_before
from renkei.edges.chat.slack.missed import latest, missed, named, recent, stamp_of
from renkei.edges.chat.slack.people import SlackPeople
from renkei.edges.chat.slack.socket_mode import SlackSocket, event_of, is_kept
from renkei.edges.chat.slack.text import blocks_of, fallback, metadata_of, payload_of
from renkei.edges.chat.wrong_server import expects_its_server
from renkei.immutable.replacing import replace
from renkei.protocol.primitives import Locale

if TYPE_CHECKING:
    from renkei.edges.chat.settings import BridgeSettings
    from renkei.project.project import Project

_ID = re.compile(r"[CG][A-Z0-9]{6,}")

_GONE = ("thread_not_found", "message_not_found", "cannot_reply_to_message")
"""Errors that mean the first post of a thread was deleted."""


NO_FACES = f"Slack shows the app as the author of all posts: give the app the scope {FACES}, and install it again."

LATER = (
    "Slack gives the history of what the bridge missed only in {minutes} minutes. It is read then; new posts are heard"
)

READ = "Slack has given the history that the bridge missed; nothing is left of it"

LONGEST_NAME = 80
"""Most characters of the name of an author."""


class SlackChat(Chat):
    """Channels of a Slack workspace, and direct messages of the app."""

    limit = 3000  # what a block of text may have in characters, whatever it is written in
    carries_data = True
    shows_blocks = True
    shows_authors = True
    replaces_posts = True
    shows_files = True
    shows_choices = True
    hears_reactions = True
    shows_homes = True
    command_prefix = "!"

    def __init__(self, options: SlackOptions, app_token: str = "", bot_token: str = "") -> None:
        self._ended = Event()
        self._api = SlackApi(options.api, bot_token, self._ended)
        self._socket = SlackSocket(self._api, app_token, self._ended)
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._direct: dict[str, str] = {}
        self._doubtful: set[str] = set()
        self._hearing = Hearing(self._api, SlackPeople(self._api), self._names)
        self._locale: Locale = "en"
        self._signed_in = 0.0
        """When the app signed in, by Slack's clock."""
        self._again = inf
        """When history is asked for again that Slack did not give (monotonic)."""
        self._hearing.renamed = self._renamed

    def attach(self, project: "Project", bridge: str, settings: "BridgeSettings") -> "BridgeSettings":
        """Note the language of the project."""
        self._locale = project.state.locale
        return settings

    @expects_its_server
    def open(self, channels: Sequence[str]) -> None:
        """Sign in, join the channels and connect."""
        who, scopes, self._signed_in = self._api.sign_in()
        self.shows_authors = FACES in scopes
        self.lacks = "" if self.shows_authors else NO_FACES
        self.user = str(who["user_id"])
        self._hearing.user, self._hearing.bot = self.user, str(who.get("bot_id") or "")
        listed = {} if all(map(_ID.fullmatch, channels)) else self._listed()
        for name in channels:
            found = listed.get(name.removeprefix("#"), name)
            if not _ID.fullmatch(found):
                raise ChatRefusedError(f"there is no channel {name}", HINTS["channel_not_found"])
            self._join(name, found)
            self._ids[name], self._names[found] = found, name
        self._socket.open()

    def _listed(self) -> dict[str, str]:
        """Return the channels visible to the app, by name and by former names that no other has now."""
        kinds = "public_channel,private_channel"
        pages = self._api.pages("conversations.list", types=kinds)
        every = [one for page in pages for one in page["channels"]]
        former = {str(name): str(one["id"]) for one in every for name in one.get("previous_names") or ()}
        return former | {str(one["name"]): str(one["id"]) for one in every}

    def _renamed(self, name: str, new: str) -> None:
        if not _ID.fullmatch(name):
            self.report_renamed(name, new)

    def _join(self, name: str, channel: str) -> None:
        try:
            found = self._api.ask("conversations.info", channel=channel)["channel"]
            self._renamed(name, str(found.get("name", "")))
            if not found.get("is_member") and not found.get("is_archived"):  # which takes posts once it is back
                self._api.ask("conversations.join", channel=channel)
        except ChatRefusedError as error:
            hint = error.details["hint"] or HINTS["not_in_channel"]
            raise ChatRefusedError(f"{name}: {error.details['reason']}", hint) from None

    def close(self) -> None:
        """End `listen`."""
        self._ended.set()
        self._socket.close()

    # Outgoing posts

    def post(self, channel: str, post: Outgoing) -> str:
        """Post to a channel, or change a post there."""
        return self._post(self._ids[channel], post)

    def send(self, user: str, post: Outgoing) -> str | None:
        """Post to one user; None for a program, with which an app has no direct channel."""
        try:
            channel = self._channel_of(user)
        except ChatRefusedError as error:
            if refused(error, "cannot_dm_bot"):
                return None
            raise
        return self._post(channel, post)

    def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
        """Invite a user to a channel, or remove one."""
        where = self._ids[channel]
        try:
            if joined:
                self._api.ask("conversations.invite", channel=where, users=user)
            else:
                self._api.ask("conversations.kick", channel=where, user=user)
        except ChatRefusedError as error:
            if not refused(error, "already_in_channel" if joined else "not_in_channel"):
                raise
            return False
        return True

    def find(self, channel: str, key: str) -> str | None:
        """Record that a post may have been made: `post` knows its thread, and looks for it there."""
        self._doubtful.add(key)
        return None

    def _channel_of(self, user: str) -> str:
        if user not in self._direct:
            self._direct[user] = str(self._api.ask("conversations.open", users=user)["channel"]["id"])
        return self._direct[user]

    def _post(self, channel: str, post: Outgoing) -> str:
        if post.reply_to.startswith(BY_COMMAND):
            if not channel.startswith("D"):
                return self._whisper(channel, post)
            post = replace(post, reply_to="")
        thread = thread_of(post.reply_to)
        try:
            again = "" if post.replaces else self._made_before(channel, thread, post.key)
            made = again or self._make(channel, thread, post)
        except ChatRefusedError as error:
            if refused(error, *TOKENS):  # whoever gives the app another token, or more rights, loses no post
                raise ChatUnreachableError(f"{error.details['reason']}. {error.details['hint']}") from None
            raise
        if post.files and not post.replaces:
            self._attach(channel, made, post)
        self._doubtful.discard(post.key)
        return made

    def _whisper(self, channel: str, post: Outgoing) -> str:
        """Show a post only to the user whose command it answers. After a kill it may show twice: Slack keeps none."""
        user = post.reply_to.rpartition(" ")[2]
        shown = {"text": fallback(post), "blocks": blocks_of(post)}
        try:
            return str(self._api.ask("chat.postEphemeral", channel=channel, user=user, **shown)["message_ts"])
        except ChatRefusedError as error:
            if not refused(error, "user_not_in_channel", "not_in_channel", "channel_not_found", "is_archived"):
                raise
            return self._post(self._channel_of(user), post)

    def _attach(self, channel: str, made: str, post: Outgoing) -> None:
        """Post files in the thread of a post, without those that a killed process has posted there."""
        thread, there = thread_of(made), set[str]()
        if post.key in self._doubtful:
            after = (one for one in recent(self._api, channel, thread) if one.get("user") == self.user)
            posts = (one for one in after if stamp_of(one.get("ts")) > stamp_of(made.partition("@")[0]))
            there = {str(file.get("name")) for one in posts for file in one.get("files") or ()}
        for file in post.files:
            if file.name not in there:
                self._api.upload(channel, thread, file.name, file.read())

    def _made_before(self, channel: str, thread: str, key: str) -> str:
        """Return the id of a post made by a killed process or an unanswered request, or ""."""
        if key not in self._doubtful:
            return ""
        for place in dict.fromkeys((thread, "")):
            try:
                found = next((one for one in recent(self._api, channel, place) if self._is_made(one, key)), None)
            except ChatRefusedError as error:
                if not refused(error, *_GONE):
                    raise
                continue
            if found is not None:
                return post_id(found)
        return ""

    def _is_made(self, message: dict[str, Any], key: str) -> bool:
        return self._hearing.is_own(message) and payload_of(message).get("key") == key

    def _make(self, channel: str, thread: str, post: Outgoing) -> str:
        data = dict(post.data or {})
        text = json.dumps(data, ensure_ascii=False) if data else ""
        name = str(data.get("id", ""))
        arguments: dict[str, Any] = {
            "channel": channel,
            "text": fallback(post),
            "blocks": blocks_of(post),
            "metadata": metadata_of(post.key, name, text),
            "unfurl_links": False,
            "unfurl_media": False,
        }
        if post.replaces:
            arguments = {**arguments, "ts": post.replaces.partition("@")[0], "unfurl_links": None, "unfurl_media": None}
        else:
            arguments |= {"thread_ts": thread or None, **self._face(post)}
        less: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
            (_GONE, {"thread_ts": None}),
            (("metadata_", "invalid_metadata"), {"metadata": metadata_of(post.key, name, "")}),
            (("invalid_blocks", "msg_blocks"), {"blocks": None}),
        )
        while True:
            try:
                made = self._made(arguments)
                return post.replaces or post_id(made)
            except ChatRefusedError as error:
                changes = (change for codes, change in less if refused(error, *codes))
                change = next((one for one in changes if not one.items() <= arguments.items()), None)
                if change is None:
                    raise
                arguments |= change

    def _face(self, post: Outgoing) -> dict[str, Any]:
        if post.author is None or not self.shows_authors:
            return {}
        return {"username": post.author.name[:LONGEST_NAME], "icon_url": post.author.picture or None}

    def _made(self, arguments: dict[str, Any]) -> dict[str, Any]:
        given = {name: value for name, value in arguments.items() if value is not None}
        if "ts" in given:
            self._api.ask("chat.update", **given)
            return given
        answer = self._api.ask("chat.postMessage", **given)
        return {"ts": answer["ts"], "thread_ts": arguments.get("thread_ts")}

    # Incoming items

    def end_position(self) -> str:
        """Return the position of now by Slack's clock, or after a newer post: a second has many."""
        return self._hearing.begin(max(self._signed_in, latest(self._api, self._names)))

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield items after a position: first from the history, then from the WebSocket."""
        try:
            yield from self._listen(cursor)
        except (ChatRefusedError, KeyError, TypeError, ValueError) as error:
            raise ChatUnreachableError(f"Slack said something unexpected: {error}") from None

    def _listen(self, cursor: str) -> Iterator[Heard]:
        self._hearing.resume(cursor)
        link = self._socket.link
        yield from self._caught_up()
        while (envelope := self._socket.receive(self._again)) is not None:
            if envelope.get("type") == "hello" and self._socket.link != link:
                link = self._socket.link
                yield from self._caught_up()
            if monotonic() >= self._again:
                yield from self._caught_up()
            with skipping(self.report, "Slack", f"an event of the kind {envelope.get('type')}"):
                yield from self._hearing.event(event_of(envelope))
                yield from self._interaction(str(envelope.get("type")), envelope.get("payload") or {})
            if not is_kept(envelope):
                self._socket.acknowledge(envelope)

    def past(self, channel: str, before: str, since: str) -> Iterator[PastPost]:
        """Yield the posts of a channel from before the bridge began to listen."""
        begun = float(json.loads(before)["begun"])
        for message in posts_before(self._api, self._ids[channel], begun, seconds_of(since)):
            with skipping(self.report, "Slack", named(message)):
                post = self._hearing.past(message, channel)
                if post is not None:
                    yield post

    def _caught_up(self) -> Iterator[Heard]:
        """Yield missed items. If Slack wants a long wait before it, they come later than new ones."""
        since = self._hearing.since
        try:
            found = list(self._missed())
        except ChatUnreachableError as error:
            if error.retry_after < LONG_SECONDS:
                raise
            self._hearing.owed, self._again = since, monotonic() + error.retry_after
            self.report(LATER.format(minutes=round(error.retry_after / 60)))
            return
        was_owed, self._hearing.owed, self._again = self._hearing.owed > 0, 0.0, inf
        yield from found
        if was_owed:
            self.report(READ)

    def _missed(self) -> Iterator[Heard]:
        """Yield items missed since the position."""
        pages = self._api.pages("users.conversations", types="im")
        direct = {str(one["id"]): str(one.get("user", "")) for page in pages for one in page["channels"]}
        known = {channel: self.known_posts(where) for channel, where in (self._names | direct).items()}
        for change in missed(self._api, known, self._hearing.since, self.report):
            with skipping(self.report, "Slack", named(change.message)):
                yield from self._hearing.change(change)

    def _interaction(self, kind: str, payload: dict[str, Any]) -> Iterator[Heard]:
        """Yield what a user presses, submits or commands; a command that lacks its reason opens a form instead."""
        trigger, event = str(payload.get("trigger_id", "")), payload.get("event")
        if kind == "slash_commands":
            post = self._hearing.command(payload)
            if asks_for_form(post.text):
                if self._asks(post, trigger, SLASH):
                    return
                post = replace(post, channel="")  # nobody can reply to a question that only one user sees in a channel
            yield post
        elif kind == "interactive" and payload.get("type") == "block_actions":
            for post, label in self._hearing.press(payload):
                if not self._asks(post, trigger, label):
                    yield post
        elif kind == "interactive" and payload.get("type") == "view_submission":
            yield from self._hearing.submission(payload)
        elif isinstance(event, dict) and event.get("type") == "app_home_opened" and event.get("tab") == "home":
            self.home_opened(str(event.get("user", "")))

    def _asks(self, post: Post, trigger: str, label: str) -> bool:
        """Ask the author of a press for a reason in a form, if it needs one; return whether a form is open."""
        if not trigger or not asks_for_form(post.text):
            return False
        kept = {"above": post.reply_to, "channel": post.channel, "post": post.id}
        try:
            self._api.ask("views.open", trigger_id=trigger, view=reason_form(post.text, label, kept, self._locale))
        except ChatError:  # Slack waits three seconds for it; the bridge then asks in a reply
            return False
        return True

    def show_home(self, user: str, home: Home) -> None:
        """Fill the app's home of a user."""
        self._api.ask("views.publish", user_id=user, view=home_of(home, self._locale))
