"""Reads files and standard input as located documents, in bounded time and memory."""

import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import click
from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore import GitIgnorePatternError
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from renkei.documents.read import read_documents
from renkei.documents.source import MAX_BYTES, Source, SourceError, decode
from renkei.engine.validation import ValidationResult
from renkei.errors import DocumentError, Problem

STDIN = "-"

IGNORE_FILE = ".renkeiignore"
"""A file in a directory with the patterns of files that are not checked."""


def read_bytes(name: str) -> bytes:
    """Read a file (or standard input for `-`), at most one byte beyond the limit."""
    if name == STDIN:
        if sys.stdin is None:
            raise click.UsageError("Standard input is closed.")
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with find_file(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def find_file(name: str) -> Path:
    """Return the path of a regular file; raises UsageError when there is none of that name."""
    path = Path(name)
    if path.is_dir():
        raise click.UsageError(f"{name!r} is a directory.")
    if not path.exists():
        raise click.UsageError(f"No such file: {name!r}.")
    if not path.is_file():
        raise click.UsageError(f"{name!r} is not a regular file; use `-` for standard input.")
    return path


def files_below(place: str, suffixes: Collection[str], ignored: Sequence[str] = ()) -> Iterator[Path]:
    """Yield the files below a directory with one of these suffixes, by name, except hidden and ignored ones.

    `ignored`: patterns as in a `.gitignore` file, relative to the directory. Those of its IGNORE_FILE count as well.
    """
    ignore_file = Path(place, IGNORE_FILE)
    listed = read_text(str(ignore_file)).splitlines() if ignore_file.is_file() else []
    skips = GitIgnoreSpec([*_patterns(listed, str(ignore_file)), *_patterns(ignored, "--exclude")])
    for path in sorted(Path(place).rglob("*")):
        below = path.relative_to(place)
        hidden = any(part.startswith(".") for part in below.parts)
        if path.suffix.lower() in suffixes and not hidden and path.is_file() and not skips.match_file(below):
            yield path


def _patterns(lines: Sequence[str], source: str) -> Iterator[GitIgnoreSpecPattern]:
    """Yield the patterns of these lines; raises UsageError for an invalid one."""
    for number, line in enumerate(lines, 1):
        try:
            yield GitIgnoreSpecPattern(line)
        except GitIgnorePatternError:
            raise click.UsageError(f"{source}:{number}: {line!r} is not a pattern as in a .gitignore file.") from None


def read_text(name: str) -> str:
    """Read a file as text; raises DocumentError when it is not UTF-8."""
    try:
        return decode(read_bytes(name))
    except SourceError as error:
        raise DocumentError(name, [error.problem]) from None


def read_sources(name: str, stdin_name: str = "") -> Iterator[Source | SourceError]:
    """Yield each document of a file, or the error at which reading it ended.

    `stdin_name`: the name of the file that standard input contains, whose suffix tells its format.
    """
    yield from read_documents(read_bytes(name), stdin_name if name == STDIN else name)


def read_one(name: str) -> Source:
    """Read the only document of a file; raises DocumentError when it cannot be read."""
    first = next(read_sources(name))
    if isinstance(first, SourceError):
        raise DocumentError(name, [first.problem])
    return first


def refuse(name: str, problems: tuple[Problem, ...]) -> None:
    """Raise DocumentError when there are problems."""
    if problems:
        raise DocumentError(name, problems)


def require_kind(kind: str, name: str, source: Source, checked: ValidationResult, hint: str) -> None:
    """Raise DocumentError unless a document is a valid one of the kind that a command takes.

    Of a document of another kind only that is said: what else is wrong with it does not matter here.
    """
    if checked.kind not in (None, kind):
        text = f"this is of the kind {checked.kind}"
        raise DocumentError(name, [Problem("UNKNOWN_KIND", "", *source.location(()), text, hint)])
    refuse(name, checked.problems)
