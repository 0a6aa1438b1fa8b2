"""Posts that a bridge missed, read from the history of its channels, their threads, and direct posts of its people."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from typing import Any
from urllib.parse import quote

from renkei.edges.chat.discord.api import PER_PAGE, DiscordApi, DiscordRefusedError, number_of
from renkei.edges.chat.discord.events import Hearing, post_id
from renkei.edges.chat.errors import skipping
from renkei.edges.chat.port import Heard

Json = dict[str, Any]

EPOCH = 1_420_070_400_000
"""Milliseconds of the time from which Discord's ids count."""

OVERLAP = 60_000 << 22
"""The ids of a minute, which are requested again: a post may appear after one with a higher id."""


def milliseconds(name: int) -> int:
    """Return the time of an id."""
    return (name >> 22) + EPOCH


def milliseconds_of(stamp: str) -> int:
    """Return a time that Discord states; 0 if it is invalid."""
    try:
        return int(datetime.fromisoformat(stamp).timestamp() * 1000)
    except ValueError:
        return 0


class Missed:
    """The items after a position. `report` receives what is malformed, and is skipped."""

    def __init__(
        self, api: DiscordApi, hearing: Hearing, servers: Iterable[str], report: Callable[[str], None]
    ) -> None:
        self._api, self._hearing, self._servers, self._report = api, hearing, servers, report

    def items(self) -> Iterator[Heard]:
        """Yield posts in their order, and then corrections and deletions among the newest posts of each location."""
        since, hearing = max(self._hearing.at - OVERLAP, self._hearing.begun), self._hearing
        posts: list[Json] = []
        changes: list[tuple[str, list[Json]]] = []
        for where in (*hearing.channels, *self._threads(since), *hearing.direct):
            with suppress(DiscordRefusedError):  # a channel that is gone, or that the bot may not read
                posts += self._api.newer(where, since)
                changes.append((where, self._api.newest(where)))
        for one in sorted(posts, key=number_of):
            with self._skipping("post", one):
                yield from hearing.posted(one)
        for where, newest in changes:
            for one in reversed(newest):
                with self._skipping("post", one):
                    if milliseconds_of(str(one.get("edited_timestamp") or "")) > milliseconds(since):
                        yield from hearing.edited(one)
            yield from self._deleted(where, newest)
            for one in newest:
                with self._skipping("reactions to the post", one):
                    yield from self._reactions(where, one)

    def _skipping(self, what: str, post: Json) -> AbstractContextManager[None]:
        return skipping(self._report, "Discord", f"{what} {number_of(post) or '(without an id)'}")

    def _reactions(self, where: str, post: Json) -> Iterator[Heard]:
        """Yield the reactions to a post of the bridge; each is heard once."""
        for one in (post.get("reactions") or ()) if self._hearing.is_own(post) else ():
            emoji = one["emoji"]
            path = f"/channels/{where}/messages/{post['id']}/reactions/{quote(emoji['name'])}"
            for user in () if emoji.get("id") else self._api.get(path, limit=PER_PAGE):
                said = {"channel_id": where, "message_id": post["id"], "emoji": emoji, "user_id": user["id"]}
                yield from self._hearing.reacted(said)

    def _deleted(self, where: str, newest: list[Json]) -> Iterator[Heard]:
        """Yield deletions of known posts that the newest posts of a location should include."""
        location = self._hearing.location(where)
        if location is None or not newest:
            return
        channel, thread = location
        left, first = {post_id(str(one["id"]), thread) for one in newest}, int(newest[-1]["id"])
        for known in self._hearing.known(channel or self._hearing.direct.get(where, "")):
            message, _, of = known.partition("@")
            if of == thread and known not in left and message.isdigit() and first <= int(message) <= self._hearing.at:
                yield from self._hearing.deleted(where, message)

    def _threads(self, since: int) -> list[str]:
        """Return the threads of the channels that may have posts after an id."""
        found: list[Json] = []
        for server in self._servers:
            found += self._api.get(f"/guilds/{server}/threads/active")["threads"]
        for channel in self._hearing.channels:
            with suppress(DiscordRefusedError):
                archived = self._api.get(f"/channels/{channel}/threads/archived/public", limit=100)["threads"]
                found += [one for one in archived if _archived_at(one) > milliseconds(since)]
        for one in found:
            self._hearing.threads[str(one["id"])] = str(one.get("parent_id") or "")
        mine = [one for one in found if str(one.get("parent_id")) in self._hearing.channels]
        return [str(one["id"]) for one in mine if int(one.get("last_message_id") or 0) > since]


def _archived_at(thread: Json) -> int:
    return milliseconds_of(str((thread.get("thread_metadata") or {}).get("archive_timestamp", "")))
