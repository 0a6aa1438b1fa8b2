"""The git repositories within a workspace. A repository that a command has made is disabled before any git finds it.

Git runs programs that a repository names. A person who later calls git anywhere in the workspace would run them, so the
file HEAD of a new repository is renamed, which leaves its content in place, and a `.git` that leads to a repository
elsewhere as well. Links are not followed, and a file is renamed in the directory in which it was found.
"""

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

GIT = ".git"
HEAD = "HEAD"
PARTS = frozenset({HEAD, "objects", "refs"})
"""Names in the directory of a repository's own files."""

DISABLED = "disabled-by-renkei"
"""Added to a name that git would use."""


def repositories(root: Path) -> frozenset[Path]:
    """Return the repositories below a directory: each `.git`, and each directory that git takes for a bare one."""
    return frozenset(path for path, _, _ in _found(root))


def disable_new(root: Path, known: Collection[Path]) -> list[str]:
    """Disable the repositories below a directory that are not known; return their names relative to it, sorted."""
    made = []
    for path, name, parent in _found(root):
        if path not in known:
            with suppress(FileNotFoundError):  # disabled already
                os.replace(name, f"{name}.{DISABLED}", src_dir_fd=parent, dst_dir_fd=parent)
                made.append(str(path.relative_to(root)))
    return sorted(made)


def _found(root: Path) -> Iterator[tuple[Path, str, int]]:
    """Yield each repository, the name whose renaming disables it, and the open directory with that name."""
    for where, directories, files, descriptor in os.fwalk(root):
        here, names = Path(where), {*directories, *files}
        if names >= PARTS:
            yield here, HEAD, descriptor
            directories.clear()
        elif GIT in files or (GIT in directories and (here / GIT).is_symlink()):
            yield here / GIT, GIT, descriptor
