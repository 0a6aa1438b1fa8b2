"""The difference between two states of a repository, bounded: a person reads it, and an agent wrote it.

A file above `LARGEST_FILE` is treated as binary. Long lines, long files and long lists of files are cut, and each says
how much is missing.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from renkei.immutable.frozen import frozen
from renkei.workspace.repository.git import FLAGS, Git

LARGEST_FILE = 256 * 1024
"""Bytes above which a file is not compared line by line."""

MOST_FILES = 100
"""Files whose lines are shown; further files are named."""

MOST_NAMED = 1000
"""Files that are named; further files are counted."""

LINES_OF_FILE = 400
"""Lines that a file shows at most, beside others."""

LINES_OF_ALL = 3000
"""Lines that are shown in all."""

LONGEST_LINE = 400
"""Characters of a line."""

COMPARED = ("-c", f"core.bigFileThreshold={LARGEST_FILE}", "diff", *FLAGS["diff"], "-M", "-l400", "--no-color")
"""The arguments of git, which looks for renames among 400 files."""

HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)")

Kind = Literal["changed", "added", "deleted", "renamed", "copied", "type"]
KINDS: dict[str, Kind] = {"A": "added", "D": "deleted", "R": "renamed", "C": "copied", "T": "type"}
"""git's letters; a file with another letter is changed."""


@frozen
class Line:
    """A line of a hunk. `before` and `after` are its numbers in the two files; 0 where it does not exist."""

    mark: str
    """A space, `+`, `-`, or a backslash: the last line of a file has no line feed."""
    text: str
    before: int = 0
    after: int = 0
    cut: int = 0
    """Characters that are missing at its end."""


@frozen
class Hunk:
    """Lines that follow each other. `heading` is the line above them that says where they are, such as a function's."""

    heading: str
    lines: tuple[Line, ...]


@frozen
class FileDiff:
    """A file that differs. `path_before` is its former path if it was renamed or copied."""

    path: str
    kind: Kind
    path_before: str = ""
    bits: tuple[str, str] = ("", "")
    """Its mode in git before and after, where they differ, such as `100644` and `100755`."""
    added: int = 0
    removed: int = 0
    hunks: tuple[Hunk, ...] = ()
    is_binary: bool = False
    """Whether it is binary, or larger than `LARGEST_FILE`."""
    is_read: bool = True
    """Whether its lines were compared; of many files, only the first are."""
    cut: int = 0
    """Lines that are not shown."""


@frozen
class Diff:
    """The files that differ, and the number of files that are not listed."""

    files: tuple[FileDiff, ...] = ()
    left_out: int = 0


def diff_of(git: Git, before: str, after: str, paths: Sequence[str] = ()) -> Diff:
    """Return the difference between two commits or trees, given by their ids; of some files, if `paths` names them.

    A single file may have more lines. Raises WorkspaceError if git fails.
    """
    wanted = [f":(top,literal){one}" for one in paths]
    entries = list(_entries(git.ask(*COMPARED, "--raw", "-z", before, after, "--", *wanted)))
    read = entries[:MOST_FILES]
    named = [one for entry in read for one in (entry.path_before, entry.path) if one]
    patch = ""
    if named:
        literal = (f":(top,literal){one}" for one in dict.fromkeys(named))
        patch = git.ask(*COMPARED, "--patch", "--unified=3", before, after, "--", *literal)
    files = _with_lines(read, patch, LINES_OF_ALL if len(paths) == 1 else LINES_OF_FILE)
    rest = entries[MOST_FILES:MOST_NAMED]
    unread = (FileDiff(one.path, one.kind, one.path_before, one.bits, is_read=False) for one in rest)
    return Diff((*files, *unread), max(0, len(entries) - MOST_NAMED))


def _entries(raw: str) -> Iterator[FileDiff]:
    """Yield the files that `git diff --raw -z` lists."""
    fields = iter(raw.split("\0"))
    for info in fields:
        if not info.startswith(":"):
            continue
        mode_before, mode_after, _, _, status = info[1:].split(" ")
        kind = KINDS.get(status[0], "changed")
        former = next(fields) if kind in ("renamed", "copied") else ""
        path = next(fields)
        has_modes = mode_before != mode_after and kind not in ("added", "deleted")
        yield FileDiff(path, kind, former, (mode_before, mode_after) if has_modes else ("", ""))


def _with_lines(files: Sequence[FileDiff], patch: str, most: int) -> Iterator[FileDiff]:
    """Yield files with their lines from a patch, which has them in the same order."""
    sections = _sections(patch)
    left = LINES_OF_ALL
    for one in files:
        parts = [next(sections, ()) for _ in range(2 if one.kind == "type" else 1)]  # git removes and adds it
        every = [hunk for part in parts for hunk in _hunks(part)]
        hunks, cut = _bounded(every, min(most, left))
        left -= sum(len(hunk.lines) for hunk in hunks)
        signs = Counter(line.mark for hunk in every for line in hunk.lines)
        is_binary = any(line.startswith("Binary files ") for part in parts for line in part[:10])
        yield FileDiff(
            one.path,
            one.kind,
            one.path_before,
            one.bits,
            signs["+"],
            signs["-"],
            tuple(hunks),
            is_binary,
            cut=cut,
        )


def _sections(patch: str) -> Iterator[Sequence[str]]:
    """Yield the lines of each file in a patch. A line of a file begins with a space, a sign or a backslash."""
    found: list[str] = []
    for line in patch.split("\n"):
        if line.startswith("diff --git ") and found:
            yield found
            found = []
        found.append(line)
    yield found


def _hunks(lines: Sequence[str]) -> Iterator[Hunk]:
    heading, found, before, after = "", list[Line](), 0, 0
    inside = False
    for line in lines:
        if begin := HUNK.match(line):
            if inside:
                yield Hunk(heading, tuple(found))
            inside, heading, found = True, begin[5][:LONGEST_LINE], []
            before, after = int(begin[1]), int(begin[3])
        elif inside and line[:1] in (" ", "+", "-", "\\"):
            mark, text = line[0], line[1:]
            old, new = before if mark in " -" else 0, after if mark in " +" else 0
            before, after = before + bool(old or mark == "-"), after + bool(new or mark == "+")
            found.append(Line(mark, text[:LONGEST_LINE], old, new, max(0, len(text) - LONGEST_LINE)))
        else:
            if inside:
                yield Hunk(heading, tuple(found))
            inside = False
    if inside:
        yield Hunk(heading, tuple(found))


def _bounded(hunks: Sequence[Hunk], most: int) -> tuple[list[Hunk], int]:
    """Return hunks with no more lines than `most`, and the number of lines left out."""
    kept, left = [], most
    for one in hunks:
        if left > 0:
            kept.append(Hunk(one.heading, one.lines[:left]))
        left -= len(one.lines)
    return kept, max(0, -left)
