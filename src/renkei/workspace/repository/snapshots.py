"""Snapshots of a worktree's files as trees of git: all that is committed, staged, changed and new, but not ignored.

A snapshot touches nothing of the person's: it has its own index and its own directory of objects, which can be deleted
at any time. The index begins as a copy of the worktree's, so unchanged files are not read, and it remembers the last
snapshot, so the next one reads only what has changed since, whichever process took it.
"""

import json
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.file_lock import acquire
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
        self._note = directory / "last"
        """The snapshot that the index holds, and the bytes that were read; it is missing while the index changes."""
        self._own = replace(git, directory=git.files, index=self._index)

    @property
    def git(self) -> Git:
        """Git with the objects of the snapshots beside those of the repository. Raises OSError."""
        self.objects.mkdir(parents=True, exist_ok=True)
        return replace(self._own, objects=(self.objects, self._own.common_directory() / "objects"))

    def take(self) -> Snapshot:
        """Return the files as they are now. Raises WorkspaceError, or OSError."""
        with self._alone():
            last, kept = self._noted()
            if last is None or kept > MOST_KEPT:
                last, kept = self._begun()
            try:
                return self._taken(last, kept)
            except WorkspaceError:  # a killed process has left a lock, or somebody has deleted objects
                return self._taken(*self._begun())

    def _taken(self, last: Snapshot | None, kept: int) -> Snapshot:
        git = self.git
        status = worktree_status(git)
        if last is not None and status.head != last.head:  # the index of another commit may have other files
            self._copy_index()
            status, last = worktree_status(git), None
        if last is not None and not status.unmerged and set(status.changed) == set(last.unread):
            return last
        read, unread, size = _divided(self._own.directory, status.changed)
        paths = b"".join(os.fsencode(one) + b"\0" for one in (*status.unmerged, *read))
        self._note.unlink(missing_ok=True)
        done = git.call("update-index", "-z", "--add", "--remove", "--replace", "--stdin", given=paths)
        if done.returncode != 0:
            problem = f"git could not read the files of {git.directory}: {done.stderr.strip()[:200]}"
            raise WorkspaceError(problem=problem, hint="Look at the repository with git.")
        found = Snapshot(git.ask("write-tree"), status.head, unread)
        write_atomically(self._note, json.dumps([found.tree, found.head, unread, kept + size]).encode())
        return found

    def _noted(self) -> tuple[Snapshot | None, int]:
        """Return the snapshot that the index holds, None if it is unknown, and the bytes that were read."""
        with suppress(OSError, ValueError, TypeError):
            tree, head, unread, kept = json.loads(read_plain(self._note))
            return Snapshot(tree, head, tuple(unread)), kept
        return None, 0

    def _begun(self) -> tuple[None, int]:
        """Begin again without any snapshot."""
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(parents=True)
        self._copy_index()
        return None, 0

    def _copy_index(self) -> None:
        """Begin from the worktree's own index, with its time: git compares it with those of files."""
        assert self._own.repository is not None
        self._index.unlink(missing_ok=True)
        with suppress(FileNotFoundError):  # a repository without any file
            shutil.copy2(self._own.repository / "index", self._index)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and processes out of the index."""
        self.directory.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(f"{self.directory}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
        try:
            with self._lock:
                acquire(handle)
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
