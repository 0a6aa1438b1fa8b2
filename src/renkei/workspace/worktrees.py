"""The git worktrees of members: created, found again, kept up to date, merged, and removed when everything is merged.

Each member has a branch `renkei/TEAM/MEMBER` and a worktree of it below the project's directory. Submitted work is a
commit named by `refs/renkei/TEAM/CONTRACT/SEQ`. Accepting the contract merges that commit, not the member's later work.
Commits carry the name of the member.
"""

import fcntl
import os
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.log.atomic_write import make_plain_directory
from renkei.wording.values import quote
from renkei.workspace.confined import ConfinedDirectory
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.git import Git
from renkei.workspace.unsafe_changes import unsafe_changes

MARK = b"<<<<<<< "
"""The start of a conflict in a file that git has merged."""

TRAILER = "Renkei-Contract: "
"""The trailer of a merge's message that names its contract."""


@frozen
class Merge:
    """The result of merging: the commit, the files in conflict, or the reason why git did not begin."""

    commit: str = ""
    files: tuple[str, ...] = ()
    problem: str = ""


class Worktrees:
    """The worktrees of one team in one repository. All methods raise WorkspaceError."""

    def __init__(self, repository: Path, directory: Path, team: str, closed: Collection[Path] = ()) -> None:
        """`closed`: files and directories that are never merged into.

        Raises WorkspaceError if `repository` is no repository, has no commit, or has no branch to merge into.
        """
        target = Git(repository).opened()
        if target is None:
            hint = "Run `git init` there and commit the files, or set `kind: shared` in the team's workspace."
            raise WorkspaceError(problem=f"{quote(str(repository))} is no git repository", hint=hint)
        self._target = target
        if not self._target.holds("rev-parse", "--verify", "HEAD"):
            hint = "Commit the files that the members should begin with."
            raise WorkspaceError(problem=f"The repository {quote(str(repository))} has no commit", hint=hint)
        self.branch = self._target.find("symbolic-ref", "--short", "HEAD")
        if not self.branch:
            hint = "Check out the branch into which the members' work should be merged."
            raise WorkspaceError(problem=f"The repository {quote(str(repository))} is on no branch", hint=hint)
        self._inside = self._target.ask("rev-parse", "--show-prefix")
        self._directory = directory
        self._closed = closed
        self._team = plain_name(team)
        make_plain_directory(directory)

    def path(self, member: str) -> Path:
        """Return the path of a member's worktree."""
        return self._directory / plain_name(member)

    def readable(self, directory: Path) -> tuple[Path, ...]:
        """Return what git reads in a member's working directory: its worktree and the repository's own files."""
        top = directory.parents[len(Path(self._inside).parts) - 1] if self._inside else directory
        return tuple(one for one in (top, self._target.repository) if one is not None)

    def names(self) -> tuple[str, ...]:
        """Return the names of the worktrees' directories."""
        return tuple(sorted(one.name for one in self._directory.iterdir() if one.is_dir()))

    def open(self, member: str) -> Path:
        """Return a member's working directory, creating its worktree if necessary."""
        path, branch = self.path(member), self._branch(member)
        with self._alone():
            known = self._known(path)
            is_whole = known is not None and (path / ".git").exists()
            if path.exists() and not is_whole:  # such as one that a killed process removed in part
                hint = "Move it away: the worktree of the member is made there."
                raise WorkspaceError(problem=f"{quote(str(path))} is there, but is no worktree", hint=hint)
            if known is not None and (not path.is_dir() or "locked initializing" in known):  # a killed process made it
                self._target.ask("worktree", "remove", "--force", "--force", str(path))
                known = None
            if known is None:
                exists = self._target.holds("rev-parse", "--verify", f"refs/heads/{branch}")
                made = (str(path), branch) if exists else ("-b", branch, str(path), self.branch)
                self._target.ask("worktree", "add", *made)
        return path / self._inside

    def keep(self, member: str, text: str) -> str:
        """Commit all changes of a member and return the commit; "" while a conflict is unresolved."""
        git = self._git(member)
        with self._alone():
            if any(self._is_marked(member, one) for one in git.unmerged()):
                return ""
            inner = (f":(top,exclude,literal){one}" for one in git.inner_repositories())
            git.ask("add", "--all", "--", ":/", *inner)
            if git.call("diff", "--cached", "--quiet").returncode or git.holds("rev-parse", "--verify", "MERGE_HEAD"):
                git.ask("commit", "--message", text)
            return git.ask("rev-parse", "HEAD")

    def submit(self, member: str, contract: str, seq: int) -> None:
        """Name the member's commit as the work submitted in the record `seq`."""
        self._target.ask("update-ref", self._ref(contract, seq), self._git(member).ask("rev-parse", "HEAD"))

    def is_submitted(self, contract: str, seq: int) -> bool:
        """Return whether the work submitted in the record `seq` has a named commit."""
        return self._target.holds("rev-parse", "--verify", self._ref(contract, seq))

    def update(self, member: str, *, marked: bool = False) -> tuple[str, ...]:
        """Merge the team's branch into a member's, whose changes are all committed; return the files in conflict.

        `marked`: leave conflicts in the files for the member to resolve. Otherwise a conflict changes nothing.
        """
        git = self._git(member)
        with self._alone():
            if git.holds("rev-parse", "--verify", "MERGE_HEAD"):
                return git.unmerged()
            if git.holds("merge", "--no-edit", self.branch):
                return ()
            files = git.unmerged()
            if not marked:
                git.call("merge", "--abort")
            return files

    def merge(self, member: str, contract: str, seq: int, text: str) -> Merge:
        """Merge the work submitted in the record `seq` into the branch that the team has checked out."""
        git, submitted = replace(self._target, author=member), self._ref(contract, seq)
        with self._alone():
            if git.find("symbolic-ref", "--short", "HEAD") != self.branch:
                return Merge(problem=f"another branch is checked out in {git.directory}")
            unsafe = next(unsafe_changes(git, self.branch, submitted, self._closed), None)
            if unsafe is not None:
                return Merge(problem=unsafe)
            self._end_merge(git)
            done = git.call("merge", "--no-ff", "-m", f"{text}\n\n{TRAILER}{contract}", submitted)
            if done.returncode == 0:
                return Merge(git.ask("rev-parse", "--short", "HEAD"))
            files = git.unmerged()
            if files:
                git.ask("merge", "--abort")
                return Merge(files=files)
            said = " ".join((done.stderr or done.stdout).split())
            return Merge(problem=said)

    def unresolved(self, member: str) -> tuple[str, ...]:
        """Return the files of a member that are in conflict."""
        return self._git(member).unmerged()

    def remove(self, name: str) -> bool:
        """Remove a worktree and its branch if everything in it is merged; return whether it was."""
        with self._alone():
            git = self._opened(name)
            if git is None:
                return False
            branch = git.find("symbolic-ref", "--short", "HEAD")
            merged = git.holds("merge-base", "--is-ancestor", "HEAD", self.branch)
            if not branch or not merged or git.ask("status", "--porcelain"):
                return False
            self._target.ask("worktree", "remove", str(git.directory))
            self._target.ask("branch", "--delete", "--force", branch)
            return True

    def _end_merge(self, git: Git) -> None:
        """Abort a merge that a killed process began; a person's merge is left."""
        place = git.directory / git.ask("rev-parse", "--git-path", "MERGE_MSG")
        begun = git.holds("rev-parse", "--verify", "MERGE_HEAD")
        if begun and TRAILER in place.read_text(encoding="utf-8", errors="replace"):
            git.ask("merge", "--abort")

    def forget(self, contract: str) -> None:
        """Remove the names of a contract's submitted work, which is recorded as merged."""
        for one in self._target.find("for-each-ref", "--format=%(refname)", self._ref(contract)).splitlines():
            self._target.find("update-ref", "-d", one)

    def _is_marked(self, member: str, name: str) -> bool:
        """Return whether a file shows a conflict; a pipe, a link or a missing file does not."""
        data = b""
        with suppress(WorkspaceError):
            data = ConfinedDirectory(self.path(member)).read(name) or b""
        return any(line.startswith(MARK) for line in data.splitlines())

    def ignored(self, member: str) -> tuple[str, ...]:
        """Return the files and directories of a member that git ignores, and so does not merge; () if it has left."""
        if not self.path(member).is_dir():
            return ()
        found = self._git(member).ask("status", "--porcelain", "--ignored", "-z").split("\0")
        return tuple(one[3:] for one in found if one.startswith("!! "))

    def _git(self, member: str) -> Git:
        git = self._opened(plain_name(member))
        if git is None:
            problem = f"{quote(str(self.path(member)))} is not a git repository as the team made it"
            raise WorkspaceError(problem=problem, hint="Its file `.git` was changed or removed: move it away.")
        return replace(git, author=member)

    def _opened(self, name: str) -> Git | None:
        """Return git for a worktree, or None if it does not exist or its `.git` names another repository.

        Where git's own files are is read in the repository: a member cannot write there.
        """
        path = self._directory / name
        common = self._target.directory / self._target.ask("rev-parse", "--git-common-dir")
        for one in sorted((common / "worktrees").glob("*/gitdir")):
            if (one.parent / one.read_text(encoding="utf-8").strip()).resolve() == (path / ".git").resolve():
                own = one.parent.resolve()
                return Git(path, repository=own, files=path) if _named_in(path / ".git") == own else None
        return None

    def _known(self, path: Path) -> str | None:
        """Return git's entry for a worktree, or None."""
        blocks = self._target.ask("worktree", "list", "--porcelain").split("\n\n")
        places = (str(path), str(path.resolve()))
        return next((one for one in blocks if one.splitlines()[0].removeprefix("worktree ") in places), None)

    def _branch(self, member: str) -> str:
        return f"renkei/{self._team}/{plain_name(member)}"

    def _ref(self, contract: str, seq: int | str = "") -> str:
        return f"refs/renkei/{self._team}/{plain_name(contract)}/{seq}"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and processes of the team out of the repository during a block."""
        handle = os.open(self._directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def _named_in(file: Path) -> Path | None:
    """Return the directory that the file `.git` of a worktree names, or None."""
    if file.is_symlink() or not file.is_file():
        return None
    text = file.read_bytes()[:10_000].decode(errors="surrogateescape")
    return (file.parent / text.removeprefix("gitdir: ").strip()).resolve()


def plain_name(name: str) -> str:
    """Return an id as a name for git and every file system: other characters become `%` and their code."""
    return re.sub(r"[^\w-]", lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), name)
