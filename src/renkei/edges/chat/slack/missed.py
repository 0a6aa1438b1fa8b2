"""Events missed while no bridge ran, read from the history of channels and of their threads."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from math import inf
from typing import Any, Literal

from renkei.edges.chat.errors import ChannelClosedError, ChatRefusedError, skipping
from renkei.edges.chat.slack.api import SlackApi, refused
from renkei.edges.chat.slack.subtypes import TOMBSTONE
from renkei.immutable.frozen import frozen

LOOKBACK_SECONDS = 7 * 24 * 3600.0
"""Seconds of history that are searched for threads with new replies, and posts with new corrections."""

DELETION_SECONDS = 20 * 3600.0
"""Seconds before the position in which deleted posts are looked for: less than the shortest retention period of a
workspace, after which Slack itself deletes posts.
"""

MOST_REPLIES = 20
"""Number of newest replies that are checked for deletion: each thread costs a request."""

MOST_PAGES = 20
"""Pages to search for a post that a killed process may have made."""

Json = dict[str, Any]


@frozen
class Change:
    """A change in a channel, by Slack's id, at a time."""

    stamp: float
    what: Literal["posted", "edited", "deleted", "reacted"]
    channel: str
    message: Json


Report = Callable[[str], None]


def named(message: object) -> str:
    """Return what to call a post in a report."""
    return f"the post {(isinstance(message, dict) and message.get('ts')) or '(without a time)'}"


def missed(api: SlackApi, channels: Mapping[str, Mapping[str, str]], since: float, report: Report) -> list[Change]:
    """Return posts, edits and deletions in channels since a time, the oldest first; raises like `SlackApi.ask`.

    `channels`: the known posts of each channel, with their authors. A known post missing from the history was deleted.
    `report` receives malformed posts, which are skipped, and channels without the app.
    """
    found: list[Change] = []
    for channel, known in channels.items():
        try:
            found += _missed(api, channel, known, since, report)
        except ChannelClosedError as error:  # nothing is heard there, but the others are
            report(f"{channel}: {error.message} {error.hint}")
    return sorted(found, key=lambda one: one.stamp)


def _missed(api: SlackApi, channel: str, known: Mapping[str, str], since: float, report: Report) -> Iterator[Change]:
    there: set[str] = set()
    threads: dict[str, float] = {}
    for message in _posts_of(api, channel, max(since - LOOKBACK_SECONDS, 0.0)):
        with skipping(report, "Slack", named(message)):
            if message.get("subtype") != TOMBSTONE:
                there.add(str(message["ts"]))
            yield from _changes(channel, message, since)
            if stamp_of(message.get("latest_reply")) > since:
                threads[str(message["ts"])] = since
    asked = [(*post.split("@"), "")[:2] for post in known if " " not in post]  # others are edits and presses
    asked = [(ts, thread) for ts, thread in asked if stamp_of(ts) > since - DELETION_SECONDS]
    for ts, thread in [one for one in asked if one[1]][:MOST_REPLIES]:
        threads[thread] = min(threads.get(thread, since), stamp_of(ts) - 0.001)
    for thread, oldest in threads.items():
        for message in _replies_left(api, channel, thread, oldest):
            with skipping(report, "Slack", named(message)):
                there.add(str(message["ts"]))
                if message["ts"] != thread:
                    yield from _changes(channel, message, since)
    for ts, thread in asked:
        is_read = not thread or stamp_of(ts) > threads.get(thread, inf)  # of a thread, only the newest replies are
        if is_read and ts not in there:
            author = known[f"{ts}@{thread}" if thread else ts]
            yield Change(stamp_of(ts), "deleted", channel, {"ts": ts, "thread_ts": thread, "user": author})


def _replies_left(api: SlackApi, channel: str, thread: str, oldest: float) -> Iterator[Json]:
    """Yield the replies of a thread after a time; nothing if the whole thread was deleted."""
    try:
        yield from _replies(api, channel, thread, oldest)
    except ChatRefusedError as error:
        if not refused(error, "thread_not_found"):
            raise


def _changes(channel: str, message: Json, since: float) -> Iterator[Change]:
    posted, edited = stamp_of(message.get("ts")), edited_at(message)
    if posted > since:
        yield Change(posted, "posted", channel, message)
    if edited > since:  # of a post that is new, it is known from the post
        yield Change(edited, "edited", channel, message)
    if message.get("reactions"):  # whenever they were made: history does not say
        yield Change(max(posted, edited), "reacted", channel, message)


def _posts_of(api: SlackApi, channel: str, oldest: float) -> Iterator[Json]:
    arguments = {"channel": channel, "oldest": f"{oldest:.6f}", "include_all_metadata": True}
    for page in api.pages("conversations.history", **arguments):
        yield from page.get("messages") or ()


def _replies(api: SlackApi, channel: str, thread: str, oldest: float = 0.0) -> Iterator[Json]:
    arguments = {"channel": channel, "ts": thread, "oldest": f"{oldest:.6f}", "include_all_metadata": True}
    for page in api.pages("conversations.replies", **arguments):
        yield from page.get("messages") or ()


def before(api: SlackApi, channel: str, latest: float, oldest: float) -> Iterator[Json]:
    """Yield the posts of a channel between two times, the newest first, each with the replies in its thread."""
    arguments = {"channel": channel, "latest": f"{latest:.6f}", "oldest": f"{oldest:.6f}", "inclusive": True}
    for page in api.pages("conversations.history", include_all_metadata=True, **arguments):
        for message in page.get("messages") or ():
            if isinstance(message, dict) and (message.get("reply_count") or message.get("latest_reply")):
                yield from (
                    one
                    for one in _replies_left(api, channel, str(message.get("ts")), 0.0)
                    if not isinstance(one, dict)
                    or (one.get("ts") != message.get("ts") and stamp_of(one.get("ts")) <= latest)
                )
            yield message


def recent(api: SlackApi, channel: str, thread: str = "") -> Iterator[Json]:
    """Yield the last posts of a channel, or all of a thread."""
    if thread:
        yield from _replies(api, channel, thread)
        return
    pages = api.pages("conversations.history", channel=channel, include_all_metadata=True)
    for _, page in zip(range(MOST_PAGES), pages, strict=False):
        yield from page.get("messages") or ()


def one_message(api: SlackApi, channel: str, ts: str, thread: str = "") -> Json:
    """Return a post with its metadata; {} if it is gone."""
    arguments = {"channel": channel, "latest": ts, "inclusive": True, "limit": 1, "include_all_metadata": True}
    if thread and thread != ts:
        answer = api.ask("conversations.replies", ts=thread, oldest=ts, **(arguments | {"limit": 2}))
    else:
        answer = api.ask("conversations.history", **arguments)
    return next((one for one in answer.get("messages") or () if one.get("ts") == ts), {})


def any_message(api: SlackApi, channel: str, ts: str) -> Json:
    """Return a post whose thread is unknown; {} if it is gone."""
    try:
        answer = api.ask("conversations.replies", channel=channel, ts=ts, limit=1)
    except ChatRefusedError as error:
        if refused(error, "thread_not_found"):
            return {}
        raise
    return next((one for one in answer.get("messages") or () if one.get("ts") == ts), {})


def latest(api: SlackApi, channels: Iterable[str]) -> float:
    """Return the time of the last post in the channels."""
    newest = 0.0
    for channel in channels:
        with suppress(ChannelClosedError):
            for one in api.ask("conversations.history", channel=channel, limit=1).get("messages") or ():
                newest = max(newest, stamp_of(one.get("ts")))
    return newest


def stamp_of(ts: object) -> float:
    """Return a time stamp of Slack as a number; 0 if it is invalid."""
    try:
        return float(str(ts or 0))
    except ValueError:
        return 0.0


def edited_at(message: Json) -> float:
    """Return the time of the author's last edit, or 0."""
    edited = message.get("edited")
    return stamp_of(edited.get("ts")) if isinstance(edited, dict) else 0.0
