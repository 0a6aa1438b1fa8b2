"""The lines in which two changes of a file conflict."""

from collections.abc import Iterator, Sequence

from renkei.immutable.frozen import frozen
from renkei.workspace.repository.git import Git

MOST_READ = 20
"""Files in conflict whose lines are looked for; further ones are named."""

MOST_PLACES = 5
"""Places of a file that are named."""

LARGEST = 1024 * 1024
"""Bytes above which a file is not read."""


@frozen
class Conflict:
    """A file that both sides changed. `lines` are numbers in the submitted file, such as "3-5,9"; "" if unknown.

    They are unknown for a binary file, and where one side removed or renamed the file.
    """

    path: str
    lines: str = ""

    @property
    def shown(self) -> str:
        """The file with its lines: `src/a.py:3-5,9`."""
        return f"{self.path}:{self.lines}" if self.lines else self.path


def conflicts_in(git: Git, tree: str, paths: Sequence[str]) -> tuple[Conflict, ...]:
    """Return the conflicts of a merge, from the tree that git wrote with its marks; raises WorkspaceError."""
    return tuple(
        Conflict(one, _lines(git, f"{tree}:{one}") if number < MOST_READ else "") for number, one in enumerate(paths)
    )


def _lines(git: Git, content: str) -> str:
    size = git.find("cat-file", "-s", content)
    if not size.isdigit() or int(size) > LARGEST:
        return ""
    text = git.find("cat-file", "blob", content)
    if "\0" in text:
        return ""
    found = list(marked_lines(text.split("\n")))
    shown = [str(first) if first == last else f"{first}-{last}" for first, last in found[:MOST_PLACES]]
    return ",".join((*shown, "…") if len(found) > MOST_PLACES else shown)


def marked_lines(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the first and last line, from 1, of each conflict in the submitted file, given the merged lines.

    Where the submitted file has no lines, it is the line before. The marks are those of `git merge-tree`.
    """
    number, begun, side = 0, 0, ""
    for line in lines:
        if line.startswith("<<<<<<< ") and not side:
            side = "branch"
        elif line.startswith("=======") and side == "branch":
            side, begun = "submitted", number + 1
        elif line.startswith(">>>>>>> ") and side == "submitted":
            yield min(begun, max(number, 1)), max(number, 1)
            side = ""
        elif side != "branch":
            number += 1
