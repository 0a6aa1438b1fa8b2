"""Combine two commits where one has the other's changes as different commits.

Work that is rebased is on the branch as a new commit, which does not have the submitted one as an ancestor. Git would
compare later work of that member with what was there before both, and report a conflict wherever the member changed its
own lines again. So the two are compared with what they have in common: the submitted work, merged with the newest
commit of the branch that both have.
"""

from collections.abc import Collection

from renkei.immutable.frozen import frozen
from renkei.workspace.repository.git import Git


@frozen
class MergedWork:
    """Submitted work and the commit of the branch that has it; `names` are the references to both."""

    submitted: str
    commit: str
    names: tuple[str, str]


@frozen
class Combined:
    """The tree of two commits merged, and the paths in conflict, which the tree has with marks.

    `problem`: why git did not begin.
    """

    tree: str = ""
    conflicts: tuple[str, ...] = ()
    problem: str = ""


def combine(git: Git, branch: str, commit: str, merged: Collection[MergedWork]) -> Combined:
    """Merge a commit with a branch, without changing files or references; raises WorkspaceError."""
    pair = _with_common_parent(git, branch, commit, merged) or (branch, commit)
    done = git.call("merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", *pair)
    tree, *conflicts = done.stdout.split("\0")
    if done.returncode not in (0, 1) or not tree:
        said = " ".join((done.stderr or done.stdout).split())
        old = "git 2.38 or newer is needed: " if done.returncode == USAGE else ""
        return Combined(problem=f"{old}{said}"[:MOST_SAID])
    return Combined(tree, tuple(dict.fromkeys(filter(None, conflicts))))


USAGE = 129
"""Exit status of git for an option that it does not know."""

MOST_SAID = 500
"""Characters of git's reason."""


def adds_nothing(git: Git, branch: str, commit: str, merged: Collection[MergedWork]) -> bool:
    """Return whether a branch has everything of a commit; raises WorkspaceError."""
    if git.holds("merge-base", "--is-ancestor", commit, branch):
        return True
    found = combine(git, branch, commit, merged)
    return not found.conflicts and found.tree == git.ask("rev-parse", f"{branch}^{{tree}}")


def _with_common_parent(git: Git, branch: str, commit: str, merged: Collection[MergedWork]) -> tuple[str, str] | None:
    """Return commits with the files of both whose only parent has what they have in common.

    None if git finds that without help: no submitted work of `commit` is on the branch as another commit.
    """
    last = ""
    for one in merged:
        is_common = _has(git, commit, one.submitted) and _has(git, branch, one.commit)
        is_known = _has(git, commit, one.commit) or _has(git, branch, one.submitted)
        if is_common and not is_known and (not last or _has(git, one.submitted, last)):
            last = one.submitted
    if not last:
        return None
    before = git.find("merge-base", branch, commit)
    found = combine(git, before, last, merged) if before else Combined(problem="nothing in common")
    common = found.tree if found.tree and not found.conflicts else f"{last}^{{tree}}"
    parent = _commit(git, common)
    return _commit(git, f"{branch}^{{tree}}", "-p", parent), _commit(git, f"{commit}^{{tree}}", "-p", parent)


def _commit(git: Git, tree: str, *parents: str) -> str:
    return git.ask("commit-tree", tree, *parents, "-m", "only compared")


def _has(git: Git, commit: str, ancestor: str) -> bool:
    return git.holds("merge-base", "--is-ancestor", ancestor, commit)
