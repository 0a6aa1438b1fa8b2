"""A look at a worktree: every file that differs from the commit at which its branch left the target branch.

Committed, staged, unstaged and new files all count. Work that is merged does not differ any more.
"""

from collections.abc import Collection
from pathlib import Path, PurePosixPath

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.workspace.confined import is_git, plain
from renkei.workspace.repository.changed_files import FileDifference, changed_files, empty_tree, merge_base
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.snapshots import Snapshot, Snapshots

MAIN = "main-worktree/HEAD"
"""Git's name for the commit that is checked out in the main worktree."""

DEFAULT = "refs/remotes/origin/HEAD"
"""The default branch of the repository from which this one was cloned."""

NO_INDEX = "no-index"
"""A file that is not there: comparing trees needs no index, and reading that of a large repository takes a while."""

MOST_TEXTS = 200
"""Texts of files that are kept in memory."""


@frozen
class Look:
    """The result of a look: the snapshot of the files, the commit they are compared with, and the differences."""

    snapshot: Snapshot
    base: str
    changes: tuple[FileDifference, ...] = ()


class Looks:
    """The looks at one worktree. All methods raise WorkspaceError, or OSError."""

    def __init__(self, git: Git, directory: Path, target: str = "", closed: Collection[Path] = ()) -> None:
        """`git`: that of the opened repository. `directory`: for the snapshots. `target`: the branch to merge into.

        Without a target, it is the branch of the main worktree, or the default branch of the repository that was
        cloned. Files in `closed` are left out.
        """
        self.snapshots = Snapshots(git, directory)
        self._git = git
        self._target = target
        top = git.files or git.directory
        self._closed = [PurePosixPath(plain(str(one.relative_to(top)))) for one in closed if top in one.parents]
        self._last: Look | None = None
        self._known_base = ""
        self._texts: dict[str, str | None] = {}

    def look(self) -> Look:
        """Look at the files; costs little if nothing has changed since the last look."""
        snapshot = self.snapshots.take()
        base = self._base(snapshot.head)
        if base != self._known_base:
            self._known_base, self._texts = base, {}
        if self._last is None or (snapshot, base) != (self._last.snapshot, self._last.base):
            self._last = Look(snapshot, base, self.between(base, snapshot.tree, snapshot.unread))
        return self._last

    def between(self, before: str, after: str, unread: Collection[str] = ()) -> tuple[FileDifference, ...]:
        """Return the differences of two trees, and `unread` files as edits of unknown lines, without closed files."""
        git = replace(self.snapshots.git, index=self.snapshots.directory / NO_INDEX)
        found = {one.path: one for one in changed_files(git, before, after)}
        found |= {path: FileDifference(path) for path in unread}
        return tuple(one for path, one in sorted(found.items()) if not self.is_closed(path))

    def base_text(self, path: str) -> str | None:
        """Return the text of a file at the commit that the files are compared with; None if it is not there.

        The commit is that of the last look.
        """
        if not self._known_base:
            self._known_base = self._base(self._git.find("rev-parse", "--verify", "--quiet", "HEAD"))
        if path not in self._texts:
            while len(self._texts) >= MOST_TEXTS:
                del self._texts[next(iter(self._texts))]
            self._texts[path] = self.text(self._known_base, path)
        return self._texts[path]

    def forget_base(self) -> None:
        """Find the commit to compare with again, as after a merge."""
        self._known_base, self._texts = "", {}

    def text(self, tree: str, path: str) -> str | None:
        """Return the text of a file of a tree or commit; None if it is not there."""
        found = self.snapshots.git.call("cat-file", "blob", f"{tree}:{path}")
        return found.stdout if found.returncode == 0 else None

    def is_closed(self, path: str) -> bool:
        """Return whether a path belongs to git or to the team's own files."""
        name = PurePosixPath(plain(path))
        return any(map(is_git, path.split("/"))) or any(name.is_relative_to(one) for one in self._closed)

    def _base(self, head: str) -> str:
        git = self.snapshots.git
        if not head:
            return empty_tree(git)
        return merge_base(git, head, self._target or self._found_target(git) or head)

    def _found_target(self, git: Git) -> str:
        """Return the target of a worktree beside the main one, or of another branch of a clone; "" for none."""
        if git.repository is not None and (git.repository / "commondir").exists():
            return git.find("rev-parse", "--verify", "--quiet", MAIN)
        default = git.find("symbolic-ref", "--quiet", DEFAULT)
        branch = git.find("symbolic-ref", "--quiet", "--short", "HEAD")
        return default if default and branch != default.removeprefix("refs/remotes/origin/") else ""
