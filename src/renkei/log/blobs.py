"""Large bodies, stored as files beside the log under the hash of their content.

A row of 64 KB writes sixteen pages to the write-ahead log and to every backup; a reference has seventy bytes. A blob is
on disk before its record, so a kill leaves at worst a blob without a reference.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from renkei.log.atomic_write import check_plain, make_plain_directory, read_plain, sync, write_atomically

LIMIT = 64 * 1024
"""Bytes above which a body is stored as a blob."""

_PREFIX = b"sha256:"
_NAME = re.compile(r"[0-9a-f]{64}")


def is_reference(body: bytes) -> bool:
    """Return whether a stored body is a reference to a blob."""
    return body.startswith(_PREFIX)


class Blobs:
    """A directory of blobs, each in a folder named after the first two digits of its hash."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def put(self, body: bytes) -> bytes:
        """Store a body durably and return the reference to it; raises OSError."""
        name = hashlib.sha256(body).hexdigest()
        path = self._path(name)
        if path.is_symlink() or not path.is_file() or path.stat().st_size != len(body):
            make_plain_directory(self.directory)
            make_plain_directory(path.parent)
            write_atomically(path, body, durable=True)
            for folder in (self.directory, self.directory.parent):
                sync(folder)
        return _PREFIX + name.encode()

    def get(self, reference: bytes) -> bytes:
        """Return the body of a reference; raises OSError when it is missing, ValueError when it is damaged."""
        name = reference.removeprefix(_PREFIX).decode(errors="replace")
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name[:80]!r} names no blob")
        path = self._path(name)
        check_plain(self.directory)
        check_plain(path.parent)
        body = read_plain(path)
        if hashlib.sha256(body).hexdigest() != name:
            raise ValueError(f"the blob {name} is damaged")
        return body

    def names(self) -> Iterator[bytes]:
        """Return an iterator over a reference for each file, including temporary files left by a kill."""
        folders = () if self.directory.is_symlink() else sorted(self.directory.glob("*"))
        files = (file for folder in folders if not folder.is_symlink() for file in sorted(folder.glob("*")))
        return (_PREFIX + file.name.encode() for file in files)

    def delete(self, reference: bytes) -> None:
        """Delete the file of a reference, if there is one."""
        self._path(reference.removeprefix(_PREFIX).decode()).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self.directory / name[:2] / name
