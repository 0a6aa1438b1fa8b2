"""Snapshots of a worktree's files as trees of git: all that is committed, staged, changed and new, but not ignored.

A snapshot touches nothing of the person's: it has its own index and its own directory of objects, which can be deleted
at any time. The index begins as a copy of the worktree's, so unchanged files are not read, and it remembers the last
snapshot, so the next one reads only what has changed since.
"""

import fcntl
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.worktree_status import worktree_status

MOST_FILES, MOST_BYTES = 1_000, 64 * 1024**2
"""Changed files, and their bytes, that one snapshot reads; the others are named."""

LARGEST = 2 * 1024**2
"""Most bytes of a file that is read: a larger one is hardly text."""

MOST_KEPT = 256 * 1024**2
"""Bytes of files that were read after which the objects are deleted."""


@frozen
class Snapshot:
    """The files of a worktree: their tree, and the commit that they begin from, "" on a branch without one.

    `unread`: files that differ from the commit or from the last snapshot, but are not in the tree: too large, too many,
    or closed to this process.
    """

    tree: str
    head: str
    unread: tuple[str, ...] = ()


class Snapshots:
    """The snapshots of one worktree, in a separate directory. Threads and processes may share it."""

    def __init__(self, git: Git, directory: Path) -> None:
        """`git`: that of the opened repository."""
        assert git.files is not None
        self.directory = directory
        self.objects = directory / "objects"
        self._lock = Lock()
        self._index = directory / "index"
        self._own = replace(git, directory=git.files, index=self._index)
        self._last = Snapshot("", "")
        self._kept = 0

    @property
    def git(self) -> Git:
        """Git with the objects of the snapshots beside those of the repository. Raises WorkspaceError, or OSError."""
        self.objects.mkdir(parents=True, exist_ok=True)
        objects = replace(self._own, index=None).ask("rev-parse", "--git-path", "objects")
        return replace(self._own, objects=(self.objects, self._own.directory / objects))

    def take(self) -> Snapshot:
        """Return the files as they are now. Raises WorkspaceError, or OSError."""
        with self._alone():
            if not self._index.exists() or self._kept > MOST_KEPT:
                self._begin()
            try:
                return self._take()
            except WorkspaceError:  # a killed process has left a lock, or somebody has deleted objects
                self._begin()
                return self._take()

    def _take(self) -> Snapshot:
        git = self.git
        status = worktree_status(git)
        is_known = self._last.tree and status.head == self._last.head
        if self._last.tree and not is_known:  # the index of another commit may have other files than are here
            self._copy_index()
            status = worktree_status(git)
        if is_known and not status.unmerged and set(status.changed) == set(self._last.unread):
            return self._last
        read, unread, size = _divided(self._own.directory, status.changed)
        paths = b"".join(os.fsencode(one) + b"\0" for one in (*status.unmerged, *read))
        done = git.call("update-index", "-z", "--add", "--remove", "--replace", "--stdin", given=paths)
        if done.returncode != 0:
            problem = f"git could not read the files of {git.directory}: {done.stderr.strip()[:200]}"
            raise WorkspaceError(problem=problem, hint="Look at the repository with git.")
        tree = git.ask("write-tree")
        self._kept += size
        self._last = Snapshot(tree, status.head, unread)
        return self._last

    def _begin(self) -> None:
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(parents=True)
        self._last, self._kept = Snapshot("", ""), 0
        self._copy_index()

    def _copy_index(self) -> None:
        """Begin from the worktree's own index, with its time: git compares it with those of files."""
        git = replace(self._own, index=None)
        index = git.directory / git.ask("rev-parse", "--git-path", "index")
        self._index.unlink(missing_ok=True)
        if index.exists():
            shutil.copy2(index, self._index)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and processes out of the index."""
        self.directory.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(f"{self.directory}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
        try:
            with self._lock:
                fcntl.flock(handle, fcntl.LOCK_EX)
                yield
        finally:
            os.close(handle)


def _divided(top: Path, paths: Iterable[str]) -> tuple[list[str], tuple[str, ...], int]:
    """Return the paths to read, deleted ones included, those not to read, and the bytes of the former."""
    read, unread, total = list[str](), list[str](), 0
    for path in paths:
        size = _size(top / path) if len(read) < MOST_FILES else None
        if size is not None and total + size <= MOST_BYTES:
            read.append(path)
            total += size
        else:
            unread.append(path)
    return read, tuple(unread), total


def _size(path: Path) -> int | None:
    """Return the size of a file in bytes: 0 if it is missing or a link, None if it is too large or unreadable."""
    try:
        found = path.lstat()
    except OSError:
        return 0
    if not stat.S_ISREG(found.st_mode):
        return 0
    return found.st_size if found.st_size <= LARGEST and os.access(path, os.R_OK) else None
