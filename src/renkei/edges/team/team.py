"""A team that runs: its members in threads of one process, from a file, on a project."""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from os import PathLike
from pathlib import Path
from time import sleep
from types import TracebackType
from typing import Any

from renkei.edges.agent_tools.tool import Answer, Tool
from renkei.edges.team.errors import TeamStoppedError, reason_of
from renkei.edges.team.idle_team import has_done_something, report_for, tell_lead, waits_for_others
from renkei.edges.team.members.command_member import CommandMember
from renkei.edges.team.members.conversation import Conversation
from renkei.edges.team.members.life import Life
from renkei.edges.team.members.member import Member
from renkei.edges.team.members.prompts import system_prompt
from renkei.edges.team.members.repetition import give_up
from renkei.edges.team.members.worker import Pauses
from renkei.edges.team.models.model import Model, Usage
from renkei.edges.team.models.providers import find_model
from renkei.edges.team.reports import bury, left_by, report_problem
from renkei.edges.team.shutdown import PATIENCE, Asked, open_requests, request_shutdown, shutdown_message
from renkei.edges.team.spawning import added_members
from renkei.edges.team.standings import GOAL, check_members
from renkei.edges.team.team_file import MemberFile, TeamFile, read_team
from renkei.edges.team.tools.task_tools import prove_submitted
from renkei.edges.team.tools.toolbox import chosen
from renkei.edges.team.watcher import AGAIN, LASTING, Watcher
from renkei.edges.team.workspaces import Workspaces
from renkei.engine import commands as c
from renkei.engine.state import HUMAN, State
from renkei.errors import BadValueError, LogError, ProtocolError, RenkeiError, UnknownRecipientError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.log.atomic_write import make_plain_directory
from renkei.project.project import Project
from renkei.project.session import Session
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import Frozen
from renkei.store.layout import Layout
from renkei.texts.say import say
from renkei.wording.values import quote


@frozen
class Running:
    """A member that runs, and its thread."""

    member: Member | CommandMember
    thread: threading.Thread


class Team:
    """The members of a team as agents of a project. `start` it and `close` it, or `run` it until its work is done.

    `team` is the file of a team, or what stands in it. `find_model` returns the model of a name. `hear` is given each
    piece of text that a member's model writes, `see` each call of a tool before it runs, and `waits` the reason for
    which a member waits for the disk: each with the id of the member, in its thread. Raises DocumentError for a file
    with faults, WorkspaceError for a workspace that cannot be used.
    """

    def __init__(
        self,
        project: Project,
        team: TeamFile | str | PathLike[str],
        *,
        find_model: Callable[[str], Model] = find_model,
        hear: Callable[[str, str], None] | None = None,
        see: Callable[[str, str, Mapping[str, Any]], None] | None = None,
        waits: Callable[[str, str], None] | None = None,
        pauses: Pauses | None = None,
    ) -> None:
        self.project = project
        self.file = team if isinstance(team, TeamFile) else read_team(Path(team))
        self.directory = Path() if isinstance(team, TeamFile) else Path(team).parent
        """Where the paths of its file begin."""
        self.workspaces: Workspaces = Workspaces(project, self.file, None if isinstance(team, TeamFile) else Path(team))
        self.find_model = find_model
        self._hear = hear or (lambda member, text: None)
        self._see = see or (lambda member, tool, arguments: None)
        self._waits = waits or (lambda member, reason: None)
        self._running: dict[str, Running] = {}
        self._pauses = pauses or Pauses()
        self._watcher = Watcher(project, self._end_the_dead, lambda problem: self._waits(self.file.lead.id, problem))
        self.held = self._watcher.held
        """A block whose records belong together: no member is woken for a part of them, or reads it."""
        self._halting = threading.Lock()
        self._changing = threading.Lock()
        self.failed: dict[str, str] = {}
        """The members that could not continue, each with the reason."""
        self.failures: dict[str, Exception] = {}
        """The errors behind `failed`, with their tracebacks."""
        self._told = 0
        """The last record in which the lead was notified that all members are idle."""
        check_members(project.state, self.file)
        for index, one in enumerate((self.file.lead, *self.file.members)):
            self.tools_of(one, f"/team/members/{index - 1}/tools" if index else "/team/lead/tools")

    def __enter__(self) -> Team:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(self, *, goal: bool = True) -> None:
        """Let every member join that has not, give the lead the goal unless told not to, and start their loops.

        A member that has left in order, in an earlier run, stays away.
        """
        wanted = c.SetQuota(self.file.quota.turns, self.file.quota.tokens)
        if (wanted.turns, wanted.tokens) != (self.project.state.quota.turns, self.project.state.quota.tokens):
            self.project.do(wanted)
        if self.project.state.spent and self.project.state.halted != "spent":  # such as by a quota that is now smaller
            self.project.do(c.HaltProject("spent"))
        try:
            for one in (self.file.lead, *self.file.members, *added_members(self.project, self.file)):
                if not self._has_left(one.id):
                    self.spawn(one)
            if goal:
                self.give_goal()
        except BaseException:
            self._end_members()
            raise
        self._watcher.start()

    def give_goal(self) -> None:
        """Give the lead the goal, once; not when it has left."""
        if self.project.log.find(GOAL) is None:
            payload = Freeform(intent_hint="GOAL", body=self.file.goal, requires_response=True, urgency="high")
            goal = self.project.message(HUMAN, payload, self.file.lead.id, "high", "the goal of the team", id=GOAL)
            with suppress(UnknownRecipientError):
                self.project.do(c.Send(goal), command_id=GOAL)

    def spawn(self, member: MemberFile) -> None:
        """Let a member join, if it has not, and start its loop; raises RenkeiError."""
        lead = member.id == self.file.lead.id
        if member.id not in self.project.state.actors:
            self.project.join(member.id, member.role or ("lead" if lead else ""), lead=lead)
        self.failed.pop(member.id, None)
        self.failures.pop(member.id, None)
        made = self._member(member, lead=lead)
        made.around = self._turn
        made.waits = lambda error: self._waits(member.id, reason_of(error))
        thread = threading.Thread(target=self._run, args=(made,), name=f"renkei-{member.id}", daemon=True)
        with self._changing:
            self._running[member.id] = Running(made, thread)
            self._watcher.add(member.id)
        thread.start()

    @contextmanager
    def _turn(self, agent: str) -> Iterator[None]:
        """Keep the files of a member up to date around its turn, and prove what it has submitted in it."""
        with self.workspaces.turn(agent):
            before = self.project.state.seq
            yield
            prove_submitted(self, agent, before)

    @property
    def names(self) -> tuple[str, ...]:
        """The members that run."""
        return tuple(one for one in list(self._running) if one in self.project.state.actors)

    @property
    def workspace(self) -> Path:
        """The directory in which the members work."""
        return self.workspaces.root

    def member(self, name: str) -> Member | CommandMember:
        """Return a member that runs; raises BadValueError."""
        if name not in self.names:
            hint = f"Teammates: {', '.join(self.names)}."
            raise BadValueError(path="/recipient", got=name, problem=f"no teammate {quote(name)} is running", hint=hint)
        return self._running[name].member

    def tools_of(self, member: MemberFile, path: str = "/tools") -> tuple[Tool, ...]:
        """Return the tools of a member; raises BadValueError for names of others."""
        return chosen(self, "lead" if member.id == self.file.lead.id else "teammate", member.tools, path)

    def own_tools(self, member: MemberFile) -> tuple[Tool, ...]:
        """Return the tools of a member, those of files and commands in its own workspace; raises WorkspaceError."""

        def cancelled() -> bool:
            running = self._running.get(member.id)
            interrupted = member.id not in self.project.state.turns
            return running is not None and (interrupted or running.member.ended)

        return self.workspaces.bound(self.tools_of(member), member, cancelled)

    def stop(self, name: str, reason: str = "", *, seconds: float = PATIENCE, actor: str = HUMAN) -> Asked:
        """Ask a member to end, and return at once; it answers and leaves, or counts as dead after some seconds."""
        return request_shutdown(self.project, name, reason, seconds=seconds, actor=actor)

    def dismiss(self, names: Sequence[str], reason: str = "", *, seconds: float = PATIENCE) -> tuple[str, ...]:
        """Let the lead ask members to end, all at once, and return whom it has asked; each answers and leaves."""
        lead = self.file.lead.id
        asked = [shutdown_message(self.project, one, reason, seconds=seconds, actor=lead) for one in names]
        sent = [one for one in asked if one is not None]
        self.project.do(*map(c.Send, sent), actor=lead)
        return tuple(one.receivers[0] for one in sent)

    def run(self) -> str:
        """Run until the work is done, and return what the lead reported.

        Raises TeamStoppedError, or LogBrokenError when the log cannot be read any more.
        """
        with self:
            seen = self._watcher.wait_quiet(0)
            while not self._has_ended():
                seen = self._watcher.wait_quiet(seen)
            failure = self._watcher.failure
            if isinstance(failure, LogError):
                raise failure
            if reason := self._why_stopped():
                raise TeamStoppedError(reason=reason) from failure or self.failures.get(self.file.lead.id)
            return self.report()

    def close(self) -> None:
        """End every member after what it does now."""
        self._end_members()
        self._watcher.close()

    def _end_members(self) -> None:
        running = list(self._running.values())
        for one in running:
            one.member.end()
        for one in running:
            one.thread.join()

    def usage(self) -> dict[str, Usage]:
        """Return the tokens that each member has used, as its provider reports them."""
        return {name: one.member.conversation.used for name, one in list(self._running.items())}

    def report(self) -> str:
        """Return the newest answer of the lead to the goal; "" before there is one."""
        found = self.project.conversation(thread=GOAL)
        said = [one.message for one in found if one.message.from_ == self.file.lead.id]
        return said[-1].payload.body if said and said[-1].type == "FREEFORM" else ""

    def _seen(self, member: MemberFile) -> tuple[Tool, ...]:
        """Return the tools of a member, whose calls are shown to whoever watches the team."""

        def call(tool: Tool, session: Session, arguments: Frozen) -> Answer:
            self._see(member.id, tool.name, arguments.model_dump(mode="json"))
            return tool.call(session, arguments)

        return tuple(replace(one, call=partial(call, one)) for one in self.own_tools(member))

    def _member(self, member: MemberFile, *, lead: bool) -> Member | CommandMember:
        locale = self.project.state.locale
        tools = self._seen(member)
        model = None if member.command else self.find_model(member.model or self.file.model)
        conversation = Conversation(self._conversation_path(member.id))  # last: it is held from here on
        life = Life(
            self.project, member.id, self._watcher, member.budget, lambda: conversation.used.total, self._is_spent
        )
        if model is None:
            return CommandMember(
                self.project,
                member,
                tools,
                self.workspaces.directory(member),
                life,
                conversation,
                self._pauses,
            )
        return Member(
            self.project,
            member.id,
            model,
            system_prompt(self.file.name, member, locale, lead=lead),
            tools,
            conversation,
            life,
            member.budget,
            lambda text: self._hear(member.id, text),
            self._pauses,
        )

    def _conversation_path(self, member: str) -> Path | None:
        directory = self.project.directory
        if directory is None:
            return None
        layout = Layout(directory)
        make_plain_directory(layout.conversations)
        return layout.conversation(member, self.project.state.actors[member].incarnation)

    def _run(self, member: Member | CommandMember) -> None:
        """Run a member in its thread; the reason of its end is recorded, if the log can be written."""
        try:
            member.run()
            if self._watcher.failure is not None:  # nobody wakes the member any more
                self.failed[member.agent] = reason_of(self._watcher.failure)
        except Exception as error:
            reason = reason_of(error)
            if self._running[member.agent].member is member:
                self.failed[member.agent], self.failures[member.agent] = reason, error
            if isinstance(error, LASTING):
                self._watcher.fail(error)
            with suppress(RenkeiError):
                member.life.die(reason, member.last_words())
        finally:
            with self._changing:
                if self._running[member.agent].member is member:  # else a newcomer has its name
                    self._watcher.remove(member.agent)

    def _end_the_dead(self, state: State) -> None:
        """Take out whoever did not reply to a request to end in time."""
        for name in list(state.actors):
            for request in open_requests(state, name):
                if request.reply_by is not None and request.reply_by < state.at:
                    running = self._running.get(name)
                    reason = say(state.locale, "shutdown.dead")
                    words = running.member.last_words() if running else ""
                    with suppress(ProtocolError):
                        bury(self.project, name, reason, words)
                    break

    def _is_spent(self) -> bool:
        """Return whether the team has used up its tokens; then the project halts."""
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
                self.project.do(c.HaltProject("spent"))
        return True

    def _has_left(self, name: str) -> bool:
        """Return whether a member has left because it was asked to."""
        state = self.project.state
        gone = state.departed.get(name)
        return name not in state.actors and gone is not None and self.project.log.find(left_by(name, gone)) is not None

    def _is_done(self) -> bool:
        """Return whether the lead has answered the goal and nobody has anything left to do.

        While the lead owes the answer and all members are idle, the lead is notified. If it then does nothing, its last
        text is the answer.
        """
        project, lead, names = self.project, self.file.lead.id, self.names
        state = project.state
        if not names or state.halted or self._why_stopped():
            return True
        if state.paused is not None:
            return False
        if lead not in names or not any(one.message_id == GOAL for one in state.owed_by(lead)):
            return True
        if waits_for_others(project, names):
            return False
        if self._told and not has_done_something(project, self._told):
            self._end_without_answer()
            return True
        self._told = tell_lead(project, lead, GOAL)
        return False

    def _has_ended(self) -> bool:
        """Return whether the work is done, as soon as the disk lets the lead be notified of it."""
        while True:
            try:
                return self._is_done()
            except LASTING:
                raise
            except LogError as error:
                self._waits(self.file.lead.id, reason_of(error))
                sleep(AGAIN)

    def _end_without_answer(self) -> None:
        """Take what the lead said last for its answer to the goal; if it said nothing, put that on record."""
        lead = self.file.lead.id
        text = self.member(lead).conversation.last_text()
        if text:
            report_for(self.project, lead, GOAL, text)
        else:
            give_up(self.project, lead, say(self.project.state.locale, "team.no_report"))

    def _why_stopped(self) -> str:
        """Return why the lead cannot answer the goal any more; "" when it can."""
        state, lead = self.project.state, self.file.lead.id
        if state.halted == "spent":
            return "its quota is used up"
        if self._watcher.failure is not None:
            return reason_of(self._watcher.failure)
        return self.failed.get(lead) or state.suspended.get(lead, "").removesuffix(".")
