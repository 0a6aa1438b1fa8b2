"""The part common to all members of a team: the loop, the calls of tools and their results, and faults of the disk."""

import json
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, TypeVar

from renkei.acp.errors import AgentFailedError
from renkei.agent_tools.refusals import refusal
from renkei.agent_tools.tool import Tool
from renkei.edges.team.members.conversation import result_block
from renkei.edges.team.members.life import Life
from renkei.edges.team.models.model import Block, ToolCall
from renkei.edges.team.standings import LEAD_TOOLS, lead_of
from renkei.edges.team.watcher import LASTING
from renkei.errors import LogError, ProtocolError, RenkeiError, SuspendedError, TurnLostError
from renkei.project.turns.pauses import Pauses
from renkei.project.turns.session import Session
from renkei.texts.say import say
from renkei.workspace.errors import WorkspaceError

LONGEST_RESULT = 60_000
"""Most characters of a result: a longer one would fill a model's memory."""

HINTS = {"SUSPENDED": "A human or lead can resume it. Until then every call is refused: end your answer."}
"""Hints for codes whose own hint names a tool that members lack, because the runtime handles their turns."""

T = TypeVar("T")

LONGEST_PAUSE = 3_600.0
"""Most seconds before a model is tried again, however long its provider asks to wait."""


def result_of(session: Session, tools: Mapping[str, Tool], call: ToolCall) -> Block:
    """Return the result of a call; a rejected call is a result too. Raises LogError if storage fails.

    Raises TurnLostError if another process acts as the agent.
    """
    if call.problem:
        locale = session.project.state.locale
        return result_block(call.id, say(locale, "teammate.not_run", problem=call.problem), is_error=True)
    tool = tools.get(call.name)
    if tool is None:
        return result_block(call.id, _unknown(session, tools, call.name), is_error=True)
    try:
        return result_block(call.id, _text(session, tool.call(session, tool.parse(call.arguments))))
    except (LogError, TurnLostError):
        raise
    except RenkeiError as error:
        found = refusal(error)
        return result_block(
            call.id, _text(session, found | {"hint": HINTS.get(error.code, found["hint"])}), is_error=True
        )


def _unknown(session: Session, tools: Mapping[str, Tool], name: str) -> str:
    """Return why a tool does not exist: it is reserved for the lead, or unknown."""
    state = session.project.state
    lead = lead_of(state)
    if name in LEAD_TOOLS and session.agent != lead:
        return say(state.locale, "teammate.lead_tool", name=name, lead=lead)
    return say(state.locale, "teammate.no_tool", name=name, tools=", ".join(tools))


def _text(session: Session, answer: str | Mapping[str, Any]) -> str:
    """Return an answer as text, shortened if too long. File names in it may contain bytes that are not UTF-8."""
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    text = text.encode(errors="backslashreplace").decode()
    left = len(text) - LONGEST_RESULT
    if left <= 0:
        return text
    return f"{text[:LONGEST_RESULT]}\n{say(session.project.state.locale, 'teammate.cut', count=left)}"


class Worker(ABC):
    """One agent of a project with tools and a memory. Call `run` in a thread, and `end` from another."""

    def __init__(self, life: Life, tools: Sequence[Tool], pauses: Pauses | None = None) -> None:
        self.agent = life.agent
        self.life = life
        self.conversation = life.conversation
        self._project = life.project
        self._tools = {one.name: one for one in tools}
        self._pauses = pauses or Pauses()
        self._session = Session(life.project, life.agent, used=lambda: life.conversation.used.total)
        self._failures = 0
        self.turn_context: Callable[[str], AbstractContextManager[None]] = lambda agent: nullcontext()
        """Wraps each turn, for example to update the agent's files."""
        self.program_context: Callable[[str], AbstractContextManager[None]] = lambda agent: nullcontext()
        """Wraps each program that the agent is, for example to find what it changes."""
        self.on_look: Callable[[str], None] = lambda agent: None
        """Called now and then while such a program runs."""
        self.on_storage_wait: Callable[[Exception], None] = lambda error: None
        """Called with each fault of the disk that the member waits out."""

    @property
    def ended(self) -> bool:
        """Whether the member is to end."""
        return self.life.is_over

    def end(self) -> None:
        """Let the loop end after the current request or tool."""
        self.life.end()

    def run(self) -> None:
        """Work until the member is ended or leaves; raises RenkeiError if it cannot continue."""
        try:
            self.life.begin()
            self._on_storage(lambda: self.conversation.close_calls(self._say("teammate.interrupted")))
            while (reason := self._on_storage(self.life.next_reason)) is not None:
                self._work(reason)
        finally:
            with suppress(ProtocolError, LogError):
                self._session.close()
            self.conversation.close()

    def _work(self, reason: str) -> None:
        """Take a turn for a reason. A turn that was taken over or cannot be stored is left and repeated."""
        try:
            with self.turn_context(self.agent):
                self.life.take_turn()
                self.life.took_turn(reason, self.take_turn(reason))
            self._failures = 0
        except TurnLostError:
            self._leave_turn("teammate.turn_lost")
        except LASTING:
            raise
        except (LogError, OSError, ProtocolError, WorkspaceError, AgentFailedError) as error:
            if isinstance(error, SuspendedError) and not self.life.may_act:
                self._session.close()  # a pause allows this alone
                self._leave_turn("teammate.turn_lost")
                return
            self._failures += 1
            if (
                isinstance(error, ProtocolError | WorkspaceError | AgentFailedError)
                and self._failures > self._pauses.told
            ):
                raise
            if not isinstance(error, ProtocolError | AgentFailedError):
                self.on_storage_wait(error)
            self._pause()
            self._leave_turn("teammate.storage")

    def _leave_turn(self, key: str) -> None:
        """Leave an unfinished turn; its calls may have happened or not."""
        self._on_storage(lambda: self.conversation.close_calls(self._say(key)))
        self._on_storage(self.life.leave_turn)

    @abstractmethod
    def take_turn(self, reason: str) -> str:
        """Take a turn for `reason`, and return why it had no result, or "".

        Raises RenkeiError or OSError.
        """

    def _pause(self, seconds: float = 0.0) -> None:
        pause = seconds or self._pauses.after(self._failures) * random.uniform(0.5, 1.0)  # noqa: S311 – not a secret
        self.life.ended.wait(min(pause, LONGEST_PAUSE))

    def _call(self, call: ToolCall) -> Block:
        """Return the result of one call; raises TurnLostError if the member may no longer act."""
        if self.life.is_over:
            raise TurnLostError(turn="", agent=self.agent)
        return result_of(self._session, self._tools, call)

    def _on_storage(self, act: Callable[[], T]) -> T | None:
        """Return the result of an act that writes, repeated until it succeeds; None if the member ends first."""
        while True:
            try:
                return act()
            except LASTING:
                raise
            except (LogError, OSError) as error:
                if self.ended:
                    return None
                self._failures += 1
                self.on_storage_wait(error)
                self._pause()

    def _say(self, key: str, **values: object) -> str:
        return say(self._project.state.locale, key, **values)
