"""Posts of a Discord channel and of its threads from before the bridge began to listen."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from renkei.edges.chat.discord.api import DiscordApi, DiscordRefusedError, number_of
from renkei.edges.chat.discord.events import Hearing
from renkei.edges.chat.discord.missed import EPOCH, milliseconds
from renkei.edges.chat.discord.text import unique_name
from renkei.edges.chat.errors import MALFORMED
from renkei.edges.chat.past.moment import moment
from renkei.edges.chat.port import PastPost, Post

Json = dict[str, Any]

HAS_THREAD = 1 << 5
"""The flag of a post with a thread, whose id is that of the post."""

THREAD_CREATED = 18
"""The type of the note that a thread began without a post."""


def posts_before(api: DiscordApi, hearing: Hearing, channel: str, begun: int, oldest: float) -> Iterator[Json]:
    """Yield the posts of a channel from a time in milliseconds up to a post, the newest first.

    The replies in a thread come before the post that it is below.
    """
    after = (max(int(oldest) - EPOCH, 0) << 22) - 1
    for one in api.older(channel, begun + 1, after):
        thread = _thread_below(one)
        if thread:
            hearing.threads[thread] = channel
            with suppress(DiscordRefusedError):  # it was deleted, or is private
                yield from api.older(thread, begun + 1, 0)
        yield one


def past_of(post: Post, message: Json) -> PastPost:
    """Return a post of the history as a past post."""
    at = moment(1000 * milliseconds(number_of(message)))
    name, files = unique_name(message["author"]), tuple(one.name for one in post.files)
    return PastPost(post.id, post.channel, post.author, post.text, at, name, post.reply_to, files)


def _thread_below(message: Json) -> str:
    """Return the thread that began with a post; "" if none did."""
    with suppress(*MALFORMED):
        if int(message.get("flags") or 0) & HAS_THREAD:
            return str(message["id"])
        if message.get("type") == THREAD_CREATED:
            return str(message["message_reference"]["channel_id"])
    return ""
