"""Finds the worktrees of a team's members from outside of the team, such as for the view.

The repository is the one that the team has written down beside its worktrees, where no member writes. A worktree's own
file `.git` must agree with it.
"""

from contextlib import suppress
from pathlib import Path

from renkei.log.atomic_write import read_plain, write_atomically
from renkei.workspace.repository.git import Git

NAME = ".repository"
"""The file, beside the worktrees, with the directory of the repository's own files; no worktree has such a name."""


def keep_repository(directory: Path, common: Path) -> None:
    """Write down the repository of the worktrees in a directory; raises OSError."""
    write_atomically(directory / NAME, str(common).encode(errors="surrogateescape"))


def known_repository(directory: Path) -> Git | None:
    """Return git for the repository of the worktrees in a directory; None if there is none, or it is gone."""
    with suppress(OSError):
        common = Path(read_plain(directory / NAME).decode(errors="surrogateescape"))
        if common.is_dir():
            return Git(directory, repository=common, files=directory)
    return None


def worktree_git(common: Path, path: Path) -> Git | None:
    """Return git for a worktree, or None if it does not exist or its `.git` names another repository.

    Where git's own files are is read in the repository: a member cannot write there.
    """
    for one in sorted((common / "worktrees").glob("*/gitdir")):
        if (one.parent / one.read_text(encoding="utf-8").strip()).resolve() == (path / ".git").resolve():
            own = one.parent.resolve()
            return Git(path, repository=own, files=path) if _named_in(path / ".git") == own else None
    return None


def _named_in(file: Path) -> Path | None:
    """Return the directory that the file `.git` of a worktree names, or None."""
    if file.is_symlink() or not file.is_file():
        return None
    text = file.read_bytes()[:10_000].decode(errors="surrogateescape")
    return (file.parent / text.removeprefix("gitdir: ").strip()).resolve()
