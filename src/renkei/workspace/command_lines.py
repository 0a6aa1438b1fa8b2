"""Decides which command lines run without asking: commands and pipelines whose every command is on a list.

The language of a shell is large, and a second parser of it would differ from the first in some corner. So nothing looks
for dangerous constructs. A line is plain when it has only words and `|`, with quotes, and nothing that a shell expands,
joins, repeats or redirects. The shell does not run the line, but its words, each quoted again, so the line that was
checked and the line that runs cannot differ. Every other line needs consent.

Commands on the list are trusted with all of their options and the files that they read: the list is no sandbox. A
person is asked about a line that names git's files, the project's or the team's anywhere, or a file of arguments,
whose words are unchecked.
"""

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from renkei.workspace.confined import plain

Words = tuple[str, ...]

_TOKEN = re.compile(
    r"""  [ \t]+
        | \|
        | (?: [\w@%+=:,./-] | '[^'\n\0]*' | "[^"$`\\!\n\0]*" )+
    """,
    re.VERBOSE,
)
_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)\"""")
_PATHS = re.compile(r"[=:,]|^-\w")
"""Characters that may precede a path within a word."""

_CLOSED = re.compile(r"(?:\.git|git~1|\.renkei|renkei~1|team\.ya?ml)(?!\w)")
"""Names that no listed command may be given, also as they are written on other file systems."""


def commands_of(line: str) -> tuple[Words, ...] | None:
    """Return the words of each command of a plain line; None if the line is not plain."""
    found: list[list[str]] = [[]]
    place = 0
    while place < len(line):
        token = _TOKEN.match(line, place)
        if token is None:
            return None
        place = token.end()
        if token[0] == "|":
            found.append([])
        elif not token[0].isspace():
            found[-1].append(_QUOTED.sub(lambda quoted: quoted[1] or quoted[2] or "", token[0]))
    return tuple(map(tuple, found)) if all(one and one[0] for one in found) else None


def plain_line(commands: Sequence[Words]) -> str:
    """Return a shell line that runs exactly these words as a pipeline."""
    return " | ".join(" ".join(map(_quote, words)) for words in commands)


def is_allowed(commands: Sequence[Words], allowed: Sequence[Words], root: Path) -> bool:
    """Return whether each command begins with the words of an allowed one and names no path outside of `root`."""
    return all(any(_begins(words, one, root) for one in allowed) for words in commands)


def _begins(words: Words, allowed: Words, root: Path) -> bool:
    rest = words[len(allowed) :]
    is_begun = words[: len(allowed)] == allowed
    return is_begun and not any(one.startswith("@") or names_closed(one) or _leads_out(one, root) for one in rest)


def names_closed(word: str) -> bool:
    """Return whether a word names git's files, the project's or the team's, in any writing that a file system takes."""
    return _CLOSED.search(plain(word)) is not None


def names_git(words: Words) -> bool:
    """Return whether one of the words is git, whose options write files and run programs."""
    return any(PurePosixPath(one).name.casefold() == "git" for one in words)


def _leads_out(word: str, root: Path) -> bool:
    for one in _PATHS.split(word):
        path = PurePosixPath(one)
        if ".." in path.parts or one.startswith("~") or (path.is_absolute() and not path.is_relative_to(root)):
            return True
    return False


def _quote(word: str) -> str:
    return "'" + word.replace("'", "'\"'\"'") + "'"
