"""Opens inboxes. An inbox that is not a regular file affects only its owner; the others continue."""

import errno
import os
import stat
from pathlib import Path

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
