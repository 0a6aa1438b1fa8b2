"""Reading an inbox on: whole lines, each with a name of its own, whatever happens to the file.

The name of a line is made from the incarnation of the file, the offset and the content. A file that was truncated or
made again is a new incarnation: its inode is another, it is too short, or what stood in front of the position does not
stand there any more. Nothing is written to the file, so no line of a concurrent writer can be lost by us.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from renkei.edges.chat.mailboxes.inbox_file import open_inbox
from renkei.edges.chat.mailboxes.mailbox_file import Tail
from renkei.immutable.frozen import frozen

KNOWN = 256
"""How many bytes in front of the position are compared."""

CHUNK = 1 << 20
LONGEST = 4_000_000
"""Bytes of a line. A longer one is skipped."""


@frozen
class Found:
    """A line of an inbox, its name, and how far the inbox is read after it."""

    name: str
    data: bytes
    after: Tail


def read_on(path: Path, tail: Tail) -> Iterator[Found]:
    """Yield the lines that are complete after a position. A file that does not exist has none.

    Raises NoInboxError, or OSError.
    """
    try:
        descriptor = open_inbox(path, os.O_RDONLY)
    except FileNotFoundError:
        return
    try:
        at = _standing(descriptor, tail)
        rest = b""
        while data := os.pread(descriptor, CHUNK, at.position + len(rest)):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                name = _name(path, at, line)
                before = (at.before + line + b"\n")[-KNOWN:]
                at = Tail(at.incarnation, at.inode, at.position + len(line) + 1, before)
                yield Found(name, line, at)
            if len(rest) > LONGEST:
                skipped = (at.before + rest)[-KNOWN:]
                at, rest = Tail(at.incarnation, at.inode, at.position + len(rest), skipped), b""
    finally:
        os.close(descriptor)


def _standing(descriptor: int, tail: Tail) -> Tail:
    """Return the position in the file as it is now: the same, or the beginning of a new incarnation."""
    now = os.fstat(descriptor)
    known = len(tail.before)
    if (
        tail.incarnation
        and tail.inode == now.st_ino
        and tail.position <= now.st_size
        and os.pread(descriptor, known, tail.position - known) == tail.before
    ):
        return tail
    return Tail(tail.incarnation + 1, now.st_ino)


def _name(path: Path, at: Tail, line: bytes) -> str:
    """Return a name for a line that no other line has."""
    parts = (path.name.encode(), str(at.incarnation).encode(), str(at.position).encode(), line)
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:32]
