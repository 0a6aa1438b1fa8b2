"""Commands that lack only their reason: their author is asked for it, and a reply completes them.

A question is open for an hour, to the user who was asked. Whether a post is the reason does not change when it is heard
again.
"""

import json

from renkei.edges.chat.bridge.replies import where
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.port import Post
from renkei.protocol.primitives import seconds_between

OPEN_SECONDS = 3600.0
"""Seconds for which a question is open."""


class Reasons:
    """The reasons for which one bridge has asked."""

    def __init__(self, file: BridgeFile) -> None:
        self._file = file

    def ask(self, post: Post, command: str, answer: str, first: str, at: str) -> None:
        """Store that the author of a post is asked, at a time (UTC), by an answer in a thread."""
        asked = json.dumps([post.author, command, at, ""])
        for name in (answer, first):
            self._file.set_position(_side(where(post), name), asked)

    def asks(self, place: str, answer: str) -> bool:
        """Return whether an answer asks for a reason."""
        return self._file.position(_side(place, answer)) != ""

    def was_asked(self, place: str, answer: str, made: str) -> None:
        """Store the post that an answer became: in a chat without threads, people reply to that."""
        asked = self._file.position(_side(place, answer))
        if asked and made:
            self._file.set_position(_side(place, made), asked)

    def completed(self, post: Post, first: str, at: str) -> str:
        """Return the command that a post of its author completes; "" if it is no reason."""
        for name in (post.reply_to, first):
            kept = self._file.position(_side(where(post), name)) if name else ""
            if not kept:
                continue
            user, command, since, by = json.loads(kept)
            is_open = by == "" and seconds_between(since, at) < OPEN_SECONDS
            if user == post.author and (is_open or by == post.id):
                used = json.dumps([user, command, since, post.id])
                for one in (post.reply_to, first):
                    self._file.set_position(_side(where(post), one), used)
                return f"{command} because {post.text}"
        return ""


def _side(place: str, post: str) -> str:
    return f"reason in {place} {post}"
