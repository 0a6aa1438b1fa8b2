"""The files of an export: those of a zip archive, of a directory, or a single file. Nothing is unpacked to the disk."""

import lzma
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import BinaryIO

from renkei.errors import DocumentError, Problem

MOST_FILES = 200_000
"""Most files of an export."""

MOST_BYTES = 64 * 1024**3
"""Most bytes of an export's files."""

LARGE, RATIO = 100 * 1024**2, 200
"""An archive whose files have more bytes than `LARGE`, and more than `RATIO` times those of the archive, is a bomb."""

DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    IndexError,
    UnicodeDecodeError,
)
"""Python's errors for a damaged archive, besides OSError."""


class ExportFiles:
    """The files of one export by their names, which use `/`; raises DocumentError, or OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._archive: zipfile.ZipFile | None = None
        if path.is_dir():
            self.names = list(self._below(path))
        elif zipfile.is_zipfile(path):
            try:
                self._archive = zipfile.ZipFile(path)
                self.names = self._checked(self._archive)
            except DAMAGED as error:
                raise self.broken("", f"not a valid zip archive: {error}") from None
        else:
            self.names = [path.name]

    def __enter__(self) -> "ExportFiles":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._archive is not None:
            self._archive.close()

    @property
    def is_single(self) -> bool:
        """Whether it is a single file."""
        return self._archive is None and self.path.is_file()

    def ending(self, suffix: str) -> list[str]:
        """Return the names with an ending, in order; a single file has any ending."""
        return self.names if self.is_single else sorted(one for one in self.names if one.endswith(suffix))

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """Open a file by its name; a damaged file of an archive raises DocumentError while it is read."""
        if self._archive is None:
            with (self.path if self.is_single else self.path / name).open("rb") as opened:
                yield opened
            return
        try:
            with self._archive.open(name) as member:
                yield member  # type: ignore[misc] # typeshed: IO[bytes]
        except DAMAGED as error:
            raise self.broken(name, f"it cannot be unpacked: {error}") from None

    def broken(self, name: str, text: str, hint: str = "Export it again.") -> DocumentError:
        """Return the error of a file, or of the whole export."""
        return DocumentError(str(self.path), [Problem("UNREADABLE", name or "/", 1, 1, text, hint)])

    def _below(self, directory: Path) -> Iterator[str]:
        found = list(islice(_entries(directory), MOST_FILES + 1))
        if len(found) > MOST_FILES:
            raise self.broken("", f"more than {MOST_FILES:,} files", "Name the directory of the export itself.")
        for path in sorted(Path(one) for one in found):
            name = path.relative_to(directory).as_posix()
            if path.is_symlink():
                raise self.broken(name, "a symbolic link, which may lead anywhere", "Remove it.")
            if path.is_file():
                yield name

    def _checked(self, archive: zipfile.ZipFile) -> list[str]:
        """Return the names of an archive's files; raises DocumentError for an archive that no chat has made."""
        found = archive.infolist()
        total, packed = sum(one.file_size for one in found), self.path.stat().st_size
        if len(found) > MOST_FILES or total > MOST_BYTES:
            text = f"{len(found):,} files with {total:,} bytes; at most {MOST_FILES:,} and {MOST_BYTES:,} are read"
            raise self.broken("", text, "Export fewer channels, or a shorter time.")
        if total > LARGE and total > RATIO * packed:
            raise self.broken("", f"{packed:,} bytes that become {total:,}: a zip bomb", "Do not use this file.")
        seen: set[str] = set()
        for one in found:
            if fault := _fault(one, seen):
                raise self.broken(one.filename, fault, "Do not use this file: no chat exports such an archive.")
            seen.add(one.filename)
        return [one.filename for one in found if not one.is_dir()]


def _entries(directory: Path) -> Iterator[str]:
    """Yield the paths of everything below a directory as they are found, so that a huge one need not be read."""
    left = [str(directory)]
    while left:
        with os.scandir(left.pop()) as entries:
            for one in entries:
                yield one.path
                if one.is_dir(follow_symlinks=False):
                    left.append(one.path)


def _fault(member: zipfile.ZipInfo, seen: set[str]) -> str:
    name = member.filename
    path = PurePosixPath(name)
    if not name:
        return "a file without a name"
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name.partition("/")[0]:
        return "a path that leads out of the archive"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "a symbolic link"
    if member.flag_bits & 1:
        return "an encrypted file"
    return "the name of two files" if name in seen else ""
