"""The members' working directories: one for all, or a git worktree for each.

Accepted work is merged before any member's next turn, so that members who waited for it find it. Then the worktree of
the member whose turn begins is updated. The log records each result of merging: a note on the contract, or a
CONFLICT_REPORT to its assignee, in whose files the conflict is then marked. Both are the runtime's own, as `renkei`.

Pending merges are derived from the log and git alone, so a new process continues where a killed one stopped.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from renkei.agent_tools.tool import Tool
from renkei.contracts.events import ContractTransitioned
from renkei.edges.team.team_file import MemberFile, TeamFile
from renkei.engine import commands as c
from renkei.engine.state import SYSTEM
from renkei.immutable.frozen import frozen
from renkei.log.port import never
from renkei.project.project import Project
from renkei.protocol.payloads import ConflictReport
from renkei.store.layout import Layout
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.workspace.confined import ConfinedDirectory
from renkei.workspace.errors import WorkspaceError
from renkei.workspace.file_tools import Authors, Files
from renkei.workspace.shell import Shell
from renkei.workspace.worktrees import Merge, Worktrees, plain_name


@frozen
class Accepted:
    """Accepted work: the contract, its assignee, and the seq of the record that submitted it."""

    contract: str
    member: str
    seq: int


class Workspaces:
    """The workspaces of a team. `path`: the file of the team, to which its workspace is relative.

    Raises WorkspaceError for an unusable directory.
    """

    def __init__(self, project: Project, team: TeamFile, path: Path | None = None) -> None:
        self.root = ((path.parent if path is not None else Path()) / team.workspace.path).resolve()
        self._project = project
        self._team = team
        closed = (project.directory, path)
        self._closed = tuple(one.resolve() for one in closed if one is not None)
        self._authors = Authors()
        self._lock = Lock()
        self._worktrees: Worktrees | None = None
        self._places: dict[str, Path] = {}
        """The directories of members with a worktree."""
        self._open: list[Accepted] = []
        self._submitted: dict[str, int] = {}
        self._seq = 0
        if project.directory is not None and self.root.is_relative_to(project.directory.resolve()):
            hint = "Name the directory of the files on which the team works."
            raise WorkspaceError(problem=f"The workspace {quote(str(self.root))} is the project's own", hint=hint)
        ConfinedDirectory(self.root, self._closed)

    def tools(self, directory: Path, cancelled: Callable[[], bool] = never) -> tuple[Tool, ...]:
        """Return the tools for files and commands in a directory. A command is ended when `cancelled` returns true.

        Raises WorkspaceError, or BadValueError for the list of commands.
        """
        settings = self._team.workspace
        shell = Shell(
            directory, settings.commands, seconds=settings.seconds, output=settings.output, cancelled=cancelled
        )
        same = (directory / one.relative_to(self.root) for one in self._closed if one.is_relative_to(self.root))
        closed = (*self._closed, *same)  # a worktree has a copy of the team's file, which would be merged
        return (*shell.tools(), *Files(ConfinedDirectory(directory, closed), self._authors).tools())

    def bound(self, tools: Sequence[Tool], member: MemberFile, cancelled: Callable[[], bool]) -> tuple[Tool, ...]:
        """Return the tools, with those for files and commands bound to the member's directory."""
        own = {one.name: one for one in self.tools(self.directory(member), cancelled)}
        return tuple(own.get(one.name, one) for one in tools)

    def directory(self, member: MemberFile) -> Path:
        """Return a member's directory, creating or finding its worktree. Raises WorkspaceError."""
        if (member.workspace or self._team.workspace.kind) == "shared":
            return self.root
        with self._lock:
            self._places[member.id] = self._opened().open(member.id)
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
        if agent in self._places and self._worktrees is not None:
            self._worktrees.keep(agent, f"{agent}: changes")
            self._worktrees.update(agent, marked=any(one.member == agent for one in self._open))
        yield
        self._keep(agent)
        self.settle()

    def settle(self) -> None:
        """Merge accepted work in the order of the log, and remove the worktrees of members that left."""
        worktrees = self._worktrees
        if worktrees is None:
            return
        with self._lock:
            self._read_log()
            self._open = [one for one in self._open if not self._merged(worktrees, one)]
            names = {plain_name(one) for one in self._project.state.actors}
            for one in worktrees.names():
                if one not in names:
                    worktrees.remove(one)

    def _opened(self) -> Worktrees:
        if self._worktrees is None:
            if self._project.directory is None:
                hint = "Create the project in a directory, or set `kind: shared`."
                raise WorkspaceError(problem="Worktrees need a project on disk", hint=hint)
            where = Layout(self._project.directory.resolve()).worktrees
            self._worktrees = Worktrees(self.root, where, self._team.name)
        return self._worktrees

    def _keep(self, agent: str) -> None:
        """Commit a member's changes, and name the commit for what it submitted."""
        worktrees = self._worktrees
        if worktrees is None or agent not in self._places:
            return
        with self._lock:
            self._read_log()
            mine = [one.terms.id for one in self._project.state.contracts.of(agent) if one.status == "submitted"]
            known = {one: self._submitted.get(one, 0) for one in mine}
            if not worktrees.keep(agent, f"{agent}: {', '.join(mine) or 'changes'}"):
                return
            for contract, seq in known.items():
                if not worktrees.is_submitted(contract, seq):  # what it did later is not part of it
                    worktrees.submit(agent, contract, seq)
            for one in self._open:
                if one.member == agent:  # it may have resolved a conflict
                    worktrees.submit(agent, one.contract, one.seq)

    def _read_log(self) -> None:
        """Collect the submitted and the accepted but unmerged work since the last look."""
        for record in self._project.records(self._seq):
            self._seq = record.seq
            for event in record.events:
                if not isinstance(event, ContractTransitioned):
                    continue
                if event.after == "submitted":
                    self._submitted[event.contract_id] = record.seq
                elif event.after == "completed" and event.assignee is not None:
                    seq = self._submitted.pop(event.contract_id, record.seq)
                    one = Accepted(event.contract_id, event.assignee, seq)
                    if self._project.log.find(_merged_id(one)) is None:
                        self._open.append(one)

    def _merged(self, worktrees: Worktrees, one: Accepted) -> bool:
        """Merge accepted work and record it; return False if it must wait, for example for its worktree."""
        if not worktrees.path(one.member).is_dir():
            return False
        if not worktrees.is_submitted(one.contract, one.seq):
            if not worktrees.keep(one.member, f"{one.member}: {one.contract}"):
                return False
            worktrees.submit(one.member, one.contract, one.seq)
        done = worktrees.merge(one.member, one.contract, one.seq, f"{one.contract} of {one.member}")
        if not done.commit:
            self._report(one, done, worktrees.branch)
            return False
        text = say(self._project.state.locale, "worktree.merged", branch=worktrees.branch, commit=done.commit)
        self._project.do_as_runtime(c.AddNote(one.contract, text), command_id=_merged_id(one))
        return True

    def _report(self, one: Accepted, done: Merge, branch: str) -> None:
        """Notify the member, or the leads, once, of what prevents a merge."""
        command = f"unmerged-{one.contract}-{one.seq}"
        state = self._project.state
        if self._project.log.find(command) is not None:
            return
        key = "worktree.conflict" if done.files else "worktree.problem"
        files = ", ".join(done.files)
        values = {"contract": one.contract, "branch": branch, "files": files, "reason": done.problem}
        report = ConflictReport(
            conflict_description=say(state.locale, key, **values),
            conflicting_artifacts=done.files,
            suggested_resolution=say(state.locale, f"{key}.do"),
            severity="warning",
        )
        leads = [name for name, actor in state.actors.items() if actor.lead]
        to = [one.member] if (done.files and one.member in state.actors) or not leads else leads
        summary = say(state.locale, "worktree.summary", contract=one.contract)
        message = self._project.message(SYSTEM, report, to, "high", summary, expected_response_type=())
        self._project.do_as_runtime(c.Send(message), command_id=command)


def _merged_id(one: Accepted) -> str:
    return f"merged-{one.contract}-{one.seq}"
