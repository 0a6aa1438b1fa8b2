"""Opens inboxes and reads their new lines: whole lines, each with a unique name, whatever happens to the file.

An inbox that is not a regular file affects only its owner; the others continue. A line's name is made from the
incarnation of the file, the offset and the content. A file counts as replaced if its inode changed, it shrank, or the
bytes before the position differ. Nothing is written to the file, so no line of a concurrent writer can be lost because
of us.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from renkei.edges.chat.mailboxes.mailbox_file import Tail
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import open_plain

LASTING = (errno.ELOOP, errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ENXIO, errno.ENAMETOOLONG)
"""Errors that last until the file or its permissions are changed."""


class NoInboxError(Exception):
    """An inbox is not a regular file, or may not be opened."""


def open_inbox(path: Path, flags: int) -> int:
    """Return a handle of an inbox; raises FileNotFoundError, NoInboxError, or OSError for an error that may pass."""
    try:
        handle = open_plain(path, flags)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NoInboxError(f"{path} is a symbolic link, which is not followed: replace it by a file") from None
        if error.errno in LASTING:
            raise NoInboxError(f"{path} cannot be opened as a file: {error.strerror}") from None
        raise
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise NoInboxError(f"{path} is not a file: replace it by one")


COMPARED_BYTES = 256
"""Number of bytes before the position that are compared."""

CHUNK = 1 << 20
LINE_BYTES = 4_000_000
"""Most bytes of a line; longer lines are skipped."""


@frozen
class InboxLine:
    """A line of an inbox, its name, and the position after it."""

    name: str
    data: bytes
    after: Tail


def read_on(path: Path, tail: Tail) -> Iterator[InboxLine]:
    """Yield the complete lines after a position. A missing file has none.

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
                before = (at.before + line + b"\n")[-COMPARED_BYTES:]
                at = Tail(at.incarnation, at.inode, at.position + len(line) + 1, before)
                yield InboxLine(name, line, at)
            if len(rest) > LINE_BYTES:
                skipped = (at.before + rest)[-COMPARED_BYTES:]
                at, rest = Tail(at.incarnation, at.inode, at.position + len(rest), skipped), b""
    finally:
        os.close(descriptor)


def _standing(descriptor: int, tail: Tail) -> Tail:
    """Return the position in the current file: unchanged, or the beginning of a new incarnation."""
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
    """Return a unique name for a line."""
    parts = (path.name.encode(), str(at.incarnation).encode(), str(at.position).encode(), line)
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:32]
