"""A directory that no path leads out of: reading, listing and replacing the files below it.

A path is opened name by name, each with the descriptor of the directory before it, and symbolic links are not followed.
So a path cannot change its meaning between check and use, and `..` can be resolved textually. Git's own files, the
team's file and the project's directory cannot be reached at all: writing to them could change what runs without
consent, or rewrite the record.

Writers hold a lock of the operating system on the directory, which excludes other threads and processes. A file is
replaced in one step. Leftovers of a killed process are removed by the next write in that directory.
"""

import errno
import os
import re
import stat
import unicodedata
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path, PurePosixPath

from renkei.log.file_lock import try_lock
from renkei.log.posix import PLAIN_DIRECTORY, PLAIN_FILE
from renkei.project.running.repositories import GIT
from renkei.wording.values import quote
from renkei.workspace.errors import WorkspaceError

FILE_BYTES = 10 * 1024 * 1024
"""Most bytes of a file that is read or written."""

HEAD = re.compile(r"ref:\s*refs/|refs/|[0-9a-fA-F]{40}")
"""The beginning of the file HEAD of a repository, or of the target of such a link."""

HEAD_BYTES = 1_000
"""Bytes of a file HEAD that are checked; git reads 255."""

LOCK_SECONDS = 30.0
"""Seconds in which a writer waits for others."""

UNFINISHED = ".renkei-"
"""Prefix of the names of unfinished files."""


PROBLEMS = {
    errno.ENOENT: "does not exist",
    errno.EISDIR: "is a directory",
    errno.ELOOP: "leads through a symbolic link, which is not followed",
    errno.EEXIST: "is there already",
    errno.ENAMETOOLONG: "has a name that is too long",
    errno.ENOSPC: "cannot be written: the disk is full",
    errno.EDQUOT: "cannot be written: the quota of the disk is used up",
    errno.EACCES: "may not be opened by this process",
    errno.EPERM: "may not be opened by this process",
    errno.EROFS: "cannot be written: the disk is only readable",
}
"""The meaning of an operating system's error for a path."""


class ConfinedDirectory:
    """The files below a directory. All methods raise WorkspaceError with an explanation."""

    def __init__(self, root: Path, closed: tuple[Path, ...] = ()) -> None:
        """`closed`: files and directories that cannot be reached, wherever they are. Raises WorkspaceError."""
        self.root = root.resolve()
        found = (os.path.relpath(one.resolve(), self.root) for one in closed)
        self.closed = frozenset(one for one in found if one != os.curdir and not one.startswith(os.pardir))
        if not self.root.is_dir():
            raise WorkspaceError(problem=f"The workspace {quote(str(root))} is no directory", hint="Create it.")

    def name(self, path: str) -> str:
        """Return the path of a file relative to the directory; "." for the directory itself."""
        if not path.strip() or not _encodes(path):
            raise _refused(path, "is no path", "Name a file of the workspace.")
        names = PurePosixPath(os.path.normpath(self.root / path))  # by words alone: no link is followed
        if not names.is_relative_to(self.root):
            raise _refused(path, "lies outside of the workspace", f"The workspace is {self.root}.")
        found = names.relative_to(self.root)
        if any(map(is_git, found.parts)):
            raise _refused(path, "belongs to git", "Use git's own commands.")
        if any(PurePosixPath(plain(str(found))).is_relative_to(plain(one)) for one in self.closed):
            raise _refused(path, "belongs to the team's own files", "It cannot be read or changed here.")
        return str(found)

    def read(self, path: str) -> bytes | None:
        """Return the content of a file; None if it does not exist."""
        with self._parent(path) as (parent, name):
            return None if parent is None else _read(path, parent, name)

    def beginning(self, path: str, count: int) -> tuple[bytes, int] | None:
        """Return the first bytes of a file, however long it is, and its length; None if it does not exist."""
        with self._parent(path) as (parent, name), ExitStack() as opened:
            handle = None if parent is None else _opened_file(path, parent, name)
            if handle is None:
                return None
            file = opened.enter_context(os.fdopen(handle, "rb"))
            return file.read(count), os.fstat(handle).st_size

    def names(self, path: str) -> list[str] | None:
        """Return the names in a directory, with a `/` after those of directories; None if it is not a directory."""
        with self._parent(path) as (parent, name):
            if parent is None:
                return None
            _refuse_link(path, parent, name)
            with (
                suppress(NotADirectoryError, FileNotFoundError),
                _opened(name, PLAIN_DIRECTORY, parent) as here,
                os.scandir(here) as entries,
            ):
                return sorted(one.name + "/" * one.is_dir(follow_symlinks=False) for one in entries)
            return None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep all other writers out during a block; a command could hold the lock as well, so nobody waits long."""
        with _translated_errors(os.curdir), _opened(self.root, PLAIN_DIRECTORY) as here:
            if not try_lock(here, LOCK_SECONDS):
                raise _refused(os.curdir, "is locked by another program", "Nothing was written. Try again later.")
            yield

    def replace(self, path: str, data: bytes) -> None:
        """Replace or create a file and its directories, inside `writing`.

        It is on disk on return. An existing file keeps its permissions.
        """
        if len(data) > FILE_BYTES:
            raise _refused(path, f"would have {len(data)} bytes", f"At most {FILE_BYTES} are written.")
        if is_head(path, data[:HEAD_BYTES].decode(errors="replace")):
            raise _refused(path, "would make its directory a git repository", "Choose another name.")
        with self._parent(path, create=True) as (parent, name):
            assert parent is not None
            bits = _bits_of(path, parent, name)
            _remove_unfinished(parent)
            fresh = f"{UNFINISHED}{uuid.uuid4().hex}"
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666, dir_fd=parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    if bits is not None:
                        os.fchmod(handle, bits)
                    file.write(data)
                    file.flush()
                    os.fsync(handle)
                os.replace(fresh, name, src_dir_fd=parent, dst_dir_fd=parent)
            except BaseException:
                with suppress(OSError):
                    os.unlink(fresh, dir_fd=parent)
                raise
            os.fsync(parent)

    @contextmanager
    def _parent(self, path: str, *, create: bool = False) -> Iterator[tuple[int | None, str]]:
        """Yield the directory of a path, None if it does not exist, and the last name of the path."""
        *above, name = PurePosixPath(self.name(path)).parts or (os.curdir,)
        with ExitStack() as opened, _translated_errors(path):
            here = opened.enter_context(_opened(self.root, PLAIN_DIRECTORY))
            for one in above:
                if create:
                    with suppress(FileExistsError):
                        os.mkdir(one, dir_fd=here)
                try:
                    here = opened.enter_context(_opened(one, PLAIN_DIRECTORY, here))
                except (FileNotFoundError, NotADirectoryError) as error:
                    _refuse_link(path, here, one)
                    if create:
                        raise _refused(path, f"leads through {one}, which is no directory", "Name another.") from error
                    yield None, name
                    return
            yield here, name


def is_head(path: str, content: str) -> bool:
    """Return whether a file makes its directory a repository, in which git runs the programs that it configures."""
    return plain(PurePosixPath(path).name) == "head" and HEAD.match(content) is not None


def is_git(name: str) -> bool:
    """Return whether a name is that of git's own files, on this or another file system."""
    return plain(name).partition(":")[0].rstrip(". ") in (GIT, "git~1")


def plain(name: str) -> str:
    """Return a name without what file systems ignore in it: case, forms of a letter, and invisible characters."""
    return "".join(one for one in unicodedata.normalize("NFKC", name) if unicodedata.category(one) != "Cf").casefold()


def _read(path: str, parent: int, name: str) -> bytes | None:
    handle = _opened_file(path, parent, name)
    if handle is None:
        return None
    with os.fdopen(handle, "rb") as file:
        data = file.read(FILE_BYTES + 1)
    if len(data) > FILE_BYTES:
        raise _refused(path, f"has more than {FILE_BYTES} bytes", "Use a command to look at a part of it.")
    return data


def _opened_file(path: str, parent: int, name: str) -> int | None:
    """Return the handle of a regular file; None if it does not exist."""
    _refuse_link(path, parent, name)
    try:
        handle = os.open(name, PLAIN_FILE, dir_fd=parent)
    except FileNotFoundError:
        return None
    try:
        _check_regular(path, os.fstat(handle))
    except WorkspaceError:
        os.close(handle)
        raise
    return handle


def _bits_of(path: str, parent: int, name: str) -> int | None:
    """Return the permissions of a file to replace; None if it does not exist."""
    _refuse_link(path, parent, name)
    try:
        found = os.stat(name, dir_fd=parent, follow_symlinks=False)
    except FileNotFoundError:
        return None
    _check_regular(path, found)
    return stat.S_IMODE(found.st_mode) & 0o777


def _check_regular(path: str, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        what = "is a directory" if stat.S_ISDIR(found.st_mode) else "is no regular file"
        raise _refused(path, what, "Name a file.")


def _remove_unfinished(parent: int) -> None:
    """Remove a killed process's leftovers from a directory; the lock keeps other writers out."""
    for one in os.listdir(parent):
        if one.startswith(UNFINISHED) and len(one) == len(UNFINISHED) + 32:
            with suppress(OSError):
                os.unlink(one, dir_fd=parent)


def _refuse_link(path: str, parent: int, name: str) -> None:
    """Raise WorkspaceError if a name is a symbolic link."""
    try:
        target = os.readlink(name, dir_fd=parent)
    except OSError:
        return
    raise _refused(path, "leads through a symbolic link", f"Links are not followed. {name} leads to {quote(target)}.")


@contextmanager
def _opened(name: str | Path, flags: int, parent: int | None = None) -> Iterator[int]:
    handle = os.open(name, flags, dir_fd=parent)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def _translated_errors(path: str) -> Iterator[None]:
    """Raise WorkspaceError, with an explanation, for an error of the operating system."""
    try:
        yield
    except OSError as error:
        what = PROBLEMS.get(error.errno or 0, f"cannot be used: {error.strerror}")
        raise _refused(path, what, "Nothing was done.") from None


def _encodes(path: str) -> bool:
    try:
        return "\0" not in path and bool(os.fsencode(path))
    except UnicodeEncodeError:
        return False


def _refused(path: str, problem: str, hint: str) -> WorkspaceError:
    return WorkspaceError(problem=f"{quote(path)} {problem}", hint=hint)
