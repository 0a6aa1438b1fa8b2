"""Whether the present files of two worktrees merge, by git's own merge, which touches neither of them."""

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.snapshots import Snapshot, Snapshots

CONFLICT = 1
"""Exit status of git for a merge with conflicts."""

MOST_KNOWN = 1_000
"""Verdicts that are remembered."""


@frozen
class Verdict:
    """Git's verdict on merging two worktrees: the files in conflict, none if they merge cleanly."""

    files: tuple[str, ...] = ()


class Verdicts:
    """Git's verdicts, each asked once for each pair of states."""

    def __init__(self) -> None:
        self._known: dict[frozenset[tuple[str, str]], Verdict | None] = {}

    def ask(self, one: Snapshots, other: Snapshots) -> Verdict | None:
        """Return the verdict on the present files; None if git has none. Raises WorkspaceError, or OSError."""
        found = one.take(), other.take()
        pair = frozenset((each.head, each.tree) for each in found)
        if pair not in self._known:
            while len(self._known) >= MOST_KNOWN:
                del self._known[next(iter(self._known))]
            self._known[pair] = _merged(both_objects(one, other), *found)
        return self._known[pair]


def both_objects(one: Snapshots, other: Snapshots) -> Git:
    """Return git for the first worktree, which finds the objects of both; raises WorkspaceError."""
    return replace(one.git, objects=tuple(dict.fromkeys((*one.git.objects, *other.git.objects))))


def _merged(git: Git, one: Snapshot, other: Snapshot) -> Verdict | None:
    commits = [_commit(git, each) for each in (one, other)]
    how = ("--write-tree", "--no-messages", "--name-only", "-z")
    done = git.call("merge-tree", *how, *commits)
    if done.returncode not in (0, CONFLICT):
        return None
    _, *files = done.stdout.split("\0")
    return Verdict(tuple(sorted({one for one in files if one})) if done.returncode else ())


def _commit(git: Git, snapshot: Snapshot) -> str:
    parents = ("-p", snapshot.head) if snapshot.head else ()
    return git.ask("commit-tree", *parents, "-m", "snapshot", snapshot.tree)
