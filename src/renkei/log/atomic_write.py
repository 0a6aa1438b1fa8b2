"""Open and replace the files of a project. No symbolic link below the project's directory is followed.

Anyone who can write one file of a project cannot make another process write or read elsewhere: a link is an error
(`ELOOP`), or is replaced if a whole file is written.

A file is replaced in one step: a reader sees the old or the new content, never a part of it. The new content is written
to a temporary file in the same directory, created exclusively and then renamed. Temporary names end in `~`, which no id
may contain, so leftovers of a killed process are recognizable in a directory of files named by ids.
"""

import errno
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SUFFIX = "~"
"""The last character of every temporary name."""


def write_atomically(path: Path, data: bytes, *, durable: bool = False, mode: int = 0o666) -> None:
    """Replace the content of `path` by `data`; on OSError the old content is kept.

    `durable`: both the content and the name are on disk on return. `mode`: its permissions, less the umask.
    """
    with replacing(path, durable=durable, mode=mode) as fresh, os.fdopen(open_plain(fresh, os.O_WRONLY), "wb") as file:
        file.write(data)


def open_plain(path: Path, flags: int) -> int:
    """Open a file beside the log and return its handle; raises OSError, also for a symbolic link.

    `flags` are those of `os.open`. A pipe in place of the file does not block.
    """
    return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, 0o666)


def read_plain(path: Path) -> bytes:
    """Return the content of a regular file beside the log; raises OSError as `open_plain` does."""
    handle = open_plain(path, os.O_RDONLY)
    if not stat.S_ISREG(os.fstat(handle).st_mode):  # `fdopen` would leave the handle of a directory open
        os.close(handle)
        raise OSError(errno.EINVAL, "is not a file", str(path))
    with os.fdopen(handle, "rb") as file:
        return file.read()


def make_plain_directory(path: Path) -> None:
    """Create a directory beside the log, if it is missing; raises OSError, also for a symbolic link."""
    check_plain(path)
    path.mkdir(exist_ok=True)


def check_plain(path: Path) -> None:
    """Raise OSError when a file or directory beside the log is a symbolic link, or a pipe, which would block."""
    with suppress(FileNotFoundError):
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            raise OSError(errno.ELOOP, "is a symbolic link, which is not followed", str(path))
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise OSError(errno.EINVAL, "is not a file", str(path))


def delete_links(path: Path) -> None:
    """Delete symbolic links in place of a derived SQLite file and its side files."""
    for file in sqlite_files(path):
        if file.is_symlink():
            file.unlink()


def sqlite_files(path: Path) -> tuple[Path, ...]:
    """Return the paths that SQLite opens for a file."""
    return tuple(path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm", "-journal"))


@contextmanager
def replacing(path: Path, *, durable: bool = False, mode: int = 0o666) -> Iterator[Path]:
    """Yield a new, empty file that is renamed to `path` after the block and deleted if the block fails."""
    fresh = path.with_name(f"{path.name}.{uuid.uuid4().hex[:12]}{SUFFIX}")
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode))
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
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
