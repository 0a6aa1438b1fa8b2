"""A member that is a coding agent, driven through the Agent Client Protocol (section 6).

A turn is one prompt whose text is the context; the agent acts with its own tools, and with the team's through a tool
server. Its process lives from its first turn to the member's end, and costs nothing in between. A process that ends or
falls silent is started again, loads its session, and gets its messages again.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any

from renkei.acp.activity import Edit, ToolActivity
from renkei.acp.answers import AgentAnswers
from renkei.acp.errors import AgentFailedError
from renkei.acp.kept_session import KeptSession, SessionFile
from renkei.acp.programs import AcpProgram
from renkei.acp.received import Data
from renkei.acp.running_program import end_left_over, started_at
from renkei.acp.session import CANCEL_SECONDS, AgentSession
from renkei.acp.shared_loop import SharedLoop
from renkei.acp.turn_record import TurnRecord
from renkei.acp.usage import usage_of
from renkei.agent_tools.tool import Tool
from renkei.edges.team.members.conversation import CALLS_SAID, NOTHING
from renkei.edges.team.members.life import BEGUN, Life
from renkei.edges.team.members.program_member import LOOK_SECONDS, ProgramMember
from renkei.edges.team.models.model import ModelUsage, ToolCall
from renkei.edges.team.team_file import MemberFile
from renkei.engine.state import HUMAN
from renkei.errors import TurnLostError
from renkei.immutable.frozen import frozen
from renkei.project.turns.pauses import Pauses
from renkei.project.turns.session import Session
from renkei.workspace.file_tools import Files
from renkei.workspace.permissions import Permissions


@frozen
class AgentSetting:
    """The surroundings of a coding agent. `system`: its identity and instructions. `kept`: the file of its session."""

    program: AcpProgram
    system: str
    files: Files
    permissions: Callable[[Session], Permissions]
    mode: str
    """The session mode that its file or its role wants; "" for any."""
    full_text: bool
    """Whether the log keeps all that it says and what its commands print."""
    is_reader: bool
    """Whether its role is to change nothing."""
    kept: Path | None
    on_activity: Callable[[ToolActivity], None]
    on_text: Callable[[str], None]
    edited: Callable[[str, str | None, str], None]
    """Takes each edit that the agent reports: the path, and the text before and after."""


class AcpMember(ProgramMember):
    """An agent whose turns are prompts of a coding agent."""

    def __init__(
        self,
        life: Life,
        member: MemberFile,
        tools: Sequence[Tool],
        directory: Path,
        setting: AgentSetting,
        loop: SharedLoop,
        pauses: Pauses | None = None,
    ) -> None:
        super().__init__(life, member, tools, directory, pauses)
        self.tools: Sequence[Tool] = tuple(self._tools.values())
        self._setting = setting
        self._loop = loop
        self._agent: AgentSession | None = None
        self._kept = SessionFile(setting.kept, setting.program, directory)
        self._plan: tuple[str, ...] = ()
        self._edits: SimpleQueue[Edit] = SimpleQueue()
        """Edits to record. Recording asks git and syncs the log, which takes too long for a loop that agents share."""
        self._answers = AgentAnswers(
            setting.program,
            self._session,
            setting.files,
            setting.permissions(self._session),
            lambda: self._agent is None or self._agent.cancelled,
            member.budget.seconds,
        )
        self._answers.begin(self._new_record())

    def run(self) -> None:
        """Work until the member is ended or leaves, and end its process; raises RenkeiError if it cannot continue."""
        try:
            super().run()
        finally:
            self._end_agent()

    def take_turn(self, reason: str) -> str:
        """Let the agent take a turn; return why it had no result, or "". Raises AgentFailedError."""
        agent, is_fresh = self._opened()
        with self.life.atomic_block():
            text = self._session.next_turn(self._member.budget.context, fresh=is_fresh)
        text = f"{self._say('teammate.woken', reason=reason)}\n\n{text}"
        if is_fresh:
            text = f"{self._setting.system}\n\n{text}"
        self._looked = monotonic()
        self._began_with = self._contracts_in(*BEGUN, "open")
        record = self._answers.record
        try:
            with self.program_context(self.agent):
                answer = self._followed(agent, self._loop.begin(partial(self._prompt, agent, text)))
        except AgentFailedError as error:
            self._session.close()  # what it was given counts as unread
            self._end_agent()
            self._record(record, error.message)
            raise
        self._keep(agent, has_memory=True)
        self._count(answer)
        stop = str(answer.get("stopReason"))
        is_cut = stop == "cancelled" or not self._may_act()
        if not is_cut and stop != "refusal":
            self._answer(record.text)
        self._record(record, "" if stop == "end_turn" else self._say("teammate.agent_stopped", reason=stop))
        if is_cut:
            self._session.close()  # it may not have read what it was given
        elif not self.life.is_over:
            self._session.rest()
        if stop == "cancelled" and not agent.cancelled:  # by itself, and so it would again
            return self._say("teammate.agent_stopped", reason=stop)
        return self._say("teammate.model_refused") if stop == "refusal" else ""

    async def _prompt(self, agent: AgentSession, text: str) -> Data:
        """Prompt the agent. Updates that it sends after its answer belong to its next turn."""
        self._answers.record.forget_text()
        try:
            return await agent.prompt(text)
        finally:
            self._answers.begin(self._new_record())

    def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """Call a tool of the team for the agent; return the result with the latest news, and whether it is an error."""
        try:
            result = self._call(ToolCall("", name, arguments))
        except TurnLostError as error:
            return str(error), True
        with self.life.atomic_block():
            news = None if self.life.is_over else self._session.news()
        return "\n\n".join(filter(None, (result["content"], news))), bool(result.get("is_error"))

    def _opened(self) -> tuple[AgentSession, bool]:
        """Return the agent's session, and whether it is without memory; starts a process if none runs."""
        if self._agent is not None and self._agent.is_running:
            return self._agent, False
        self._end_agent()
        setting = self._setting
        server = self._loop.serve(self)
        agent = self._agent = AgentSession(setting.program, self._directory, self._environment(), self._answers, server)
        known = self._kept.read()
        end_left_over(*known.holder)
        mode = setting.mode or setting.program.mode

        async def begin() -> bool:
            return await agent.begin(await agent.start(), known.id, mode)

        try:
            is_loaded = self._begun(self._loop.begin(begin))
        except BaseException:
            self._end_agent()
            raise
        self._remark(agent)
        has_memory = is_loaded and known.is_answered
        self._keep(agent, has_memory=has_memory)
        return agent, not has_memory

    def _begun(self, begun: "Future[bool]") -> bool:
        """Wait until a session has begun; raises AgentFailedError, and TurnLostError if the member ends before."""
        while not self.life.is_over:
            with suppress(TimeoutError):
                return begun.result(LOOK_SECONDS)
        begun.cancel()
        raise TurnLostError(turn="", agent=self.agent)

    def _keep(self, agent: AgentSession, *, has_memory: bool) -> None:
        pid = agent.pid or 0
        self._kept.write(KeptSession(agent.id, has_memory, (pid, started_at(pid))))

    def _remark(self, agent: AgentSession) -> None:
        """Report if the agent has no mode for its role, or no such mode."""
        mode, is_reader = self._setting.mode, self._setting.is_reader
        text = ""
        if mode not in agent.modes and (mode or is_reader):
            values = {"agent": self.agent, "program": self._setting.program.title, "mode": mode}
            text = self._say("teammate.no_mode" if mode else "teammate.no_read_only", **values)
        self._project.report_problem(text, f"mode-{self.agent}")

    def _followed(self, agent: AgentSession, answer: "Future[Data]") -> Data:
        """Follow a turn to its end, and record the last edits; raises AgentFailedError."""
        try:
            return self._follow(agent, answer)
        finally:
            self._record_edits()

    def _follow(self, agent: AgentSession, answer: "Future[Data]") -> Data:
        """Wait for an agent's answer and keep its turn alive; cancel the turn when it is to end.

        Raises AgentFailedError if the agent ends, falls silent, or ignores a request to end.
        """
        end, why, is_lost = float("inf"), "", False
        while not answer.done() and monotonic() < end:
            with suppress(TimeoutError):
                answer.exception(LOOK_SECONDS)
                break
            self._record_edits()
            try:
                self._keep_going()
            except TurnLostError:  # another process acts as the agent now
                is_lost = True
            if end < float("inf"):
                continue
            if not agent.is_running:  # what it has started may keep its output open
                end, why = monotonic() + LOOK_SECONDS, self._loop.run(agent.how_ended)
            elif agent.silence > self._member.budget.seconds:
                why = f"it was silent for {self._member.budget.seconds} s"
            if why or is_lost or self._is_to_end():
                end = min(end, monotonic() + CANCEL_SECONDS)
                self._loop.begin(agent.cancel)  # not waited for: the agent may have stopped reading
        if not answer.done():
            self._end_agent()
            raise AgentFailedError(agent=self._setting.program.title, reason=why or "it did not end its turn in time")
        return answer.result()

    def _is_to_end(self) -> bool:
        """Return whether the turn is to end: the member may not act in it any more, or ends."""
        return not self._may_act() or self.life.must_end_turn(0) or self.life.asked_to_end()

    def _may_act(self) -> bool:
        """Return whether the turn is open, and nothing is paused."""
        return self.life.may_act and self.agent in self._project.state.turns

    def _end_agent(self) -> None:
        """End the process, if there is one."""
        agent, self._agent = self._agent, None
        if agent is not None:
            self._loop.run(agent.end)

    def _new_record(self) -> TurnRecord:
        is_of_team = self._setting.program.is_own_tool
        return TurnRecord(self._answers.named, self._active, self._written, is_of_team)

    def _active(self, activity: ToolActivity) -> None:
        if activity.is_of_team:  # the tool announces the call itself
            return
        self._setting.on_activity(activity)
        if activity.kind in ("edit", "delete", "move") and activity.status == "completed":
            for one in activity.edits:
                self._edits.put(one)

    def _record_edits(self) -> None:
        """Record what the agent has reported to edit; only the member's thread calls this."""
        while not self._edits.empty():
            one = self._edits.get()
            self._setting.edited(one.path, one.before, one.after)

    def _written(self, text: str) -> None:
        with suppress(TurnLostError):  # the turn is cancelled elsewhere
            self._setting.on_text(text)

    def _count(self, answer: Data) -> None:
        """Count the tokens of a turn, if the agent tells them."""
        found = usage_of(answer)
        if found is not None:
            self.conversation.count(ModelUsage(*found))

    def _remember(self, record: TurnRecord) -> None:
        """Keep the agent's last text and calls: its last words, and the lead's report."""
        calls = [
            {"type": "tool_use", "id": one.call, "name": one.kind, "input": {"title": one.title}}
            for one in list(record.calls.values())[-CALLS_SAID:]
        ]
        content = [{"type": "text", "text": record.text or NOTHING}, *calls]
        self.conversation.replace([{"role": "assistant", "content": content}])
        self.conversation.close_calls("")

    def _record(self, record: TurnRecord, problem: str) -> None:
        """Record what the agent did in its turn: as a note on its work, or for the person if it has none."""
        self._remember(record)
        lines = record.lines()
        if record.plan != self._plan and record.plan:
            lines += [self._say("teammate.agent_plan"), *record.plan]
            self._plan = record.plan
        if record.cost and lines:
            lines.append(self._say("teammate.agent_cost", cost=record.cost))
        if self._setting.full_text:
            lines += record.full_text()
        lines = [problem, *lines] if problem else lines
        if not lines:
            return
        did = self._say("teammate.agent_did", agent=self.agent, program=self._setting.program.title)
        self._report("\n".join((did, *lines)), [HUMAN])
