"""Finds what a contract changes in the repository: what is merged, else submitted, else in a worktree."""

from pathlib import Path
from typing import Literal

from renkei.contracts.lifecycle import CLOSED
from renkei.contracts.state import Contract
from renkei.immutable.frozen import frozen
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.known_worktrees import known_repository, worktree_git
from renkei.workspace.repository.worktrees import plain_name

Stage = Literal["in_work", "submitted", "merged"]
"""`in_work`: all changes of the assignee that are not on the branch yet; `submitted`: what it handed over."""


@frozen
class ContractChanges:
    """Two commits between which a contract's changes are. `branch` is what they are, or will be, merged into."""

    git: Git
    before: str
    after: str
    branch: str
    stage: Stage


def contract_changes(directory: Path, contract: Contract) -> ContractChanges | None:
    """Return the changes of a contract whose team has its worktrees in a directory; None if there are none to show.

    Raises WorkspaceError if git fails, and OSError.
    """
    git = known_repository(directory)
    if git is None:
        return None
    branch = git.find("symbolic-ref", "--short", "HEAD") or "HEAD"
    commit = getattr(contract, "commit", "")
    if commit:
        before = git.find("rev-parse", "--verify", "--quiet", f"{commit}^1^{{commit}}")
        after = git.find("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
        return ContractChanges(git, before, after, branch, "merged") if before and after else None
    found = _submitted(git, contract) or _in_work(git, directory, contract)
    if found is None:
        return None
    after, stage = found
    before = git.find("merge-base", branch, after)
    return ContractChanges(git, before, after, branch, stage) if before else None


def _submitted(git: Git, contract: Contract) -> tuple[str, Stage] | None:
    """Return the commit that was named when the contract was submitted last."""
    pattern = f"refs/renkei/*/{plain_name(contract.terms.id)}/{contract.moved}"
    commit = git.find("for-each-ref", "--format=%(objectname)", "--count=1", pattern)
    return (commit, "submitted") if commit else None


def _in_work(git: Git, directory: Path, contract: Contract) -> tuple[str, Stage] | None:
    """Return the newest commit in the worktree of the agent that works on the contract."""
    agent = contract.producer if contract.merge else contract.assignee
    if not agent or contract.status in (*CLOSED, "open") or git.repository is None:
        return None
    worktree = worktree_git(git.repository, directory / plain_name(agent))
    commit = worktree.find("rev-parse", "--verify", "--quiet", "HEAD") if worktree else ""
    return (commit, "in_work") if commit else None
