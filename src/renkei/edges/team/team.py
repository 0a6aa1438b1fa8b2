"""A running team: its members in threads of one process, from a file, on a project."""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any

from renkei.agent_tools.tool import Answer, Tool
from renkei.edges.team.coding_agents import CodingAgents, OnActivity
from renkei.edges.team.ending import Ending
from renkei.edges.team.errors import reason_of
from renkei.edges.team.goal import goal_due
from renkei.edges.team.members.command_member import CommandMember
from renkei.edges.team.members.conversation import Conversation
from renkei.edges.team.members.life import Life
from renkei.edges.team.members.member import ModelMember, system_prompt
from renkei.edges.team.members.running import RunningMembers
from renkei.edges.team.members.worker import Worker
from renkei.edges.team.models.model import Model, ModelUsage, find_model
from renkei.edges.team.shutdown import REPLY_SECONDS, Asked, request_shutdown, shutdown_message
from renkei.edges.team.spawning import added_members
from renkei.edges.team.standings import check_members, quota_of
from renkei.edges.team.team_file import MemberFile, TeamFile, read_team
from renkei.edges.team.tool_activity import called
from renkei.edges.team.tools.task_tools import prove_submitted
from renkei.edges.team.tools.toolbox import chosen
from renkei.edges.team.workspaces import Workspaces
from renkei.engine import commands as c
from renkei.engine.state import HUMAN
from renkei.errors import LogError, UnknownRecipientError
from renkei.immutable.replacing import replace
from renkei.log.atomic_write import make_plain_directory
from renkei.project.project import Project
from renkei.project.turns.pauses import Pauses
from renkei.project.turns.reports import left_by, report_problem
from renkei.project.turns.session import Session
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import Frozen
from renkei.store.layout import Layout


class Team:
    """The members of a team as agents of a project. `start` it and `close` it, or `run` it until its work is done.

    `team` is the file of a team, or its content. `find_model` returns the model of a name. Four callbacks are called
    in the member's threads, with its id first: `on_text` with each piece of text from its model, `on_tool_call` before
    each call of a tool of the team, `on_activity` when a call of any tool begins or changes, and `on_storage_wait` with
    the reason for waiting for the disk. If no member can be woken, `on_storage_wait` gets the reason with the lead's id
    in the follower's thread, and "" when that is over. Raises DocumentError for an
    invalid file, WorkspaceError for a workspace that cannot be used.
    """

    def __init__(
        self,
        project: Project,
        team: TeamFile | str | PathLike[str],
        *,
        find_model: Callable[[str], Model] = find_model,
        on_text: Callable[[str, str], None] | None = None,
        on_tool_call: Callable[[str, str, Mapping[str, Any]], None] | None = None,
        on_activity: OnActivity | None = None,
        on_storage_wait: Callable[[str, str], None] | None = None,
        pauses: Pauses | None = None,
    ) -> None:
        self.project = project
        self.file = team if isinstance(team, TeamFile) else read_team(Path(team))
        self.directory = Path() if isinstance(team, TeamFile) else Path(team).parent
        """The directory that paths in its file are relative to."""
        self.workspaces: Workspaces = Workspaces(project, self.file, None if isinstance(team, TeamFile) else Path(team))
        self.find_model = find_model
        self._on_text = on_text or (lambda member, text: None)
        self._on_tool_call = on_tool_call or (lambda member, tool, arguments: None)
        self._on_activity = on_activity or (lambda member, activity: None)
        self._on_storage_wait = on_storage_wait or (lambda member, reason: None)
        self._pauses = pauses or Pauses()
        lead = self.file.lead.id
        on_lead_wait = partial(self._on_storage_wait, lead)
        merges = self.workspaces.merges
        self._members = RunningMembers(project, on_lead_wait, self.workspaces.look, lambda: merges.is_busy)
        self._watcher = self._members.watcher
        merges.on_idle, merges.on_failure = self._watcher.call, self._watcher.fail
        self._ending = Ending(project, lead, self._members, on_lead_wait)
        self._is_started = False
        self._halting = threading.Lock()
        self.failed = self._members.failed
        """The reason for each member that could not continue."""
        self.failures = self._members.failures
        """The errors behind `failed`, with their tracebacks."""
        check_members(project.state, self.file)
        self._agents = CodingAgents(self.file, self.workspaces, self._on_activity, self._on_text)
        for index, one in enumerate((self.file.lead, *self.file.members)):
            self.tools_of(one, f"/team/members/{index - 1}/tools" if index else "/team/lead/tools")

    def __enter__(self) -> Team:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(self, *, goal: bool = True) -> None:
        """Let all new members join, give the lead the goal if `goal`, and start their loops.

        A member that left cleanly in an earlier run stays away.
        """
        members = self._starting()
        self.workspaces.check(members)  # before anybody joins
        self._prepare()
        try:
            for one in members:
                if not self._has_left(one.id):
                    self.spawn(one)
            if goal:
                self.give_goal()
        except BaseException:
            self._members.end()
            self._agents.close()
            raise
        self.workspaces.merges.start()
        self._watcher.start()
        self.project.report_problem(self.workspaces.remark(), "cage")
        self._is_started = True

    def _starting(self) -> Sequence[MemberFile]:
        """Return the members with which the team starts."""
        return (self.file.lead, *self.file.members, *added_members(self.project, self.file))

    def _prepare(self) -> None:
        """Set the quota and the policies of the project as the file says."""
        wanted = quota_of(self.file, self.project.state)
        if wanted != self.project.state.quota:
            self.project.do(c.SetQuota(wanted.turns, wanted.tokens))
        overlap = self.file.files.overlap
        if overlap not in (None, self.project.state.files.policy):
            self.project.do(c.SetFilePolicy(overlap))
        if self.project.state.spent and self.project.state.halted != "spent":  # such as by a quota that is now smaller
            self.project.do_as_runtime(c.HaltProject("spent"))

    def give_goal(self) -> None:
        """Give the lead the goal, once, unless it has left; again if an earlier lead could not continue."""
        if due := goal_due(self.project, self.file.lead.id):
            payload = Freeform(intent_hint="GOAL", body=self.file.goal, requires_response=True, urgency="high")
            goal = self.project.message(HUMAN, payload, self.file.lead.id, "high", "the goal of the team", id=due)
            with suppress(UnknownRecipientError):
                self.project.send(goal, due)

    def spawn(self, member: MemberFile) -> None:
        """Let a member join, if necessary, and start its loop; raises RenkeiError."""
        lead = self._is_lead(member)
        if member.id not in self.project.state.actors:
            self.project.join(member.id, member.role or ("lead" if lead else ""), lead=lead)
        worker = self._worker(member, lead=lead)
        worker.turn_context = self._turn
        worker.program_context = self.workspaces.changes.during_program
        worker.on_look = self.workspaces.changes.look
        worker.on_storage_wait = lambda error: self._on_storage_wait(member.id, reason_of(error))
        self._members.start(worker)

    def _is_lead(self, member: MemberFile) -> bool:
        return member.id == self.file.lead.id

    @contextmanager
    def _turn(self, agent: str) -> Iterator[None]:
        """Update a member's files before its turn, and prove the work that it submitted in it afterwards."""
        with self.workspaces.turn(agent):
            before = self.project.state.seq
            yield
            prove_submitted(self, agent, before)

    @property
    def names(self) -> tuple[str, ...]:
        """The running members."""
        return self._members.names

    @property
    def workspace(self) -> Path:
        """The directory in which the members work."""
        return self.workspaces.root

    def atomic_block(self) -> AbstractContextManager[None]:
        """Return a block whose records belong together: no member is woken by, or reads, a part of them."""
        return self._watcher.held()

    def member(self, name: str) -> Worker:
        """Return a running member; raises BadValueError."""
        return self._members.get(name)

    def tools_of(self, member: MemberFile, path: str = "/tools") -> tuple[Tool, ...]:
        """Return the tools of a member; raises BadValueError for unknown names."""
        return chosen(self, "lead" if member.id == self.file.lead.id else "teammate", member.tools, path)

    def own_tools(self, member: MemberFile) -> tuple[Tool, ...]:
        """Return the tools of a member, with files and commands in its own workspace; raises WorkspaceError."""

        def cancelled() -> bool:
            worker = self._members.find(member.id)
            interrupted = member.id not in self.project.state.turns
            return worker is not None and (interrupted or worker.ended)

        return self.workspaces.bound(self.tools_of(member), member, cancelled)

    def stop(self, name: str, reason: str = "", *, seconds: float = REPLY_SECONDS, actor: str = HUMAN) -> Asked:
        """Ask a member to end, and return at once; it replies and leaves, or counts as dead after `seconds`."""
        return request_shutdown(self.project, name, reason, seconds=seconds, actor=actor)

    def dismiss(self, names: Sequence[str], reason: str = "", *, seconds: float = REPLY_SECONDS) -> tuple[str, ...]:
        """Let the lead ask members to end, all at once, and return the members that were asked."""
        lead = self.file.lead.id
        asked = [shutdown_message(self.project, one, reason, seconds=seconds, actor=lead) for one in names]
        sent = [one for one in asked if one is not None]
        self.project.do(*map(c.Send, sent), actor=lead)
        return tuple(one.receivers[0] for one in sent)

    def run(self) -> str:
        """Start the team if necessary, run until the work is done, close it, and return the lead's report.

        Raises TeamStoppedError, or LogBrokenError when the log can no longer be read.
        """
        with nullcontext() if self._is_started else self:
            return self._ending.wait()

    def close(self) -> None:
        """End every member after its current step."""
        self._members.end()
        self._agents.close()
        self.workspaces.merges.close()
        self._watcher.close()
        with suppress(LogError):
            self.project.report_problem("", "cage")

    def usage(self) -> dict[str, ModelUsage]:
        """Return the tokens of each member, as reported by its provider."""
        return self._members.usage()

    def report(self) -> str:
        """Return the lead's newest answer to the goal, or ""."""
        return self._ending.report()

    def _announced_tools(self, member: MemberFile) -> tuple[Tool, ...]:
        """Return the tools of a member, with each call announced to `on_tool_call`."""

        def call(tool: Tool, session: Session, arguments: Frozen) -> Answer:
            self._on_tool_call(member.id, tool.name, arguments.model_dump(mode="json"))
            return called(tool, session, arguments, partial(self._on_activity, member.id))

        return tuple(replace(one, call=partial(call, one)) for one in self.own_tools(member))

    def _worker(self, member: MemberFile, *, lead: bool) -> Worker:
        tools = self._announced_tools(member)
        model = None if member.command or member.agent else self.find_model(member.model or self.file.model)
        path = self._conversation_path(member.id)
        conversation = Conversation(path)  # last: it is held from here on
        life = Life(self.project, member.id, self._watcher, member.budget, conversation, self._is_spent)
        system = system_prompt(self.file.name, member, self.project.state.locale, lead=lead)
        if member.agent:
            kept = None if path is None else path.with_suffix(".session")
            return self._agents.member(life, member, tools, system, kept, self._pauses)
        if model is None:
            return CommandMember(life, member, tools, self.workspaces.directory(member), self._pauses)
        return ModelMember(life, model, system, tools, partial(self._on_text, member.id), self._pauses)

    def _conversation_path(self, member: str) -> Path | None:
        directory = self.project.directory
        if directory is None:
            return None
        layout = Layout(directory)
        make_plain_directory(layout.conversations)
        return layout.conversation(member, self.project.state.actors[member].incarnation)

    def _is_spent(self) -> bool:
        """Return whether the team has used up its tokens; if so, halt the project."""
        state = self.project.state
        limit = state.quota.tokens
        if limit is None:
            return False
        used = {name: one.total for name, one in self.usage().items() if name in state.actors}
        uncounted = sum(max(0, total - state.used_by(name).tokens) for name, total in used.items())  # of open turns
        if state.tokens_spent + uncounted < limit:
            return False
        with self._halting:
            state = self.project.state
            if state.halted != "spent" and self.file.lead.id in state.actors:
                report_problem(self.project, self.file.lead.id, "teammate.team_spent", count=limit)
                self.project.do_as_runtime(c.HaltProject("spent"))
        return True

    def _has_left(self, name: str) -> bool:
        """Return whether a member left because it was asked to."""
        state = self.project.state
        gone = state.departed.get(name)
        return name not in state.actors and gone is not None and self.project.log.find(left_by(name, gone)) is not None
