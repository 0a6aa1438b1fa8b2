"""The members' working directories: one for all, or a git worktree for each.

The files of a member with a worktree are merged when its work is accepted; only then is the contract completed, so that
work that depends on it finds them. A conflict reopens the contract: its assignee gets a CONFLICT_REPORT, finds the
conflict marked in its files, and submits again. Accepted work that is not merged yet is part of the project's state:
a new process continues where a killed one stopped. All these records are the runtime's own, as `renkei`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from renkei.agent_tools.tool import Tool
from renkei.contracts.state import Contract
from renkei.edges.team.team_file import MemberFile, TeamFile
from renkei.engine import commands as c
from renkei.engine.state import HUMAN, SYSTEM, State
from renkei.errors import ProtocolError
from renkei.log.port import never
from renkei.project.project import Project
from renkei.project.running.cage import Cage, problem_of_cages, programs
from renkei.project.running.found_programs import find_program
from renkei.project.running.repositories import GIT, repositories
from renkei.protocol.payloads import ConflictReport
from renkei.store.consents import consents_directory
from renkei.store.layout import Layout
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.wording.visible import visible
from renkei.workspace.confined import ConfinedDirectory
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.file_tools import Authors, Files
from renkei.workspace.git import Git
from renkei.workspace.shell import Shell
from renkei.workspace.worktrees import Merge, Worktrees, plain_name

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
        self._startable = self._find_startable()

    def remark(self) -> str:
        """Return a sentence for the person if commands run without a cage, or ""."""
        return self.why_uncaged and say(self._team.locale, "cage.without", reason=self.why_uncaged)

    @staticmethod
    def _beside(path: Path | None) -> Path:
        return path.parent if path is not None else Path()

    def _find_startable(self) -> tuple[Path, ...]:
        """Return the files of the workspace that the person's git would run or read settings from."""
        with suppress(WorkspaceError):  # without git, the person does not use it here
            git = Git(self.root).opened()
            return () if git is None else git.startable_files()
        return ()

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
        )
        closed = (*self._closed_in(directory), *self._also_in(directory, self._startable), *programs())
        confined = ConfinedDirectory(directory, closed)
        return (*shell.tools(), *Files(confined, self._authors).tools())

    def bound(self, tools: Sequence[Tool], member: MemberFile, cancelled: Callable[[], bool]) -> tuple[Tool, ...]:
        """Return the tools, with those for files and commands bound to the member's directory."""
        own = {one.name: one for one in self.tools(self.directory(member), cancelled)}
        return tuple(own.get(one.name, one) for one in tools)

    def directory(self, member: MemberFile) -> Path:
        """Return a member's directory, creating or finding its worktree. Raises WorkspaceError."""
        if (member.workspace or self._team.workspace.kind) == "shared":
            self._mark(member.id)
            return self.root
        with self._lock:
            self._places[member.id] = self._opened().open(member.id)
        self._mark(member.id)
        return self._places[member.id]

    def directory_of(self, agent: str) -> Path:
        """Return the directory of a running member."""
        return self._places.get(agent, self.root)

    @contextmanager
    def turn(self, agent: str) -> Iterator[None]:
        """Merge accepted work and update a member's files; commit its changes when its turn ends.

        Raises WorkspaceError if git fails.
        """
        self.settle()
        self._mark(agent)
        if agent in self._places and self._worktrees is not None:
            self._worktrees.keep(agent, f"{agent}: changes")
            self._worktrees.update(agent, marked=self._is_reopened(agent))
        yield
        self._keep(agent)
        self.settle()

    def settle(self) -> None:
        """Merge accepted work in the order of submission, and remove the worktrees of members that left.

        Work of a member that is in a turn waits for its end, in which the member may still write files.
        """
        worktrees = self._worktrees
        if worktrees is None:
            return
        with self._lock:
            state = self._project.state
            due = [one for one in state.contracts.entries.values() if one.merge == "due" and one.paused is None]
            for one in sorted(due, key=lambda one: one.moved):
                with suppress(ProtocolError):  # somebody has just cancelled it or sent it back
                    self._merge(worktrees, one)
            kept = {plain_name(name) for name in state.actors}
            for name in worktrees.names():
                if name not in kept:
                    worktrees.remove(name)

    def look(self, state: State) -> None:
        """Merge when work is accepted, by any participant, whether or not a turn follows."""
        due = {(name, one.moved) for name, one in state.contracts.entries.items() if one.merge == "due"}
        due -= {one for one in due if state.contracts.entries[one[0]].producer in state.turns}
        if due - self._looked:
            with suppress(WorkspaceError, OSError):  # tried again before the next turn
                self.settle()
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
            where = Layout(self._project.directory.resolve()).worktrees
            self._worktrees = Worktrees(self.root, where, self._team.name, (*self._closed, *self._startable))
        return self._worktrees

    def _keep(self, agent: str) -> None:
        """Commit a member's changes, and name the commit for what it submitted."""
        worktrees = self._worktrees
        if worktrees is None or agent not in self._places:
            return
        with self._lock:
            mine = [one for one in self._project.state.contracts.of(agent) if one.merge]
            names = ", ".join(one.terms.id for one in mine)
            if not worktrees.keep(agent, f"{agent}: {names or 'changes'}"):
                return
            for one in mine:
                if not worktrees.is_submitted(one.terms.id, one.moved):  # what it did later is not part of it
                    worktrees.submit(agent, one.terms.id, one.moved)

    def _merge(self, worktrees: Worktrees, contract: Contract) -> None:
        """Merge accepted work and complete its contract, or reopen it if there is a conflict."""
        name, member, seq = contract.terms.id, contract.producer or "", contract.moved
        if not worktrees.is_submitted(name, seq) and member in self._project.state.turns:
            return
        try:
            done = self._named(worktrees, name, member, seq)
            done = done or worktrees.merge(member, name, seq, f"{name} of {member}")
        except WorkspaceError as error:
            done = Merge(problem=error.message)
        if not done.commit:
            self._report(contract, done, worktrees.branch)
            return
        locale = self._project.state.locale
        text = say(locale, "worktree.merged", branch=worktrees.branch, commit=done.commit)
        if ignored := worktrees.ignored(member):
            shown = ", ".join(ignored[:MOST_NAMED]) + (", …" if len(ignored) > MOST_NAMED else "")
            text = f"{text} {say(locale, 'worktree.ignored', files=shown)}"
        completed = c.AcceptContract(name, text, merged=True)
        self._project.do_as_runtime(c.AddNote(name, text), completed, command_id=f"merged-{name}-{seq}")
        worktrees.forget(name)

    def _named(self, worktrees: Worktrees, contract: str, member: str, seq: int) -> Merge | None:
        """Name the commit of submitted work, as after its turn; return what prevents that, or None."""
        if worktrees.is_submitted(contract, seq):
            return None
        if not worktrees.path(member).is_dir():
            return Merge(problem=say(self._project.state.locale, "worktree.lost", agent=member))
        if not worktrees.keep(member, f"{member}: {contract}"):
            return Merge(files=worktrees.unresolved(member))
        worktrees.submit(member, contract, seq)
        return None

    def _is_reopened(self, agent: str) -> bool:
        """Return whether the last transition of one of an agent's contracts was that of a conflict."""
        project = self._project
        moved = [(one.terms.id, one.moved) for one in project.state.contracts.of(agent) if one.moved and not one.merge]
        return any(project.record(seq).id.startswith(_conflict_id(name)) for name, seq in moved)

    def _report(self, contract: Contract, done: Merge, branch: str) -> None:
        """Reopen a contract whose files are in conflict; notify its parties, or once the leads of another problem."""
        state, name, member = self._project.state, contract.terms.id, contract.producer or ""
        command = _conflict_id(name, contract.moved) if done.files else f"unmerged-{name}-{contract.moved}"
        if self._project.log.find(command) is not None:
            return
        key = "worktree.conflict" if done.files else "worktree.problem"
        values = {"contract": name, "branch": branch, "files": ", ".join(done.files), "reason": done.problem}
        described = say(state.locale, key, **values)
        is_left = bool(done.files) and member not in state.actors
        following = say(state.locale, f"{key}.left" if is_left else f"{key}.do", agent=member)
        report = ConflictReport(
            conflict_description=described,
            conflicting_artifacts=tuple(map(visible, done.files)),
            suggested_resolution=following,
            severity="warning",
        )
        leads = [one.id for one in state.everybody() if one.lead]
        parties = dict.fromkeys(one for one in (member, contract.terms.delegator) if one in state.actors)
        to = [*parties] if parties and done.files else leads or [HUMAN]
        summary = say(state.locale, "worktree.summary", contract=name)
        message = self._project.message(SYSTEM, report, to, "high", summary, expected_response_type=())
        reopened = [c.TransitionContract(name, "rework", described)] if done.files else []
        self._project.do_as_runtime(c.Send(message), *reopened, command_id=command)


def _why_uncaged(team: TeamFile) -> str:
    """Return why the commands of a team run without a cage, or ""; raises WorkspaceError if they must have one."""
    if team.workspace.cage == "off":
        return say(team.locale, "cage.off")
    reason = problem_of_cages()
    if reason and team.workspace.cage == "required":
        hint = "Install bubblewrap, or set `cage: off` in the team's workspace: then every command needs your consent."
        raise WorkspaceError(problem=f"Commands cannot run in a cage: {reason}", hint=hint)
    return reason


def _conflict_id(contract: str, seq: int | str = "") -> str:
    return f"conflict-{contract}-{seq}"
