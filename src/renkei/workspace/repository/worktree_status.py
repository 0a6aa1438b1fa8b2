"""Git's status of the files of a worktree: the commit they begin from, and which of them differ from an index."""

from renkei.immutable.frozen import frozen
from renkei.workspace.repository.git import Git

UNBORN = "(initial)"
"""Git's word for the commit of a branch without one."""

FIELDS = {"1": 8, "2": 9, "u": 10}
"""Kinds of entries for tracked files, each with the number of its fields before the path."""


@frozen
class WorktreeStatus:
    """The commit of a worktree, "" if it has none, and the paths whose files differ from the index."""

    head: str
    unmerged: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    """Tracked files that were edited or deleted, and files that git does not track or ignore."""


def worktree_status(git: Git) -> WorktreeStatus:
    """Return the status of a worktree; raises WorkspaceError."""
    arguments = ("--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--no-renames")
    head, unmerged, changed = "", list[str](), list[str]()
    for entry in git.ask("status", *arguments).split("\0"):
        kind, _, rest = entry.partition(" ")
        if entry.startswith("# branch.oid "):
            head = entry.rpartition(" ")[2].replace(UNBORN, "")
        elif kind == "?" and not rest.endswith("/"):  # not a repository inside of the repository
            changed.append(rest)
        elif kind in FIELDS:
            path = entry.split(" ", FIELDS[kind])[-1]
            if kind == "u":
                unmerged.append(path)
            elif rest[1] != ".":
                changed.append(path)
    return WorktreeStatus(head, tuple(unmerged), tuple(changed))
