"""Finds what may not be merged: links that lead out, repositories in the repository, and files that it does not track.

A merge writes the files of a member into those of the person. Through a link, a later program would write elsewhere. In
a directory that looks like a repository, git runs the programs that its configuration names once the person uses it.
Git overwrites files that it ignores, such as settings with passwords, programs of an environment or the project's log.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

from renkei.wording.values import quote
from renkei.workspace.confined import is_git, is_head, plain
from renkei.workspace.repository.checkouts import is_content
from renkei.workspace.repository.git import SUBMODULE, Git

LINK = "120000"
"""Mode of a symbolic link."""

MOST_READ = 1_000
"""Links and files named HEAD that are looked at: each costs a call of git, and other members wait."""

REMOVED = "000000"
"""Mode of a file that was removed."""


def unsafe_changes(git: Git, branch: str, commit: str, merged: str, closed: Collection[Path] = ()) -> Iterator[str]:
    """Yield in words what merging a commit into a branch would add and may not be merged; raises WorkspaceError.

    `merged`: the tree of both. `closed`: files and directories that no member writes. The merged files are looked at as
    well as the commit's own: git follows files that were renamed, so a link may arrive in another directory.
    """
    tracked = frozenset(git.ask("ls-files", "--full-name", "-z", ":/").split("\0"))
    pairs = [(git.ask("merge-base", branch, commit), commit), (branch, merged)]
    written = dict.fromkeys(one for before, after in pairs for one in _written(git, before, after))
    if sum(_has_to_be_read(mode, path) for mode, _, path in written) > MOST_READ:
        yield f"more than {MOST_READ} links or files named HEAD"
        return
    for mode, content, path in written:
        problem = _problem(git, mode, content, path) or _lost(git, tracked, closed, path, merged)
        if problem:
            yield f"{quote(path)} {problem}"
    yield from _alike(git, branch, merged, [path for _, _, path in written])


def _written(git: Git, before: str, after: str) -> Iterator[tuple[str, str, str]]:
    """Yield the mode, the content and the path of each file that differs and is not removed."""
    fields = git.ask("diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", before, after).split("\0")
    for entry, path in zip(fields[::2], fields[1::2], strict=False):
        _, mode, _, content, _ = entry.split()
        if mode != REMOVED:
            yield mode, content, path


def _problem(git: Git, mode: str, content: str, path: str) -> str:
    """Return what is dangerous about a file itself, or ""."""
    if mode == SUBMODULE:
        return "is a repository inside of the repository"
    text = git.ask("cat-file", "blob", content) if _has_to_be_read(mode, path) else ""
    if mode == LINK and _leads_out(path, text):
        return "is a link that leads out of the repository"
    return "makes its directory a git repository" if is_head(path, text) else ""


def _alike(git: Git, branch: str, merged: str, written: Sequence[str]) -> Iterator[str]:
    """Yield in words the new paths that another path equals but for case: many file systems take them for one file."""
    before, after = (
        git.ask("ls-tree", "-r", "-z", "--name-only", "--full-tree", one).split("\0") for one in (branch, merged)
    )
    others: dict[str, list[str]] = {}
    for path in after:
        others.setdefault(plain(path), []).append(path)
    for path in sorted({*written} & {*after} - {*before}):
        alike = [one for one in others.get(plain(path), ()) if one != path]
        if alike:
            yield f"{quote(path)} and {quote(alike[0])} are one file where names are compared without case"


def _has_to_be_read(mode: str, path: str) -> bool:
    return mode == LINK or plain(PurePosixPath(path).name) == "head"


def _lost(git: Git, tracked: Collection[str], closed: Collection[Path], path: str, merged: str) -> str:
    """Return why a path may not be written (it is the team's, or git would not keep its content), or ""."""
    top = git.files or git.directory
    if any(Path(plain(str(top / path))).is_relative_to(plain(str(one))) for one in closed):
        return "is closed to members"
    for one in (*reversed(PurePosixPath(path).parents[:-1]), PurePosixPath(path)):
        place = top / one
        if not os.path.lexists(place):
            return ""
        is_kept = str(one) in tracked
        if place.is_dir() and not place.is_symlink():
            is_kept = str(one) != path or not git.ask("ls-files", "--others", "-z", "--", f":(top,literal){path}")
        if not is_kept and not (str(one) == path and is_content(git, path, merged)):
            return f"would replace {one}, which git does not track"
    return ""


def _leads_out(path: str, target: str) -> bool:
    """Return whether a link leads out of the repository, into git's own files, or up again through another link."""
    way = [one for one in PurePosixPath(target).parts if one != os.curdir]
    down = [one for one in way if one != os.pardir]
    is_mixed = os.pardir in way[len(way) - len(down) :]
    parts = PurePosixPath(os.path.normpath(PurePosixPath(path).parent / target)).parts
    return target.startswith("/") or is_mixed or parts[:1] == (os.pardir,) or any(map(is_git, parts))
