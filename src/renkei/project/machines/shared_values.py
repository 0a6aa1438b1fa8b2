"""Moves what is kept beside the records of a project: tokens and heartbeats.

Tokens are sealed where they were: a value that says where they are takes their place, so that no program changes or
accepts them there any more.
"""

import json
from collections.abc import Callable

from renkei.errors import StreamUnavailableError
from renkei.log.moved import Moved, read_moved
from renkei.log.replication.stream import Stream
from renkei.store import heartbeats
from renkei.store.layout import Layout
from renkei.store.shared import ATTEMPTS, HEARTBEATS, TOKENS, newest_heartbeats
from renkei.store.tokens import TokenFile, tokens_json

UNFINISHED = "unfinished"
"""The key of the mark of a stream that does not have all records yet: which project it is a copy of."""


def from_directory_to_stream(layout: Layout, target: Stream, moved: Moved, machine: str) -> None:
    """Move tokens and heartbeats to a stream; raises OSError, or StreamUnavailableError."""

    def sealed(content: bytes | None) -> bytes:
        if read_moved(content) is None:
            _set(target, TOKENS, content)
        return moved.encode()

    if found := heartbeats.read(layout.heartbeats):
        _set(target, HEARTBEATS + machine, json.dumps(found).encode())
    _replace_tokens(layout, sealed)


def from_stream_to_stream(source: Stream, target: Stream, moved: Moved) -> None:
    """Move tokens and heartbeats from one stream to another."""
    for key, value in source.read_shared().items():
        if key.startswith(HEARTBEATS):
            target.change_shared(key, None, value)
    _seal(source, moved, lambda value: _set(target, TOKENS, value))


def from_stream_to_directory(source: Stream, layout: Layout, moved: Moved) -> None:
    """Move tokens and heartbeats to a directory; raises OSError, or StreamUnavailableError."""
    for agent, at in newest_heartbeats(source.read_shared()).items():
        heartbeats.record(layout.heartbeats, agent, at)
    _seal(source, moved, lambda value: _replace_tokens(layout, lambda _: value or tokens_json({})))


def _seal(source: Stream, moved: Moved, give: Callable[[bytes | None], object]) -> None:
    """Give away the tokens of a stream, unless that was done before, and let it accept no others."""
    for _ in range(ATTEMPTS):
        value = source.read_shared().get(TOKENS)
        if read_moved(value) is not None:
            return
        give(value)
        if source.change_shared(TOKENS, value, moved.encode()):
            return
    raise StreamUnavailableError(path=source.name, reason="other machines keep changing the same value")


def _set(target: Stream, key: str, value: bytes | None) -> None:
    """Set a value of a stream that nobody else uses yet."""
    before = target.read_shared().get(key)
    if before != value and not target.change_shared(key, before, value):
        raise StreamUnavailableError(path=target.name, reason="another program changes the same value")


def _replace_tokens(layout: Layout, changed: Callable[[bytes | None], bytes]) -> None:
    tokens = TokenFile(layout)
    try:
        tokens.replace(changed)
    finally:
        tokens.close()
