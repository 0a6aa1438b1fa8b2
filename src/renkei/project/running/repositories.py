"""The git repositories within a workspace. A repository that a command has made is disabled before any git finds it.

Git runs programs that a repository names. A person who later calls git anywhere in the workspace would run them, so the
file HEAD of a new repository is renamed, which leaves its content in place, and a `.git` that leads to a repository
elsewhere as well. Links are not followed, and a file is renamed in the directory in which it was found. A command may
have closed a directory, in which git still finds files by name: it is opened again for its owner. Directories more than
`DEPTH` levels down are not searched.
"""

import os
import stat
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

GIT = ".git"
HEAD = "HEAD"
PARTS = (frozenset({HEAD, "objects", "refs"}), frozenset({HEAD, "commondir"}))
"""Names in the directory of a repository's own files; `commondir` leads to the directory of its objects."""

DISABLED = "disabled-by-renkei"
"""Added to a name that git would use."""

OPEN = stat.S_IRUSR | stat.S_IXUSR
"""The permissions with which a directory's owner can search it."""

DEPTH = 200
"""Levels of directories that are searched."""


def repositories(root: Path) -> frozenset[Path]:
    """Return the repositories below a directory: each `.git`, and each directory that git takes for a bare one."""
    return frozenset(path for path, _, _ in _found(root))


def disable_new(root: Path, known: Collection[Path]) -> list[str]:
    """Disable the repositories below a directory that are not known; return their names relative to it, sorted."""
    made = []
    with suppress(OSError):
        _open_for_owner(root, None)
    for path, name, parent in _found(root, known):
        if path not in known:
            with suppress(FileNotFoundError):  # disabled already
                _disable(name, parent)
                made.append(str(path.relative_to(root)))
    return sorted(made)


def _disable(name: str, parent: int) -> None:
    with suppress(OSError):  # somebody else's directory
        os.fchmod(parent, stat.S_IMODE(os.fstat(parent).st_mode) | stat.S_IRWXU)
    try:
        os.replace(name, f"{name}.{DISABLED}", src_dir_fd=parent, dst_dir_fd=parent)
    except IsADirectoryError:  # a command has put a directory there
        os.replace(name, f"{name}.{DISABLED}-{token_hex(8)}", src_dir_fd=parent, dst_dir_fd=parent)


def _found(root: Path, known: Collection[Path] | None = None) -> Iterator[tuple[Path, str, int]]:
    """Yield each repository, the name whose renaming disables it, and the open directory with that name.

    With `known`, closed directories are opened and only known repositories are not searched for others.
    """
    deepest = len(root.parts) + DEPTH
    for where, directories, files, descriptor in os.fwalk(root):
        here, names = Path(where), {*directories, *files}
        if any(names >= one for one in PARTS):
            yield here, HEAD, descriptor
            if known is None or here in known:
                directories.clear()
        elif GIT in files or (GIT in directories and (here / GIT).is_symlink()):
            yield here / GIT, GIT, descriptor
        if len(here.parts) >= deepest:
            directories.clear()
        for one in directories if known is not None else ():
            with suppress(OSError):  # it is gone, or somebody else's
                _open_for_owner(one, descriptor)


def _open_for_owner(directory: str | Path, parent: int | None) -> None:
    mode = os.stat(directory, dir_fd=parent, follow_symlinks=False).st_mode
    if stat.S_ISDIR(mode) and mode & OPEN != OPEN:
        os.chmod(directory, stat.S_IMODE(mode) | stat.S_IRWXU, dir_fd=parent)
