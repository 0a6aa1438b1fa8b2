"""Items heard from Slack: posts, corrections, deletions, button presses, joins and leaves.

Each may arrive several times, from the WebSocket and from the history, and in any sequence. The position includes the
items of the last minutes, so that each is new only once, even after a restart.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.past.moment import moment_of
from renkei.edges.chat.port import Deletion, File, Heard, Membership, PastPost, Post
from renkei.edges.chat.reactions import emoji_of
from renkei.edges.chat.slack.api import SlackApi
from renkei.edges.chat.slack.forms import BY_COMMAND, line_of, submitted
from renkei.edges.chat.slack.missed import Change, any_message, edited_at, one_message, stamp_of
from renkei.edges.chat.slack.people import SlackPeople
from renkei.edges.chat.slack.subtypes import POSTED, TOMBSTONE
from renkei.edges.chat.slack.text import CHOICES, data_of, payload_of, readable
from renkei.immutable.replacing import replace

OVERLAP_SECONDS = 600.0
"""Seconds of history that are read again: events may come late, and Slack repeats unacknowledged ones for minutes."""

MOST_SEEN = 1000

MOVED = {"channel_join": True, "group_join": True, "channel_leave": False, "group_leave": False}
"""Notes of Slack about joins (true) and leaves."""

RENAMED = ("channel_rename", "group_rename")

Json = dict[str, Any]


def post_id(message: Mapping[str, Any]) -> str:
    """Return the id of a post, which includes its thread."""
    ts, thread = str(message.get("ts", "")), str(message.get("thread_ts") or "")
    return f"{ts}@{thread}" if thread and thread != ts else ts


def thread_of(post: str) -> str:
    """Return the first post of a post's thread, which may be itself."""
    return post.split(" ")[0].rpartition("@")[2]


class Hearing:
    """Separates new items from those heard before."""

    def __init__(self, api: SlackApi, people: SlackPeople, names: Mapping[str, str]) -> None:
        self._api, self._people, self._names = api, people, names
        self.renamed: Callable[[str, str], None] = lambda name, new: None
        """Called with the name of a channel, or "", and with its new one."""
        self.user = self.bot = ""
        """The ids of the bridge itself: as a user, and as a bot."""
        self._at = self._begun = 0.0
        self.owed = 0.0
        """The time from which history is still to be read, while Slack does not give it; or 0."""
        self._seen: dict[str, float] = {}
        self._moved: dict[tuple[str, str], float] = {}

    @property
    def since(self) -> float:
        """The time from which the history is read."""
        return self.owed or max(self._at - OVERLAP_SECONDS, self._begun)

    def begin(self, at: float) -> str:
        """Begin at a time and return the position there."""
        self._at = self._begun = at
        return self._cursor()

    def resume(self, cursor: str) -> None:
        """Continue from a position."""
        known = json.loads(cursor)
        self._at, self._begun, self._seen = known["at"], known["begun"], known["seen"]
        self.owed = known.get("owed", 0.0)

    def _cursor(self) -> str:
        owed = {"owed": self.owed} if self.owed else {}
        return json.dumps({"at": self._at, "begun": self._begun, "seen": self._seen, **owed})

    def _is_new(self, key: str, stamp: float, *also: str) -> bool:
        """Return whether an item is new, and remember it."""
        if key in self._seen or stamp <= self._begun:
            return False
        self._at = max(self._at, stamp)
        self._seen |= dict.fromkeys((key, *also), stamp)
        kept = [(name, at) for name, at in self._seen.items() if at > self._at - OVERLAP_SECONDS or name == key]
        self._seen = dict(kept[-MOST_SEEN:])
        return True

    def event(self, event: Json) -> Iterator[Heard]:
        """Yield the items in an event of the WebSocket."""
        kind, channel = str(event.get("type", "")), str(event.get("channel", ""))
        if kind in ("member_joined_channel", "member_left_channel"):
            moved, stamp = str(event.get("user", "")), stamp_of(event.get("event_ts"))
            yield from self._membership(channel, moved, kind == "member_joined_channel", stamp)
        if kind in RENAMED:
            named = event.get("channel") or {}
            self.renamed(self._names.get(str(named.get("id")), ""), str(named.get("name", "")))
        if kind == "reaction_added":
            yield from self._reaction(event)
        if kind != "message":
            return
        stamp = stamp_of(event.get("event_ts") or event.get("ts"))
        after, before = event.get("message") or {}, event.get("previous_message") or {}
        match event.get("subtype"):
            case "message_deleted":
                yield from self.change(Change(stamp, "deleted", channel, {"ts": event.get("deleted_ts"), **before}))
            case "message_changed" if after.get("subtype") == TOMBSTONE:  # its replies are still there
                yield from self.change(Change(stamp, "deleted", channel, {**after, **before}))
            case "message_changed" if edited_at(after) > edited_at(before) or not before:
                found = self._with_metadata(channel, after)
                yield from self.change(Change(edited_at(after) or stamp, "edited", channel, found))
            case subtype if subtype in POSTED or subtype in MOVED:
                found = self._with_metadata(channel, event)
                yield from self.change(Change(stamp_of(event.get("ts")), "posted", channel, found))

    def _with_metadata(self, channel: str, message: Json) -> Json:
        """Return a program's post with its metadata, which an event may leave out."""
        if not message.get("bot_id") or "metadata" in message or self.is_own(message):
            return message
        try:
            found = one_message(self._api, channel, str(message["ts"]), str(message.get("thread_ts") or ""))
        except ChatRefusedError:
            return message
        return {**message, "metadata": found.get("metadata")}

    def change(self, change: Change) -> Iterator[Heard]:
        """Yield the items in a change of a channel, unless heard before."""
        message, channel = change.message, self._names.get(change.channel, "")
        if change.what == "reacted":
            yield from self._reactions(message, change.channel)
            return
        if not (channel or change.channel.startswith("D")) or self.is_own(message):
            return
        ts, edited = message.get("ts"), edited_at(message)
        if message.get("subtype") in MOVED and change.what == "posted":
            user = str(message.get("user", ""))
            yield from self._membership(change.channel, user, MOVED[message["subtype"]], change.stamp)
            return
        if message.get("subtype") not in POSTED:
            return
        name = f"{change.channel} {ts}"
        correction = f"{name} {edited:.6f}"
        key = {"posted": name, "edited": correction}.get(change.what, f"{name} deleted")
        also = (correction,) if change.what == "posted" and edited else ()
        if not self._is_new(key, change.stamp, *also):
            return
        if change.what == "deleted":
            yield Deletion(post_id(message), channel, self._author(message), self._cursor())
        else:
            yield self._post(message, channel, f"{edited:.6f}" if change.what == "edited" else "")

    def past(self, message: Json, channel: str) -> PastPost | None:
        """Return a message of the history as a past post; None for one of the bridge, and for notes of Slack."""
        if message.get("subtype") not in POSTED or self.is_own(message):
            return None
        post = self._post(message, channel, "")
        names = tuple(one.name for one in post.files)
        user = str(message.get("username") or "") or self._people.unique_name(post.author)
        at = moment_of(str(message["ts"]))
        return (
            None if post.relayed else PastPost(post.id, channel, post.author, post.text, at, user, post.reply_to, names)
        )

    def press(self, payload: Json) -> Iterator[tuple[Post, str]]:
        """Yield the posts of button presses, each in the name of its user, with the label of the button."""
        place, message = payload.get("container") or {}, payload.get("message") or {}
        channel, user = str(place.get("channel_id", "")), str((payload.get("user") or {}).get("id", ""))
        is_home = place.get("type") == "view"
        for action in payload.get("actions") or ():
            where = "" if is_home else self._of(channel)
            if not str(action.get("action_id", "")).startswith(CHOICES) or where is None:
                continue
            stamp = str(action.get("action_ts", ""))
            if self._is_new(f"{channel} {user} {stamp}", stamp_of(stamp)):
                above = "" if is_home else post_id({"ts": place.get("message_ts"), **message})
                post = self._pressed(f"{above or 'home'} {user} {stamp}", where, user, str(action.get("value", "")))
                yield replace(post, reply_to=above), str((action.get("text") or {}).get("text", ""))

    def _pressed(self, name: str, channel: str, user: str, text: str) -> Post:
        return Post(name, channel, user, text, self._cursor(), self._people.name(user), press=True)

    def command(self, payload: Json) -> Post:
        """Return a slash command as a post. In a channel without a bridge, it counts as said to the app alone."""
        user, channel = str(payload["user_id"]), self._of(str(payload.get("channel_id", ""))) or ""
        text, _ = readable(str(payload.get("text") or ""), self._people.name)
        post = self._pressed(f"{BY_COMMAND}{payload['trigger_id']} {user}", channel, user, line_of(text))
        return replace(post, press=False)

    def submission(self, payload: Json) -> Iterator[Post]:
        """Yield a press with the reason that its user wrote into a form."""
        view, user = payload.get("view") or {}, str((payload.get("user") or {}).get("id", ""))
        text, kept = submitted(view)
        if text:
            is_press = not kept["post"].startswith(BY_COMMAND)
            begun = f"{kept['above'] or 'home'} " if is_press else BY_COMMAND
            name = f"{begun}{user} {view['id']}" if is_press else f"{begun}{view['id']} {user}"
            yield replace(self._pressed(name, kept["channel"], user, text), reply_to=kept["above"], press=is_press)

    def _reaction(self, event: Json) -> Iterator[Post]:
        """Yield a reaction to a post of the bridge. Events name no thread, which the post is asked for."""
        item, user, sign = event.get("item") or {}, str(event.get("user", "")), emoji_of(str(event.get("reaction", "")))
        channel, ts, stamp = str(item.get("channel", "")), str(item.get("ts", "")), stamp_of(event.get("event_ts"))
        if not sign or self._of(channel) is None or event.get("item_user") not in (self.user, None):
            return
        message = any_message(self._api, channel, ts)
        if not _has_lost(message, str(event["reaction"]), user) and self._is_new(
            f"{channel} {ts} {user} {sign}", stamp
        ):
            yield self._reacted(post_id(message or {"ts": ts}), channel, user, sign)

    def _reactions(self, message: Json, channel: str) -> Iterator[Post]:
        """Yield the reactions that a post of the bridge has; those heard before have the same ids."""
        for one in message["reactions"] if self.is_own(message) and self._of(channel) is not None else ():
            sign = emoji_of(str(one.get("name", "")))
            for user in one.get("users") or () if sign else ():
                yield self._reacted(post_id(message), channel, str(user), sign)

    def _reacted(self, above: str, channel: str, user: str, sign: str) -> Post:
        name = f"{above} {user} {sign}"
        return Post(name, self._of(channel) or "", user, sign, self._cursor(), reply_to=above, reaction=True)

    def _of(self, channel: str) -> str | None:
        """Return the name of a channel, "" for a direct one, None for an unmonitored one."""
        return self._names.get(channel, "" if channel.startswith("D") else None)

    def _membership(self, channel: str, user: str, joined: bool, stamp: float) -> Iterator[Membership]:
        where, newest = self._names.get(channel, ""), self._moved.get((channel, user), 0.0)
        if not where or stamp <= newest:  # a later move was heard before
            return
        if self._is_new(f"{channel} {user} {'joined' if joined else 'left'} {stamp:.6f}", stamp):
            self._moved[channel, user] = stamp
            yield Membership(where, user, joined, self._cursor())

    def is_own(self, message: Json) -> bool:
        """Return whether the app made a post, which has no user if it shows another author."""
        return self.user != "" and (message.get("user") == self.user or message.get("bot_id") == self.bot != "")

    def _author(self, message: Json) -> str:
        """Return a post's author. A program that posts in a person's name is the author itself."""
        user, bot = str(message.get("user") or ""), str(message.get("bot_id") or "")
        return bot if bot and not (user and self._people.is_program(user)) else user or bot

    def _post(self, message: Json, channel: str, edited: str) -> Post:
        name, author = post_id(message), self._author(message)
        text, mentions = readable(str(message.get("text") or ""), self._people.name)
        is_reply = "@" in name
        return Post(
            id=f"{name} {edited}" if edited else name,
            channel=channel,
            author=author,
            text=text,
            cursor=self._cursor(),
            name=str(message.get("username") or "") or self._people.name(author),
            reply_to=str(message["thread_ts"]) if is_reply else "",
            mentions=mentions,
            data=None if edited else data_of(message),
            edits=name if edited else "",
            files=tuple(self._file(one) for one in message.get("files") or () if not edited and _is_stored(one)),
            relayed=bool(payload_of(message).get("key")),
            automated=bool(message.get("bot_id")),
        )

    def _file(self, info: Json) -> File:
        size, address = int(info["size"]), str(info.get("url_private_download") or info.get("url_private") or "")
        return File(str(info.get("name") or info.get("id") or ""), size, partial(self._api.read, address, size))


def _has_lost(message: Json, name: str, user: str) -> bool:
    """Return whether a user removed a reaction from a post since. Slack names only some users of a popular one."""
    if not message:
        return False
    found: Json = next((one for one in message.get("reactions") or () if one.get("name") == name), {})
    users = found.get("users") or ()
    return user not in users and len(users) >= int(found.get("count") or 0)


def _is_stored(info: Json) -> bool:
    """Return whether Slack stores a file: it is not external and was not deleted."""
    return bool(info.get("size")) and not info.get("is_external")
