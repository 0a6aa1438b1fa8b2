"""The files that a command names: its scripts, and any other file whose content decides what the command does.

A consent holds for their content. A file counts if a word of the command, as a shell reads it, or a part of one between
quotes, operators or `=`, is its path from the working directory or from a directory that the command also names.
"""

import os
import re
import shlex
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from renkei.immutable.frozen import frozen
from renkei.wording.visible import visible

DIRECTORIES = 32
"""Directories named by a command in which files are searched."""

READ = 16 * 1024**2
"""Bytes of all files that are read. Of a file beyond them, its size and last change are compared, not its content."""

SHOWN = 2_000
"""Characters of a file that are shown to the person."""

_WORD = re.compile(r"[^\s'\"`|&;<>(){}$=,]+")


@frozen
class Script:
    """A file that a command names: its path, its SHA-256, and the beginning of its text if within the directory."""

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
    lines = (command,) if isinstance(command, str) else command
    words = dict.fromkeys(_WORD.findall(" ".join(lines)))
    read = (word for line in lines for word in _unquoted(line))
    names = [one for one in dict.fromkeys((*lines, *read, *words, *(word.lstrip("@-") for word in words))) if one]
    bases = ["", *[one for one in names if os.path.isdir(directory / one)][:DIRECTORIES]]  # noqa: PTH112 – raises no error
    paths = dict.fromkeys(os.path.normpath(os.path.join(base, name)) for name in names for base in bases)  # noqa: PTH118
    return tuple(_read(directory, paths))


def _unquoted(line: str) -> list[str]:
    """Return the words of a line as a shell reads them, without quotes, if their quotes are closed."""
    found: list[str] = []
    with suppress(ValueError):
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.whitespace_split, lexer.commenters = True, ""
        found.extend(lexer)
    return found


def _read(directory: Path, paths: dict[str, None]) -> Iterator[Script]:
    left = READ
    for path in paths:
        data = _content(directory, path, left)
        if data is not None:
            left -= len(data)
            yield Script(path, sha256(data).hexdigest(), _text(data) if _lies_within(directory, path) else None)


def _content(directory: Path, path: str, left: int) -> bytes | None:
    """Return the content of a regular file, its size and last change if it has too many bytes; None for another one.

    Its owner can set the time of a file's last change, but not that of its entry.
    """
    with suppress(OSError, ValueError):
        handle = os.open(directory / path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            known = os.fstat(handle)
            if stat.S_ISREG(known.st_mode):
                large = f"{known.st_ino} {known.st_size} {known.st_ctime_ns}".encode()
                return file.read(left) if known.st_size < left else large
    return None


def _lies_within(directory: Path, path: str) -> bool:
    """Return whether agents that work in a directory can read a file: only then its text goes into the log."""
    root = directory.resolve()
    place = (root / path).resolve()
    return place.is_relative_to(root) and not any(one.startswith(".") for one in place.relative_to(root).parts)


def _text(data: bytes) -> str | None:
    """Return the beginning of a text, at least one character more than is shown; None for other data."""
    return None if b"\0" in data else data[: 4 * SHOWN + 4].decode(errors="replace")
