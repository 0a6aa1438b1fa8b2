"""Large bodies, kept as files beside the log under the hash of their content.

A row that holds 64 KB drags sixteen pages through the write-ahead log and every backup; a reference is seventy bytes. A
blob is on disk before the record that refers to it, so that a kill leaves at worst one that nobody refers to.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from renkei.log.atomic_write import sync, write_atomically

LIMIT = 64 * 1024
"""Bytes above which a body goes to a file of its own."""

_PREFIX = b"sha256:"


def is_reference(body: bytes) -> bool:
    """Tell whether a stored body is the name of a blob."""
    return body.startswith(_PREFIX)


class Blobs:
    """A directory of blobs, each in a folder named after the first two digits of its hash."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def put(self, body: bytes) -> bytes:
        """Keep a body durably and give the reference to it; raises OSError."""
        name = hashlib.sha256(body).hexdigest()
        path = self._path(name)
        if not path.is_file() or path.stat().st_size != len(body):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, body, durable=True)
            for folder in (self.directory, self.directory.parent):
                sync(folder)
        return _PREFIX + name.encode()

    def get(self, reference: bytes) -> bytes:
        """Give the body of a reference; raises OSError when it is gone, ValueError when it is not what it was."""
        name = reference.removeprefix(_PREFIX).decode()
        body = self._path(name).read_bytes()
        if hashlib.sha256(body).hexdigest() != name:
            raise ValueError(f"the blob {name} is damaged")
        return body

    def names(self) -> Iterator[bytes]:
        """Yield a reference for each file that lies here, also for what a kill has left half written."""
        return (_PREFIX + file.name.encode() for file in sorted(self.directory.glob("*/*")))

    def delete(self, reference: bytes) -> None:
        """Delete what lies under a reference."""
        self._path(reference.removeprefix(_PREFIX).decode()).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self.directory / name[:2] / name
