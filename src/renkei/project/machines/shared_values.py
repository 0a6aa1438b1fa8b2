"""Moves what is kept beside the records of a project: tokens, heartbeats and the settings of people.

Between streams, leases and reports move too.

Tokens are sealed where they were: a value that says where the project is, and keeps them, replaces them. No program
changes or accepts them there any more, so what is given to the next location is final, and giving it twice changes
nothing. Leases keep their holders, which have to start again, and how far they were: another machine continues there.
"""

import json

from renkei.errors import StreamUnavailableError
from renkei.log.moved import Moved, read_kept, read_moved
from renkei.log.replication.stream import Stream
from renkei.store import heartbeats
from renkei.store.layout import Layout
from renkei.store.machines.lease import LEASES
from renkei.store.machines.telling import MACHINES
from renkei.store.settings.personal import PeopleFile
from renkei.store.shared import ATTEMPTS, HEARTBEATS, PEOPLE, TOKENS, newest_heartbeats
from renkei.store.tokens import TokenFile, tokens_json

UNFINISHED = "unfinished"
"""The key of the mark of a stream that does not have all records yet: which project it is a copy of."""


def from_directory_to_stream(layout: Layout, target: Stream, moved: Moved, machine: str) -> None:
    """Move tokens, heartbeats and the settings of people to a stream; raises OSError, or StreamUnavailableError."""
    if found := heartbeats.read(layout.heartbeats):
        _give(target, HEARTBEATS + machine, json.dumps(found).encode())
    _give(target, PEOPLE, PeopleFile(layout).content())
    tokens = TokenFile(layout)
    try:
        sealed = tokens.replace(lambda content: _sealed(content, moved))
    finally:
        tokens.close()
    _give(target, TOKENS, read_kept(sealed))


def from_stream_to_stream(source: Stream, target: Stream, moved: Moved) -> None:
    """Move all of it from one stream to another; raises StreamUnavailableError."""
    for key, value in source.read_shared().items():
        if key.startswith((HEARTBEATS, LEASES, MACHINES, PEOPLE)):
            _give(target, key, value)
    _give(target, TOKENS, _seal(source, moved))


def from_stream_to_directory(source: Stream, layout: Layout, moved: Moved) -> None:
    """Move tokens, heartbeats and the settings of people to a directory; raises OSError, or StreamUnavailableError."""
    for agent, at in newest_heartbeats(source.read_shared()).items():
        heartbeats.record(layout.heartbeats, agent, at)
    if (settings := source.read_shared().get(PEOPLE)) is not None:
        people = PeopleFile(layout)
        people.replace(lambda _: settings)
        people.close()
    found = _seal(source, moved) or tokens_json({})
    tokens = TokenFile(layout)
    try:
        tokens.replace(lambda _: found)
    finally:
        tokens.close()


def _sealed(content: bytes | None, moved: Moved) -> bytes:
    return moved.encode(content) if content is None or read_moved(content) is None else content


def _seal(source: Stream, moved: Moved) -> bytes | None:
    """Revoke all tokens of a stream, and return them."""
    for _ in range(ATTEMPTS):
        value = source.read_shared().get(TOKENS)
        sealed = _sealed(value, moved)
        if sealed == value or source.change_shared(TOKENS, value, sealed):
            return read_kept(sealed)
    raise StreamUnavailableError(path=source.name, reason="other machines keep changing the same value")


def _give(target: Stream, key: str, value: bytes | None) -> None:
    """Set a value of a stream, unless it was set before."""
    if value is not None:
        target.change_shared(key, None, value)
