"""The files that a command names: its scripts, and any other file whose content decides what the command does.

A consent holds for their content. A file counts if a word of the command, or a part of one between quotes, operators
or `=`, is its path from the working directory or from a directory that the command also names.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from renkei.immutable.frozen import frozen
from renkei.wording.visible import visible

DIRECTORIES = 8
"""Directories named by a command in which files are searched."""

LARGE = 16 * 1024**2
"""Bytes of a file, at or above which its size and last change are compared instead of its content."""

SHOWN = 2_000
"""Characters of a file that are shown to the person."""

_WORD = re.compile(r"[^\s'\"`|&;<>(){}$=,]+")


@frozen
class Script:
    """A file that a command names: its path as named, its SHA-256, and its text if it lies in the directory."""

    name: str
    sha256: str
    text: str | None = None

    @property
    def shown(self) -> str:
        """The beginning of its text, with hidden characters escaped; "" for a file outside or without text."""
        if self.text is None:
            return ""
        return visible(self.text[:SHOWN]) + ("\n…" if len(self.text) > SHOWN else "")


def scripts_of(command: str | Sequence[str], directory: Path) -> tuple[Script, ...]:
    """Return the files that a command in a directory names, each once."""
    text = command if isinstance(command, str) else " ".join(command)
    words = dict.fromkeys(_WORD.findall(text))
    whole = () if isinstance(command, str) else command
    names = [one for one in dict.fromkeys((*whole, *words, *(word.lstrip("@-") for word in words))) if one]
    bases = ["", *[one for one in names if (directory / one).is_dir()][:DIRECTORIES]]
    paths = dict.fromkeys(os.path.normpath(os.path.join(base, name)) for name in names for base in bases)  # noqa: PTH118
    return tuple(_read(directory, paths))


def _read(directory: Path, paths: dict[str, None]) -> Iterator[Script]:
    for path in paths:
        data = _content(directory, path)
        if data is not None:
            yield Script(path, sha256(data).hexdigest(), _text(data) if _lies_within(directory, path) else None)


def _content(directory: Path, path: str) -> bytes | None:
    """Return the content of a regular file, for a large one its size and last change; None for anything else."""
    with suppress(OSError, ValueError):
        handle = os.open(directory / path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            known = os.fstat(handle)
            if stat.S_ISREG(known.st_mode):
                large = f"{known.st_ino} {known.st_size} {known.st_mtime_ns}".encode()
                return file.read(LARGE) if known.st_size < LARGE else large
    return None


def _lies_within(directory: Path, path: str) -> bool:
    """Return whether agents that work in a directory can read a file: only then its text goes into the log."""
    root = directory.resolve()
    place = (root / path).resolve()
    return place.is_relative_to(root) and not any(one.startswith(".") for one in place.relative_to(root).parts)


def _text(data: bytes) -> str | None:
    return None if b"\0" in data else data.decode(errors="replace")
