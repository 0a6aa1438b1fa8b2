"""The files that differ between two trees, with the lines that changed.

Lines are those of the older tree: two agents that began from one commit are then compared by the same numbers, however
many lines each of them has added above.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from renkei.files.lines import Range, merged
from renkei.files.model import ChangeKind
from renkei.immutable.frozen import frozen
from renkei.workspace.edited_lines import lines_between
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.git import Git

KINDS: dict[str, ChangeKind] = {"A": "added", "D": "deleted", "R": "renamed"}
"""Git's letter for a change → its kind; any other is an edit."""

MOST_COMPARED = 1_000
"""The most files whose lines are compared; of more files, only the names are known."""

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@")


@frozen
class FileDifference:
    """A changed file. `lines` are empty if they are unknown, as those of a binary file."""

    path: str
    kind: ChangeKind = "edited"
    lines: tuple[Range, ...] = ()
    renamed_from: str = ""


def changed_files(git: Git, before: str, after: str) -> tuple[FileDifference, ...]:
    """Return the files that differ between two trees or commits, by path; raises WorkspaceError."""
    found = tuple(_named(git, before, after))
    lines: Sequence[tuple[Range, ...]] = ()
    if found and len(found) <= MOST_COMPARED:
        with suppress(WorkspaceError):  # more text than git may print
            lines = tuple(_compared(git, before, after))
    if len(lines) != len(found):
        lines = [()] * len(found)
    return tuple(
        FileDifference(path, KINDS.get(letter, "edited"), ranges, renamed_from)
        for (letter, path, renamed_from), ranges in zip(found, lines, strict=True)
    )


def merge_base(git: Git, commit: str, target: str) -> str:
    """Return the merge base of two commits, or the first commit if they have none. Raises WorkspaceError."""
    return git.find("merge-base", commit, target).partition("\n")[0] or commit


def empty_tree(git: Git) -> str:
    """Return the id of the tree without files; raises WorkspaceError."""
    return git.ask("hash-object", "-t", "tree", "--stdin")


def _named(git: Git, before: str, after: str) -> Iterator[tuple[str, str, str]]:
    """Yield the letter, the path and the earlier path of each file."""
    fields = iter(git.ask("diff-tree", "-r", "-z", "--find-renames", "--name-status", before, after).split("\0"))
    for letter in fields:
        if letter:
            path = next(fields)
            yield (letter[0], next(fields), path) if letter[0] in "RC" else (letter[0], path, "")


def _compared(git: Git, before: str, after: str) -> Iterator[tuple[Range, ...]]:
    """Yield the changed lines of each file, in the same order.

    Names are quoted, so only the heading of a file begins with `diff`. A file that became a link has two headings.
    """
    how = ("-r", "-p", "--unified=0", "--find-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--full-index")
    text = git.ask("diff-tree", *how, before, after)
    ranges, heading, is_new = list[Range](), "", False
    for line in text.split("\n"):
        if line.startswith("diff --git "):
            if heading and line != heading:
                yield merged(ranges)
                ranges = []
            heading, is_new = line, False
        elif line.startswith("new file mode "):
            is_new = True
        elif hunk := _HUNK.match(line):
            start, count, added = (1 if one is None else int(one) for one in hunk.groups())
            ranges.append((1, added) if is_new else lines_between(start, count))
    if heading:
        yield merged(ranges)
