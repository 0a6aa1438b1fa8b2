"""Finds what may not be merged: links that lead out, repositories inside of the repository, submodules.

A merge writes the files of a member into those of the person. Through a link, a later program would write elsewhere. In
a directory that looks like a repository, git runs the programs that its configuration names once the person uses it.
"""

import os
from collections.abc import Iterator
from pathlib import PurePosixPath

from renkei.wording.values import quote
from renkei.workspace.confined import is_git, is_head, plain
from renkei.workspace.git import SUBMODULE, Git

LINK = "120000"
"""Mode of a symbolic link."""


def unsafe_changes(git: Git, branch: str, commit: str) -> Iterator[str]:
    """Yield in words what a commit adds to a branch and may not be merged; raises WorkspaceError."""
    base = git.ask("merge-base", branch, commit)
    fields = git.ask("diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", base, commit).split("\0")
    for entry, path in zip(fields[::2], fields[1::2], strict=False):
        _, mode, _, content, _ = entry.split()
        if mode == SUBMODULE:
            yield f"{quote(path)} is a repository inside of the repository"
        elif mode == LINK and _leads_out(path, git.ask("cat-file", "blob", content)):
            yield f"{quote(path)} is a link that leads out of the repository"
        elif plain(PurePosixPath(path).name) == "head" and is_head(path, git.ask("cat-file", "blob", content)):
            yield f"{quote(path)} makes its directory a git repository"


def _leads_out(path: str, target: str) -> bool:
    """Return whether a link leads out of the repository, or into git's own files."""
    parts = PurePosixPath(os.path.normpath(PurePosixPath(path).parent / target)).parts
    return target.startswith("/") or parts[:1] == (os.pardir,) or any(map(is_git, parts))
