"""Replaces a file in one step: a reader sees the old content or the new content, never a part of it.

The new content is written to a temporary file in the same directory, which is then renamed. The temporary name is
unique and the file is created exclusively, so that no two writers share one and no symbolic link is followed; a link
at the target itself is replaced, not followed. The names end in `~`, which no id may contain, so that a directory of
files named by ids can tell what a killed process has left behind.
"""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SUFFIX = "~"
"""The last character of every temporary name."""


def write_atomically(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Replace the content of `path` by `data`; raises OSError, and leaves the old content then.

    `durable`: both the content and the name are on disk when this returns.
    """
    with replacing(path, durable=durable) as fresh:
        fresh.write_bytes(data)


@contextmanager
def replacing(path: Path, *, durable: bool = False) -> Iterator[Path]:
    """Yield a new, empty file that is renamed to `path` when the block ends and deleted when it fails."""
    fresh = path.with_name(f"{path.name}.{uuid.uuid4().hex[:12]}{SUFFIX}")
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666))
    try:
        yield fresh
        if durable:
            sync(fresh)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    if durable:
        sync(path.parent)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a directory, are on disk; raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
