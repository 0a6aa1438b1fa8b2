"""Merges submitted work into the team's branch: one contract at a time, apart from every person's and member's files.

The merged result exists as a commit before anything changes, and in a worktree in which its criteria can run. The
branch then moves in one step, only from the commit that was merged with, and a reference that names the contract's work
as merged is set in the same step. So a process that is killed anywhere leaves the old or the new branch, and the next
one knows which. Two processes, also of different projects, take turns on a branch by a lock in the repository.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.log.file_lock import try_lock
from renkei.workspace.repository.checkouts import checkouts_of, follow, names, require_committed, wait_for_indexes
from renkei.workspace.repository.conflicts import Conflict, conflicts_in
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.grafts import adds_nothing, combine
from renkei.workspace.repository.references import ReferenceMovedError, prepared
from renkei.workspace.repository.unsafe_changes import unsafe_changes
from renkei.workspace.repository.worktrees import HIDDEN, MERGED, Worktrees, plain_name

CHECKOUT = f"{HIDDEN}merged"
"""Name of the worktree of the merged result."""

LOCK_SECONDS = 10.0
"""Seconds in which another process may end its merge into the same branch."""

MOST_ATTEMPTS = 5
"""How often in a row work is merged again because the branch has moved since."""


@frozen
class Merge:
    """The result of merging: the commit and the changed files, or the conflicts, or why it has to wait.

    `old` is the branch that it was merged with; "" if the branch has the work already.
    """

    commit: str = ""
    files: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    problem: str = ""
    old: str = ""


class MergeQueue:
    """Merges into the branch of a team's worktrees. All methods raise WorkspaceError."""

    def __init__(self, worktrees: Worktrees, *, is_linear: bool = False) -> None:
        """`is_linear`: work becomes one commit on top of the branch, instead of a merge."""
        self._worktrees = worktrees
        self._is_linear = is_linear
        self.branch = worktrees.branch

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Hold the branch's lock during a block; yield whether it was free."""
        place = self._worktrees.target.common_directory() / "renkei"
        place.mkdir(exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        handle = os.open(place / f"{plain_name(self.branch)}.lock", flags, 0o600)
        try:
            yield try_lock(handle, LOCK_SECONDS)
        finally:
            os.close(handle)

    def combine(self, member: str, contract: str, seq: int, text: str) -> Merge:
        """Merge the work submitted in the record `seq` with the branch, as a commit with `text`; nothing moves yet."""
        trees = self._worktrees
        git, name = replace(trees.top, author=member), trees.ref(contract, seq)
        with trees.alone():
            old, submitted = git.ask("rev-parse", trees.reference), git.ask("rev-parse", name)
            if done := self._found(git, old, submitted, f"{name}{MERGED}"):
                return done
            merged = trees.merged()
            found = combine(git, old, submitted, merged)
            if found.problem:
                return Merge(problem=found.problem)
            if found.conflicts:
                return Merge(conflicts=conflicts_in(git, found.tree, found.conflicts))
            unsafe = next(unsafe_changes(git, old, submitted, found.tree, trees.closed), None)
            if unsafe is not None:
                return Merge(problem=unsafe)
            if self._is_linear and adds_nothing(git, old, submitted, merged):
                return Merge(old)
            parents = ("-p", old) if self._is_linear else ("-p", old, "-p", submitted)
            commit = git.ask("commit-tree", found.tree, *parents, "-m", text)
            return Merge(commit, _files(git, old, commit), old=old)

    def _found(self, git: Git, old: str, submitted: str, name: str) -> Merge | None:
        """Return the merge of work that the branch has, as after a process that was killed before its record."""
        commit = git.find("rev-parse", "--verify", "--quiet", name)
        if commit and git.holds("merge-base", "--is-ancestor", commit, old):
            return Merge(commit, _files(git, f"{commit}^1", commit))
        return Merge(old) if git.holds("merge-base", "--is-ancestor", submitted, old) else None

    def checkout(self, commit: str) -> Path:
        """Return the directory in which a merged commit can be tried: without what git ignores."""
        trees = self._worktrees
        path = trees.directory / CHECKOUT
        with trees.alone():
            git = trees.opened(CHECKOUT)
            if git is None or not git.holds("reset", "--hard", "--quiet", commit):
                trees.target.find("worktree", "remove", "--force", "--force", str(path))
                shutil.rmtree(path, ignore_errors=True)  # such as a part of one, of a process that was killed
                trees.target.ask("worktree", "add", "--force", "--detach", str(path), commit)
                git = trees.opened(CHECKOUT)
            if git is not None:
                git.ask("clean", "-ffdxq")
        return path / trees.inside

    def require_movable(self, merge: Merge) -> None:
        """Raise WorkspaceError if a checkout of the branch cannot follow it to a merged commit now."""
        with self._worktrees.alone():
            for one in checkouts_of(self._worktrees.top, self._worktrees.reference):
                require_committed(one, merge.old, merge.commit)

    def advance(self, merge: Merge, contract: str, seq: int) -> bool:
        """Move the branch to a merged commit, and with it the files of its checkouts.

        Return whether it moved: not if it has moved since. Raises WorkspaceError if it has to wait, such as for
        uncommitted changes; then nothing has changed.
        """
        trees, git = self._worktrees, self._worktrees.top
        if not merge.old:
            return True
        name = f"{trees.ref(contract, seq)}{MERGED}"
        changes = [f"update {trees.reference} {merge.commit} {merge.old}", f"update {name} {merge.commit}"]
        with trees.alone():
            places = checkouts_of(git, trees.reference)
            wait_for_indexes(places)
            try:
                with prepared(git, changes, f"renkei: merge {contract}") as change, ExitStack() as undo:
                    for one in places:
                        follow(one, merge.old, merge.commit)
                        undo.callback(one.find, "read-tree", "-m", "-u", merge.commit, merge.old)
                    change()
                    undo.pop_all()
            except ReferenceMovedError:
                if git.ask("rev-parse", trees.reference) == merge.old:
                    raise
                return False
        return True


def _files(git: Git, old: str, new: str) -> tuple[str, ...]:
    return names(git.find("diff", "--name-only", "-z", "--no-renames", old, new))
