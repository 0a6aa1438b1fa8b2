"""The members' working directories: one for all, or a git worktree for each, whose accepted work is merged."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from renkei.agent_tools.tool import Tool
from renkei.contracts.state import Contract
from renkei.edges.team.member_changes import MemberChanges, NoChanges
from renkei.edges.team.merging import Merges, returned_id
from renkei.edges.team.team_file import MemberFile, TeamFile
from renkei.edges.team.tools.acceptance import Checked, check_merged
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.log.port import never
from renkei.project.project import Project
from renkei.project.running.cage import Cage, problem_of_cages, programs
from renkei.project.running.found_programs import find_program
from renkei.project.running.repositories import GIT, disable_new, repositories
from renkei.store.layout import Layout
from renkei.store.settings.consents import consents_directory
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.workspace.agent_directories import AgentDirectory
from renkei.workspace.confined import ConfinedDirectory
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.file_tools import Authors, Files
from renkei.workspace.recording import ChangeRecorder
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.merge_queue import MergeQueue
from renkei.workspace.repository.trailers import with_trailers
from renkei.workspace.repository.worktrees import Worktrees
from renkei.workspace.shell import Shell

MOST_NAMED = 10
"""Ignored files that a note names."""


class Workspaces:
    """The workspaces of a team. `path`: the file of the team, to which its workspace is relative.

    Raises WorkspaceError for an unusable directory.
    """

    def __init__(self, project: Project, team: TeamFile, path: Path | None = None) -> None:
        self.root = (self._beside(path) / team.workspace.path).resolve()
        self._project = project
        self._team = team
        closed = (project.directory, path, consents_directory())
        self._closed = tuple(one.resolve() for one in closed if one is not None)
        self._authors = Authors()
        self._lock = Lock()
        self._worktrees: Worktrees | None = None
        self._places: dict[str, Path] = {}
        """The directories of members with a worktree."""
        self.merges = Merges(project, self._check, has_trailers=team.workspace.trailers)
        """Merges accepted work."""
        self._looked: set[tuple[str, int]] = set()
        """The accepted work, by contract and record, at the last `look`."""
        self._readable = tuple((self._beside(path) / one).expanduser().resolve() for one in team.workspace.readable)
        self.why_uncaged = _why_uncaged(team)
        """Why commands run without a cage; "" if they run in one."""
        if project.directory is not None and self.root.is_relative_to(project.directory.resolve()):
            hint = "Name the directory of the files on which the team works."
            raise WorkspaceError(problem=f"The workspace {quote(str(self.root))} is the project's own", hint=hint)
        ConfinedDirectory(self.root, self._closed)
        for one in ("git", "bwrap"):  # before a member can put others on PATH
            find_program(one)
        self._repositories = repositories(self.root)
        """The repositories in the common directory before any command."""
        self._git: Git | None = None
        """Git for the common directory; None without git or a repository."""
        self._startable = self._find_startable()
        self.changes = (MemberChanges if team.files.radar else NoChanges)(self._recorder)

    def remark(self) -> str:
        """Return a sentence for the person if commands run without a cage, or ""."""
        return self.why_uncaged and say(self._team.locale, "cage.without", reason=self.why_uncaged)

    @staticmethod
    def _beside(path: Path | None) -> Path:
        return path.parent if path is not None else Path()

    def _find_startable(self) -> tuple[Path, ...]:
        """Return the files of the workspace that the person's git would run or read settings from."""
        with suppress(WorkspaceError):  # without git, the person does not use it here
            self._git = Git(self.root).opened()
            return () if self._git is None else self._git.startable_files()
        return ()

    def _recorder(self, agent: str) -> ChangeRecorder:
        """Return what records the changes of a running member."""
        git, target = self._git, ""
        if agent in self._places and self._worktrees is not None:
            git, target = self._worktrees.git(agent), self._worktrees.branch
        known = AgentDirectory(agent, (git and git.files) or self.root, git)
        return ChangeRecorder(self._project, known, self._closed_in(self.directory_of(agent)), target)

    def cage(self, directory: Path) -> Cage | None:
        """Return the cage of commands that run in a member's directory; None without cages."""
        settings = self._team.workspace
        if self.why_uncaged:
            return None
        known, readable = self.repositories_in(directory), self._readable
        if directory != self.root and self._worktrees is not None:
            readable = (*readable, *self._worktrees.readable(directory))
        protected = (*known, *self._also_in(directory, self._startable))
        return Cage(directory, settings.network, self._closed_in(directory), protected, readable)

    def repositories_in(self, directory: Path) -> frozenset[Path]:
        """Return the repositories in a directory before any command."""
        return self._repositories if directory == self.root else frozenset({directory / GIT})

    def _closed_in(self, directory: Path) -> tuple[Path, ...]:
        """Return the files that no member reaches; a worktree has a copy of the team's file, which would be merged."""
        return self._also_in(directory, self._closed)

    def _also_in(self, directory: Path, paths: tuple[Path, ...]) -> tuple[Path, ...]:
        same = (directory / one.relative_to(self.root) for one in paths if one.is_relative_to(self.root))
        return tuple(dict.fromkeys((*paths, *same)))

    def tools(self, directory: Path, cancelled: Callable[[], bool] = never) -> tuple[Tool, ...]:
        """Return the tools for files and commands in a directory. A command is ended when `cancelled` returns true.

        Raises WorkspaceError, or BadValueError for the list of commands.
        """
        settings = self._team.workspace
        shell = Shell(
            directory,
            settings.commands,
            seconds=settings.seconds,
            output=settings.output,
            cancelled=cancelled,
            cage=self.cage(directory),
            known=self.repositories_in(directory),
            around=self.changes.during,
        )
        return (*shell.tools(), *self.files(directory).tools())

    def files(self, directory: Path) -> Files:
        """Return the files of a directory that a member may read and change; raises WorkspaceError."""
        return Files(ConfinedDirectory(directory, self.closed(directory)), self._authors, self.changes.edited)

    def closed(self, directory: Path) -> tuple[Path, ...]:
        """Return the files and directories that a member in a directory may not change."""
        return (*self._closed_in(directory), *self._also_in(directory, self._startable), *programs())

    def bound(self, tools: Sequence[Tool], member: MemberFile, cancelled: Callable[[], bool]) -> tuple[Tool, ...]:
        """Return the tools, with those for files and commands bound to the member's directory."""
        own = {one.name: one for one in self.tools(self.directory(member), cancelled)}
        return tuple(own.get(one.name, one) for one in tools)

    def check(self, members: Sequence[MemberFile]) -> None:
        """Raise WorkspaceError if one of the members needs a worktree and there can be none."""
        if any((one.workspace or self._team.workspace.kind) != "shared" for one in members):
            self._opened()

    def directory(self, member: MemberFile) -> Path:
        """Return a member's directory, creating or finding its worktree. Raises WorkspaceError."""
        if (member.workspace or self._team.workspace.kind) == "shared":
            self._mark(member.id)
            self.changes.begin(member.id)
            return self.root
        with self._lock:
            self._places[member.id] = self._opened().open(member.id)
        self._mark(member.id)
        self.changes.begin(member.id)
        return self._places[member.id]

    def directory_of(self, agent: str) -> Path:
        """Return the directory of a running member."""
        return self._places.get(agent, self.root)

    @contextmanager
    def turn(self, agent: str) -> Iterator[None]:
        """Merge accepted work and update a member's files; commit its changes when its turn ends.

        Raises WorkspaceError if git fails.
        """
        self.merges.ask()
        self._mark(agent)
        if agent in self._places and self._worktrees is not None:
            self._worktrees.keep(agent, self._kept_message(agent))
            self._worktrees.update(agent, marked=self._is_reopened(agent))
        self.changes.begin_turn(agent)
        yield
        self.changes.end_turn(agent)
        self._keep(agent)
        self.merges.ask()

    def look(self, state: State) -> None:
        """Merge when work is accepted, by any participant, whether or not a turn follows."""
        due = {(name, one.moved) for name, one in state.contracts.entries.items() if one.merge == "due"}
        due -= {one for one in due if state.contracts.entries[one[0]].producer in state.turns}
        if due - self._looked and self._worktrees is not None:
            with suppress(WorkspaceError, OSError):  # tried again before the next turn
                self.merges.ask()
        self._looked = due

    def _mark(self, agent: str) -> None:
        """Let the agent's contracts be completed when its files are merged, if it has a worktree."""
        actor = self._project.state.actors.get(agent)
        if actor is not None and actor.merges != (agent in self._places):
            self._project.do_as_runtime(c.SetMerging(agent, not actor.merges))

    def _opened(self) -> Worktrees:
        if self._worktrees is None:
            if self._project.directory is None:
                hint = "Create the project in a directory, or set `kind: shared`."
                raise WorkspaceError(problem="Worktrees need a project on disk", hint=hint)
            where, settings = Layout(self._project.directory.resolve()).worktrees, self._team.workspace
            self._worktrees = Worktrees(self.root, where, self._team.name, (*self._closed, *self._startable))
            self.merges.open(self._worktrees, MergeQueue(self._worktrees, is_linear=settings.merging == "rebase"))
        return self._worktrees

    def _keep(self, agent: str) -> None:
        """Commit a member's changes, and name the commit for what it submitted."""
        worktrees = self._worktrees
        if worktrees is None or agent not in self._places:
            return
        with self._lock:
            mine = [one for one in self._project.state.contracts.of(agent) if one.merge]
            if not worktrees.keep(agent, self._kept_message(agent)):
                return
            for one in mine:
                if not worktrees.is_submitted(one.terms.id, one.moved):  # what it did later is not part of it
                    worktrees.submit(agent, one.terms.id, one.moved)

    def _kept_message(self, agent: str) -> str:
        """Return the message of a commit of a member's changes, with the work that they are for."""
        contracts = self._project.state.contracts.of(agent)
        names = [one.terms.id for one in contracts if one.status in ("in_progress", "submitted", "partial")]
        text = f"{agent}: {', '.join(names) or 'changes'}"
        return with_trailers(text, names, agent) if self._team.workspace.trailers else text

    def _is_reopened(self, agent: str) -> bool:
        """Return whether the last transition of one of an agent's contracts was that of a conflict."""
        project = self._project
        moved = [(one.terms.id, one.moved) for one in project.state.contracts.of(agent) if one.moved and not one.merge]
        return any(project.record(seq).id.startswith(returned_id(name)) for name, seq in moved)

    def _check(self, contract: Contract, directory: Path) -> Checked:
        """Run the criteria of a contract on the merged result in a directory."""
        own = self._opened().path(contract.producer or "") / self._opened().inside
        try:
            cage = self.cage(directory)
            return check_merged(
                self._project, self._team, contract, own, directory, cage, lambda: self.merges.is_closed
            )
        finally:
            disable_new(directory, self.repositories_in(directory))


def _why_uncaged(team: TeamFile) -> str:
    """Return why the commands of a team run without a cage, or ""; raises WorkspaceError if they must have one."""
    if team.workspace.cage == "off":
        return say(team.locale, "cage.off")
    reason = problem_of_cages()
    if reason and team.workspace.cage == "required":
        hint = "Install bubblewrap, or set `cage: off` in the team's workspace: then every command needs your consent."
        raise WorkspaceError(problem=f"Commands cannot run in a cage: {reason}", hint=hint)
    return reason
