"""Finds a contract's changes in a repository: merged, else submitted, else in the assignee's files.

Only directories are read in which renkei runs an agent, and the repository around the project.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal

from renkei.contracts.state import Contract
from renkei.engine.file_work.taken import AT_WORK
from renkei.immutable.frozen import frozen
from renkei.store.layout import Layout
from renkei.workspace.agent_directories import AgentDirectories, AgentDirectory, find_directory
from renkei.workspace.repository.changed_files import merge_base
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.looks import MAIN, Looks
from renkei.workspace.repository.worktrees import plain_name

Stage = Literal["in_work", "submitted", "merged"]
"""`in_work`: changes of the assignee that are not merged yet; `submitted`: changes that it submitted."""

SUFFIX = ".view"
"""The end of the names of snapshots that are made here: those of the agent's own process are another's."""


@frozen
class ContractChanges:
    """Two commits or trees between which a contract's changes are; `paths` are its files, if others' are there too.

    `unread`: files that differ and are not in the trees, because they are too large or too many.
    """

    git: Git
    before: str
    after: str
    stage: Stage
    paths: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def contract_changes(project: Path, contract: Contract, changed: tuple[str, ...]) -> ContractChanges | None:
    """Return the changes of a contract; None if there are none to show.

    `project`: the project's directory. `changed`: the recorded paths of the contract's changes. Raises WorkspaceError
    if git fails, and OSError.
    """
    agent = (contract.producer if contract.merge or contract.closed else contract.assignee) or ""
    directories = AgentDirectories(project)
    top = directories.top_of(agent) or Layout(project).worktrees / plain_name(agent)
    own = _opened(top)
    around = Git(project.parent).opened()
    known = (one for one in (own, around) if one is not None)
    found = next(filter(None, (_committed(one, contract) for one in known)), None)
    if found is not None or own is None or contract.status not in AT_WORK:
        return found
    looks = _looks(own, directories.snapshots(own).with_suffix(SUFFIX))
    look = looks.look()
    paths = tuple(_shared(directories, find_directory(agent, top, project), changed))
    if paths == NOT_HERE:
        return None
    return ContractChanges(looks.snapshots.git, look.base, look.snapshot.tree, "in_work", paths, look.snapshot.unread)


NOT_HERE = ("",)
"""Of a directory that agents share: the contract has no change there."""


def _shared(directories: AgentDirectories, known: AgentDirectory, changed: tuple[str, ...]) -> Iterator[str]:
    """Yield the agent's own files in a directory that agents share; nothing if it has the directory to itself."""
    if next(directories.others(known), None) is not None:
        mine = [one.removeprefix(known.prefix) for one in changed if one.startswith(known.prefix)]
        yield from mine or NOT_HERE


def _committed(git: Git, contract: Contract) -> ContractChanges | None:
    """Return what is merged, or was named when the contract was submitted last."""
    if contract.commit:
        commit, before = (_commit(git, f"{contract.commit}{suffix}") for suffix in ("", "^1"))
        return ContractChanges(git, before, commit, "merged") if before else None
    pattern = f"refs/renkei/*/{plain_name(contract.terms.id)}/{contract.moved}"
    commit = git.find("for-each-ref", "--format=%(objectname)", "--count=1", pattern)
    target = _commit(git, MAIN) if commit else ""
    return ContractChanges(git, merge_base(git, commit, target), commit, "submitted") if target else None


def _commit(git: Git, name: str) -> str:
    return git.find("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")


def _opened(top: Path) -> Git | None:
    """Return git for the top directory of an agent's files; None if its `.git` leads to files of another worktree."""
    link = top / ".git"
    git = Git(top).opened() if os.path.lexists(link) else None
    if git is None or git.repository is None or not link.is_file():
        return git
    with suppress(OSError):
        back = (git.repository / "gitdir").read_text(encoding="utf-8", errors="surrogateescape").strip()
        if (git.repository / back).resolve() == link.resolve():
            return git
    return None


@cache
def _looks(git: Git, directory: Path) -> Looks:
    """Return the looks at the files of an agent, which remember the last one."""
    return Looks(git, directory)
