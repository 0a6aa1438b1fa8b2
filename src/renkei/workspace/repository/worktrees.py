"""The git worktrees of members: created, found again, kept up to date, merged, and removed when everything is merged.

Each member has a branch `renkei/TEAM/MEMBER` and a worktree of it below the project's directory. Submitted work is a
commit named by `refs/renkei/TEAM/CONTRACT/SEQ`. Accepting the contract merges that commit, not the member's later work.
Commits carry the name of the member.
"""

import os
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from renkei.immutable.replacing import replace
from renkei.log.atomic_write import make_plain_directory
from renkei.log.file_lock import acquire
from renkei.wording.values import quote
from renkei.workspace.confined import ConfinedDirectory
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.repository.checkouts import in_the_way, own_files
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.grafts import MergedWork, adds_nothing, combine

MARK = b"<<<<<<< "
"""The start of a conflict in a file that git has merged."""

HIDDEN = "."
"""Prefix of the names of directories beside the members' worktrees that are none of them."""

REPLACED = f"{HIDDEN}replaced"
"""Name of the directory of ignored files of members in whose place the branch has a file."""

MERGED = "-merged"
"""Suffix of the reference to the branch's commit that has submitted work; the queue sets it as it moves the branch."""


class Worktrees:
    """The worktrees of one team in one repository. All methods raise WorkspaceError."""

    def __init__(self, repository: Path, directory: Path, team: str, closed: Collection[Path] = ()) -> None:
        """`closed`: files and directories that are never merged into.

        Raises WorkspaceError if `repository` is no repository, has no commit, or has no branch to merge into.
        """
        target = Git(repository).opened()
        if target is None:
            hint = "Run `git init` there and commit the files, or replace `worktree` by `shared` in the team's file."
            raise WorkspaceError(problem=f"{quote(str(repository))} is no git repository", hint=hint)
        self.target = target
        """Git in the directory of the team's files."""
        if not self.target.holds("rev-parse", "--verify", "HEAD"):
            hint = "Commit the files that the members should begin with."
            raise WorkspaceError(problem=f"The repository {quote(str(repository))} has no commit", hint=hint)
        self.reference = self.target.find("symbolic-ref", "HEAD")
        self.branch = self.reference.removeprefix("refs/heads/")
        if not self.branch:
            hint = "Check out the branch into which the members' work should be merged."
            raise WorkspaceError(problem=f"The repository {quote(str(repository))} is on no branch", hint=hint)
        self.inside = self.target.ask("rev-parse", "--show-prefix")
        self.top = replace(target, directory=target.files or repository)
        """Git in the top directory of the repository's files."""
        self.directory = directory
        self.closed = closed
        self._team = plain_name(team)
        make_plain_directory(directory)

    def path(self, member: str) -> Path:
        """Return the path of a member's worktree."""
        return self.directory / plain_name(member)

    def readable(self, directory: Path) -> tuple[Path, ...]:
        """Return what git reads in a member's working directory: its worktree and the repository's own files."""
        top = directory.parents[len(Path(self.inside).parts) - 1] if self.inside else directory
        return tuple(one for one in (top, self.target.repository) if one is not None)

    def names(self) -> tuple[str, ...]:
        """Return the names of the worktrees' directories."""
        found = (one.name for one in self.directory.iterdir() if one.is_dir())
        return tuple(sorted(one for one in found if not one.startswith(HIDDEN)))

    def open(self, member: str) -> Path:
        """Return a member's working directory, creating its worktree if necessary."""
        path, branch = self.path(member), self._branch(member)
        with self.alone():
            known = self._known(path)
            is_whole = known is not None and (path / ".git").exists()
            if path.exists() and not is_whole:  # such as one that a killed process removed in part
                hint = "Move it away: the worktree of the member is made there."
                raise WorkspaceError(problem=f"{quote(str(path))} is there, but is no worktree", hint=hint)
            if known is not None and (not path.is_dir() or "locked initializing" in known):  # a killed process made it
                self.target.ask("worktree", "remove", "--force", "--force", str(path))
                known = None
            if known is None:
                exists = self.target.holds("rev-parse", "--verify", f"refs/heads/{branch}")
                made = (str(path), branch) if exists else ("-b", branch, str(path), self.reference)
                self.target.ask("worktree", "add", *made)
        return path / self.inside

    def keep(self, member: str, text: str) -> str:
        """Commit all changes of a member and return the commit; "" while a conflict is unresolved."""
        git = self.git(member)
        with self.alone():
            if not git.ask("status", "--porcelain") and not _is_merging(git):
                return git.ask("rev-parse", "HEAD")
            if any(self._is_marked(member, one) for one in git.unmerged()):
                return ""
            inner = (f":(top,exclude,literal){one}" for one in git.inner_repositories())
            git.ask("add", "--all", "--", ":/", *inner)
            if git.call("diff", "--cached", "--quiet").returncode or _is_merging(git):
                git.ask("commit", "--message", text)
            return git.ask("rev-parse", "HEAD")

    def submit(self, member: str, contract: str, seq: int) -> None:
        """Name the member's commit as the work submitted in the record `seq`."""
        self.target.ask("update-ref", self.ref(contract, seq), self.git(member).ask("rev-parse", "HEAD"))

    def is_submitted(self, contract: str, seq: int) -> bool:
        """Return whether the work submitted in the record `seq` has a named commit."""
        return self.target.holds("rev-parse", "--verify", self.ref(contract, seq))

    def update(self, member: str, *, marked: bool = False) -> tuple[str, ...]:
        """Merge the team's branch into a member's, whose changes are all committed; return the files in conflict.

        `marked`: leave conflicts in the files for the member to resolve. Otherwise a conflict changes nothing. Ignored
        files in the place of the branch's are moved beside the worktrees.
        """
        git = self.git(member)
        with self.alone():
            if _is_merging(git):
                return git.unmerged()
            if git.holds("merge-base", "--is-ancestor", self.reference, "HEAD"):
                return ()
            moved = self._set_aside(git, member)
            self._merge_rebased(git, member)
            branch = git.ask("rev-parse", "--abbrev-ref", self.reference)  # unlike a tag of the same name
            if git.holds("merge", "--no-edit", branch):
                return ()
            files = git.unmerged()
            if not marked:
                git.call("merge", "--abort")
                for place, kept in moved:
                    kept.rename(place)
            return files

    def _set_aside(self, git: Git, member: str) -> list[tuple[Path, Path]]:
        """Move what git would replace without a word; return each former and new place."""
        moved = []
        where = self.directory / REPLACED / f"{plain_name(member)}-{token_hex(4)}"
        for one in {one for found in in_the_way(git, "HEAD", self.reference).values() for one in found}:
            kept = where / one
            kept.parent.mkdir(parents=True, exist_ok=True)
            moved.append(((git.directory / one), (git.directory / one).rename(kept)))
        return moved

    def _merge_rebased(self, git: Git, member: str) -> None:
        """Merge the branch into a member's if it has submitted work of the member as another commit, and can be."""
        work = [one for one in self.merged() if git.holds("merge-base", "--is-ancestor", one.submitted, "HEAD")]
        tip = git.ask("rev-parse", self.reference)
        if all(git.holds("merge-base", "--is-ancestor", one.commit, "HEAD") for one in work):
            return
        found = combine(git, tip, "HEAD", work)
        if found.tree and not found.conflicts:
            text = f"{member}: its work and the branch"
            git.find("reset", "--keep", git.ask("commit-tree", found.tree, "-p", "HEAD", "-p", tip, "-m", text))

    def merged(self) -> tuple[MergedWork, ...]:
        """Return the work that is on the branch under other commits than the submitted ones."""
        fields = ("for-each-ref", "--format=%(refname) %(objectname)", f"refs/renkei/{self._team}")
        known = dict(one.split(" ") for one in self.target.ask(*fields).splitlines())
        pairs = ((name, name.removesuffix(MERGED)) for name in known if name.endswith(MERGED))
        return tuple(
            MergedWork(known[submitted], known[name], (submitted, name))
            for name, submitted in pairs
            if submitted in known
        )

    def forget(self, contract: str) -> None:
        """Remove the names of a contract's submitted work, whose merge is recorded, unless later work needs them."""
        needed = {name for one in self.merged() if self._is_needed(one) for name in one.names}
        for one in self.target.find("for-each-ref", "--format=%(refname)", self.ref(contract)).splitlines():
            if one not in needed:
                self.target.find("update-ref", "-d", one)

    def forget_unneeded(self) -> None:
        """Remove the names of work that was merged as another commit, once no member's work is from it."""
        while found := [one for one in self.merged() if not self._is_needed(one) and self._is_on_branch(one.commit)]:
            for name in (name for one in found for name in one.names):
                self.target.ask("update-ref", "-d", name)

    def _is_on_branch(self, commit: str) -> bool:
        return self.target.holds("merge-base", "--is-ancestor", commit, self.reference)

    def _is_needed(self, work: MergedWork) -> bool:
        """Return whether other work is from submitted work, and the branch has it as another commit."""
        where = (f"refs/heads/renkei/{self._team}", f"refs/renkei/{self._team}")
        shown = ("--format=%(refname)", f"--contains={work.submitted}", f"--no-contains={work.commit}")
        if self.target.holds("merge-base", "--is-ancestor", work.submitted, work.commit):
            return False
        return bool({*self.target.find("for-each-ref", *shown, *where).splitlines()} - {*work.names})

    def unresolved(self, member: str) -> tuple[str, ...]:
        """Return the files of a member that are in conflict."""
        return self.git(member).unmerged()

    def remove(self, name: str) -> bool:
        """Remove a worktree and its branch if everything in it is merged; return whether it was."""
        with self.alone():
            git = self.opened(name)
            if git is None:
                return False
            branch = git.find("symbolic-ref", "HEAD").removeprefix("refs/heads/")
            is_merged = bool(branch) and adds_nothing(git, self.reference, "HEAD", self.merged())
            if not is_merged or git.ask("status", "--porcelain"):
                return False
            self.target.ask("worktree", "remove", str(git.directory))
            self.target.ask("branch", "--delete", "--force", branch)
            return True

    def _is_marked(self, member: str, name: str) -> bool:
        """Return whether a file shows a conflict; a pipe, a link or a missing file does not."""
        data = b""
        with suppress(WorkspaceError):
            data = ConfinedDirectory(self.path(member)).read(name) or b""
        return any(line.startswith(MARK) for line in data.splitlines())

    def ignored(self, member: str) -> tuple[str, ...]:
        """Return the files and directories of a member that git ignores, and so does not merge.

        () if it has left, or its worktree is not as the team made it.
        """
        git = self.opened(plain_name(member)) if self.path(member).is_dir() else None
        found = git.ask("status", "--porcelain", "--ignored", "-z").split("\0") if git is not None else ()
        return tuple(one[3:] for one in found if one.startswith("!! "))

    def git(self, member: str) -> Git:
        """Return git for a member's worktree; raises WorkspaceError if it is not as the team made it."""
        git = self.opened(plain_name(member))
        if git is None:
            problem = f"{quote(str(self.path(member)))} is not a git repository as the team made it"
            raise WorkspaceError(problem=problem, hint="Its file `.git` was changed or removed: move it away.")
        return replace(git, author=member)

    def opened(self, name: str) -> Git | None:
        """Return git for a worktree, or None if it does not exist or its `.git` names another repository.

        Where git's own files are is read in the repository: a member cannot write there.
        """
        path = self.directory / name
        own = own_files(self.target.common_directory(), path)
        return Git(path, repository=own, files=path) if own and _named_in(path / ".git") == own else None

    def _known(self, path: Path) -> str | None:
        """Return git's entry for a worktree, or None."""
        blocks = self.target.ask("worktree", "list", "--porcelain").split("\n\n")
        places = (str(path), str(path.resolve()))
        return next((one for one in blocks if one.splitlines()[0].removeprefix("worktree ") in places), None)

    def _branch(self, member: str) -> str:
        return f"renkei/{self._team}/{plain_name(member)}"

    def ref(self, contract: str, seq: int | str = "") -> str:
        """Return the name of the commit that was submitted for a contract in the record `seq`."""
        return f"refs/renkei/{self._team}/{plain_name(contract)}/{seq}"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other threads and processes of the team out of the repository during a block."""
        handle = os.open(self.directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            acquire(handle)
            yield
        finally:
            os.close(handle)


def _is_merging(git: Git) -> bool:
    """Return whether a merge is unfinished in a worktree."""
    return git.repository is not None and (git.repository / "MERGE_HEAD").exists()


def _named_in(file: Path) -> Path | None:
    """Return the directory that the file `.git` of a worktree names, or None."""
    if file.is_symlink() or not file.is_file():
        return None
    text = file.read_bytes()[:10_000].decode(errors="surrogateescape")
    return (file.parent / text.removeprefix("gitdir: ").strip()).resolve()


def plain_name(name: str) -> str:
    """Return an id as a name for git and every file system: other characters become `%` and their code."""
    return re.sub(r"[^\w-]", lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), name)
