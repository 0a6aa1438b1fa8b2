"""The checkouts of a branch, which follow it when it moves. A person's uncommitted changes are never touched.

A branch moves only if each of its checkouts can follow. The files of a checkout are replaced before the branch moves,
while its reference is locked: a process that is killed in between leaves the old branch and, in the index, what the
next attempt finds as its own.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath
from time import monotonic, sleep

from renkei.wording.values import quote
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.git import Git

REBASED = ("rebase-merge/head-name", "rebase-apply/head-name")
"""Files of a worktree that name the branch of an unfinished rebase."""

UNFINISHED = {"MERGE_HEAD": "merge", "CHERRY_PICK_HEAD": "cherry-pick", "REVERT_HEAD": "revert"}
"""Files of a worktree that show what a person has begun there."""

INDEX_SECONDS = 3.0
"""Seconds in which another program may release an index."""

MOST_NAMED = 5
"""Files that a reason names."""


def checkouts_of(git: Git, branch: str) -> tuple[Git, ...]:
    """Return git for each worktree in which a branch, such as `refs/heads/main`, is checked out.

    Raises WorkspaceError if one cannot follow the branch now: its files are not there, or a person has begun a merge or
    a rebase of the branch.
    """
    common = git.common_directory()
    found: list[Git] = []
    for number, block in enumerate(git.ask("worktree", "list", "--porcelain").split("\n\n")):
        lines = dict(one.partition(" ")[::2] for one in block.splitlines())
        path = Path(lines["worktree"])
        own = common if number == 0 else own_files(common, path)
        if own is None or "bare" in lines:
            continue
        if any(_text(own / one) == branch for one in REBASED):
            raise _waits(f"a rebase of the branch is unfinished in {quote(str(path))}", "Finish or abort it.")
        if lines.get("branch") != branch or "prunable" in lines:
            continue
        if not path.is_dir():
            raise _waits(f"the branch is checked out in {quote(str(path))}, which is not there", "Make it available.")
        for name, what in UNFINISHED.items():
            if (own / name).exists():
                raise _waits(f"a {what} is unfinished in {quote(str(path))}", "Finish or abort it.")
        found.append(Git(path, git.author, own, path))
    return tuple(found)


def wait_for_indexes(places: Sequence[Git]) -> None:
    """Wait a moment while other programs, such as editors, hold the index of a checkout."""
    end = monotonic() + INDEX_SECONDS
    while any(one.repository and (one.repository / "index.lock").exists() for one in places) and monotonic() < end:
        sleep(0.05)


def require_committed(git: Git, old: str, new: str) -> tuple[set[str], set[str], set[str]]:
    """Raise WorkspaceError if a file of a checkout that differs between two commits has uncommitted changes.

    Return the files that differ, those that are as in the new commit already, and those of them that git does not know.
    """
    changed = _differing(git, old, new)
    uncommitted = (_differing(git, old) | _differing(git, "--cached", old)) & changed
    untracked = in_the_way(git, old, new)
    uncommitted |= {*untracked}
    same = uncommitted - _differing(git, "--cached", new) - _differing(git, new) if uncommitted else set[str]()
    left_over = {one for one in uncommitted - same if is_content(git, one, new)}  # of a process that was killed
    blocked = sorted({untracked.get(one, [one])[0] for one in uncommitted - same - left_over})
    if blocked:
        more = f" and {len(blocked) - MOST_NAMED} more" if len(blocked) > MOST_NAMED else ""
        names = ", ".join(map(quote, blocked[:MOST_NAMED])) + more
        raise _waits(f"{quote(str(git.directory))} has uncommitted changes in {names}", "Commit or undo them.")
    return changed, same, left_over


def follow(git: Git, old: str, new: str) -> None:
    """Replace the files of a checkout that differ between two commits.

    Raises WorkspaceError, and changes nothing, if one of them has uncommitted changes.
    """
    changed, same, left_over = require_committed(git, old, new)
    if left_over:
        git.ask("add", "--all", "--force", "--", *(f":(top,literal){one}" for one in sorted(left_over)))
    git.find("update-index", "-q", "--refresh")
    try:
        git.ask("read-tree", "-m", "-u", old, new)
    except WorkspaceError:  # such as for a full disk, after some files
        for one in changed - same - left_over:
            place = git.directory / one
            if place.is_symlink() or (place.exists() and not _is_part(git, one, new)):
                continue  # as it was, or a person has changed it just now
            if not git.holds("checkout-index", "--force", "--quiet", "--", one):
                place.unlink(missing_ok=True)
        raise


def _is_part(git: Git, path: str, commit: str) -> bool:
    """Return whether a file on disk is the beginning of what a commit has."""
    place = git.directory / path
    whole = git.call("cat-file", "blob", f"{commit}:{path}").stdout
    return place.is_file() and whole.startswith(os.fsdecode(place.read_bytes()))


def is_content(git: Git, path: str, commit: str) -> bool:
    """Return whether a file on disk is as in a commit, which may have none; a link is not followed."""
    place = (git.files or git.directory) / path
    if place.is_symlink():
        return place.readlink() == Path(git.call("cat-file", "blob", f"{commit}:{path}").stdout)
    if place.exists() and not place.is_file():
        return False
    wanted = git.find("rev-parse", "--verify", "--quiet", f"{commit}:{path}")
    return wanted == (git.find("hash-object", "--", str(place)) if place.exists() else "")


def in_the_way(git: Git, old: str, new: str) -> dict[str, Sequence[str]]:
    """Return the paths that a commit adds to another where git would replace files that it does not track.

    Each has these files. They include those that git ignores: it would replace them without a word.
    """
    added = names(git.ask("diff-tree", "-r", "-z", "--name-only", "--no-renames", "--diff-filter=A", old, new))
    tracked = frozenset(names(git.ask("ls-files", "-z", "--full-name", ":/")) if added else ())
    found = {path: untracked_at(git, path, tracked) for path in added if path not in tracked}
    return {path: files for path, files in found.items() if files}


def untracked_at(git: Git, path: str, tracked: Collection[str]) -> Sequence[str]:
    """Return what writing a file would replace that git does not track: what it needs as a directory, or what is there.

    A link is not followed.
    """
    top = git.files or git.directory
    for one in (*reversed(PurePosixPath(path).parents[:-1]), PurePosixPath(path)):
        place = top / one
        if not os.path.lexists(place):
            return ()
        if place.is_symlink() or not place.is_dir():
            return () if str(one) in tracked else [str(one)]
    return names(git.ask("ls-files", "--others", "-z", "--full-name", "--", f":(top,literal){path}"))


def _differing(git: Git, *states: str) -> set[str]:
    return set(names(git.ask("diff", "--name-only", "-z", "--no-renames", *states)))


def names(output: str) -> tuple[str, ...]:
    """Return the paths in an output of git that separates them by zero characters."""
    return tuple(one for one in output.split("\0") if one)


def own_files(common: Path, path: Path) -> Path | None:
    """Return the directory in the repository of a linked worktree, or None."""
    places = (path, path.resolve())
    return next((one for one, place in linked_worktrees(common) if place in places), None)


def linked_worktrees(common: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the directory of each linked worktree in the repository, and its path.

    They are read where no member can write: a worktree's file `.git` may name another repository.
    """
    for one in sorted((common / "worktrees").glob("*/gitdir")):
        place = one.parent / one.read_text(encoding="utf-8", errors="surrogateescape").strip()
        yield one.parent.resolve(), place.parent.resolve()


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="surrogateescape").strip()
    except OSError:
        return ""


def _waits(problem: str, hint: str) -> WorkspaceError:
    return WorkspaceError(problem=problem, hint=hint)
