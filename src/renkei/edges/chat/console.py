"""A chat in the terminal: it prints posts and hears what a person types."""

import codecs
import os
import select
import sys
import threading
import uuid
from collections.abc import Iterator, Sequence

from renkei.edges.chat.options import ConsoleOptions
from renkei.edges.chat.port import Chat, Heard, Outgoing, Post
from renkei.wording.visible import visible

PERSON = "console"
"""The user who types."""

LOOK_SECONDS = 0.1
"""Seconds between two checks whether the chat is closed."""


class ConsoleChat(Chat):
    """The terminal as a chat with one channel and one user, `console`."""

    limit = 1_000_000
    has_threads = False

    def __init__(self, options: ConsoleOptions | None = None) -> None:
        self._channel = "team"
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self.ended = threading.Event()
        """Set when the person ends the input and all lines are processed."""

    def open(self, channels: Sequence[str]) -> None:
        """Use the first channel for typed lines."""
        self._channel = channels[0]

    def post(self, channel: str, post: Outgoing) -> str:
        """Print a post."""
        with self._lock:
            print(f"{visible(post.text)}\n", flush=True)
        return post.key

    def send(self, user: str, post: Outgoing) -> str:
        """Print a post to the person."""
        return self.post(user, post)

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield each typed line; a line that ends with a backslash continues on the next."""
        text = ""
        for line in self._lines():
            text += line
            if text.endswith("\\"):
                text = f"{text[:-1]}\n"
            elif text.strip():
                yield Post(uuid.uuid4().hex, self._channel, PERSON, text)
                text = ""
        if not self._closed.is_set():
            self.ended.set()

    def close(self) -> None:
        """End `listen`."""
        self._closed.set()

    def _lines(self) -> Iterator[str]:
        """Yield the lines of the standard input, not through `sys.stdin`, whose reads cannot be stopped."""
        if sys.stdin is None:  # as in a process that was started without one
            return
        handle, decoder, begun = sys.stdin.fileno(), codecs.getincrementaldecoder("utf-8")("replace"), ""
        while not self._closed.is_set():
            if not select.select([handle], [], [], LOOK_SECONDS)[0]:
                continue
            data = os.read(handle, 65_536)
            *lines, begun = (begun + decoder.decode(data, final=not data)).split("\n")
            yield from lines
            if not data:
                yield begun
                return
