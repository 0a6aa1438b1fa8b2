"""A session with a coding agent: how it is begun or loaded, prompted and cancelled.

Everything here runs in one event loop. An `Answering` answers the agent's requests to its client.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from acp.exceptions import RequestError
from acp.meta import AGENT_METHODS, CLIENT_METHODS

from acp import PROTOCOL_VERSION
from renkei import __version__
from renkei.acp.errors import AgentFailedError, AgentUnusableError
from renkei.acp.programs import AcpProgram
from renkei.acp.received import Data, list_of, object_of
from renkei.acp.running_program import RunningProgram
from renkei.immutable.frozen import frozen
from renkei.wording.values import quote
from renkei.wording.visible import one_line

BEGIN_SECONDS = 120.0
"""Seconds in which an agent has to answer each request that begins its session."""

CANCEL_SECONDS = 10.0
"""Seconds in which it has to end its turn after `session/cancel`, before its process is ended."""

AUTHENTICATION = -32000
"""ACP's error code for a missing sign-in."""


@frozen
class ToolServer:
    """The address of a tool server over HTTP, and the token with which one agent calls it."""

    url: str
    token: str


class Answering(Protocol):
    """The requests of an agent to its client. All methods are called in the event loop of the session."""

    def update(self, update: Data) -> None:
        """Take an update of the session."""

    async def permission(self, call: Data, options: Sequence[Data]) -> str | None:
        """Return the id of the chosen option; None if the turn was cancelled."""

    async def read_file(self, path: str, line: int | None, limit: int | None) -> str:
        """Return the text of a file; raises RequestError."""

    async def write_file(self, path: str, text: str) -> None:
        """Write a file; raises RequestError."""


@frozen
class Capabilities:
    """The agent's description of itself at its start."""

    title: str
    version: str
    loads: bool
    http_tools: bool
    authentication: tuple[str, ...]
    """The ways to sign in that it names."""

    @classmethod
    def of(cls, program: AcpProgram, answer: Data) -> "Capabilities":
        """Read the answer to `initialize`, from which anything may be missing."""
        info, can = object_of(answer.get("agentInfo")), object_of(answer.get("agentCapabilities"))
        ways = [object_of(one) for one in list_of(answer.get("authMethods"))]
        return cls(
            title=program.title or str(info.get("title") or info.get("name")),
            version=one_line(str(info.get("version") or "")),
            loads=can.get("loadSession") is True,
            http_tools=object_of(can.get("mcpCapabilities")).get("http") is True,
            authentication=tuple(one_line(str(one.get("name") or one.get("id"))) for one in ways),
        )


class AgentSession:
    """One session of a coding agent's process. `begin` it, `prompt` it any number of times, and `end` it."""

    def __init__(
        self,
        program: AcpProgram,
        directory: Path,
        environment: Data,
        answering: Answering,
        tools: ToolServer | None = None,
    ) -> None:
        self.program = program
        self.id = ""
        self.modes: Mapping[str, str] = {}
        """The names of its modes, by their ids."""
        self.asking = 0
        """How many of its requests to its client are open, such as for permissions."""
        self.cancelled = False
        """Whether its present turn was cancelled."""
        self._directory = directory
        self._environment = environment
        self._answering = answering
        self._tools = tools
        self._process: RunningProgram | None = None
        self._is_loading = False
        self._table = {
            CLIENT_METHODS["session_request_permission"]: self._permission,
            CLIENT_METHODS["fs_read_text_file"]: self._read,
            CLIENT_METHODS["fs_write_text_file"]: self._write,
        }

    @property
    def is_running(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.is_running

    @property
    def pid(self) -> int | None:
        """The process id; None before it was started."""
        return self._process.pid if self._process is not None else None

    @property
    def silence(self) -> float:
        """Seconds since the agent's last message; 0 while it waits for its client."""
        if self._process is None or self.asking:
            return 0.0
        return monotonic() - self._process.heard

    async def start(self) -> Capabilities:
        """Start the process, and return what the agent can do.

        Raises BadValueError if it is not installed, AgentFailedError, or AgentUnusableError.
        """
        self._process = await RunningProgram.start(self.program, self._directory, self._environment, self._handle)
        can = {"fs": {"readTextFile": True, "writeTextFile": True}, "terminal": False}
        info = {"name": "renkei", "title": "renkei", "version": __version__}
        request = {"protocolVersion": PROTOCOL_VERSION, "clientCapabilities": can, "clientInfo": info}
        answer = object_of(await self._begin_with("initialize", request))
        if (version := answer.get("protocolVersion")) != PROTOCOL_VERSION:
            reason = f"it speaks version {one_line(str(version))} of ACP, and renkei version {PROTOCOL_VERSION}"
            raise AgentUnusableError(agent=self.program.title, reason=reason, hint="Update the older of the two.")
        return Capabilities.of(self.program, answer)

    async def begin(self, can: Capabilities, known: str = "", mode: str = "") -> bool:
        """Load the session with the id `known` or begin a new one, and return whether it was loaded.

        `mode`: the id of the mode to work in, if the agent has it. Raises AgentFailedError or AgentUnusableError.
        """
        given = {"cwd": str(self._directory), "mcpServers": self._servers(can)}
        answer: Data | None = None
        if known and can.loads:
            self.id, self._is_loading = known, True  # what it replays is no news
            with suppress(AgentFailedError):
                answer = object_of(await self._begin_with("session_load", {**given, "sessionId": known}))
                await self._replayed(answer)
            self._is_loading = False
        is_loaded = answer is not None
        if answer is None:
            answer = object_of(await self._begin_with("session_new", given))
            if not isinstance(found := answer.get("sessionId"), str) or not found:
                raise AgentFailedError(agent=self.program.title, reason="it began a session without an id")
            self.id = found
        self.modes = _offered(answer)
        if mode in self.modes:
            await self._begin_with("session_set_mode", {"sessionId": self.id, "modeId": mode})
        return is_loaded

    async def _replayed(self, answer: Data) -> None:
        """Wait until a loaded session has been replayed.

        An agent should answer after that, but Gemini CLI answers before it. What it reads next, it answers afterwards:
        a request that changes nothing, for the mode that the session is in.
        """
        mode = object_of(answer.get("modes")).get("currentModeId")
        if isinstance(mode, str):
            with suppress(AgentFailedError):
                await self._begin_with("session_set_mode", {"sessionId": self.id, "modeId": mode})

    async def prompt(self, text: str) -> Data:
        """Let the agent take a turn, and return its answer, with `stopReason`. Raises AgentFailedError."""
        self.cancelled = False
        blocks = [{"type": "text", "text": text}]
        return object_of(await self._ask("session_prompt", {"sessionId": self.id, "prompt": blocks}))

    async def cancel(self) -> None:
        """Tell the agent to end its turn; its process is ended if it does not listen."""
        self.cancelled = True
        assert self._process is not None
        with suppress(ConnectionError):
            await self._process.connection.send_notification(AGENT_METHODS["session_cancel"], {"sessionId": self.id})

    async def how_ended(self) -> str:
        """Return how the process ended, in words."""
        assert self._process is not None
        return await self._process.how_ended()

    async def end(self) -> None:
        """End the process."""
        if self._process is not None:
            await self._process.end()

    def _servers(self, can: Capabilities) -> list[dict[str, Any]]:
        if self._tools is None:
            return []
        if not can.http_tools:
            reason = "it takes no tool servers over HTTP, so it cannot call the team's tools"
            raise AgentUnusableError(agent=self.program.title, reason=reason, hint="Update it, or name another agent.")
        headers = [{"name": "Authorization", "value": f"Bearer {self._tools.token}"}]
        return [{"type": "http", "name": "renkei", "url": self._tools.url, "headers": headers}]

    async def _begin_with(self, method: str, params: Data) -> Any:
        """Make one of the requests that begin a session, which must be answered in time."""
        try:
            return await asyncio.wait_for(self._ask(method, params), BEGIN_SECONDS)
        except TimeoutError:
            reason = f"it did not answer {AGENT_METHODS[method]} within {BEGIN_SECONDS:g} s"
            raise AgentFailedError(agent=self.program.title, reason=reason) from None

    async def _ask(self, method: str, params: Data) -> Any:
        assert self._process is not None
        self._process.hear()
        try:
            return await self._process.connection.send_request(AGENT_METHODS[method], dict(params))
        except RequestError as error:
            if error.code == AUTHENTICATION:
                how = f"with {self.program.sign_in}" if self.program.sign_in else "in its own terminal"
                hint = f"Sign in to {self.program.title} once, {how}."
                reason = f"it needs you to sign in ({_said(error)})"
                raise AgentUnusableError(agent=self.program.title, reason=reason, hint=hint) from None
            raise AgentFailedError(agent=self.program.title, reason=_said(error)) from None
        except ConnectionError:
            raise AgentFailedError(agent=self.program.title, reason=await self._process.how_ended()) from None

    async def _handle(self, method: str, params: Any, is_notification: bool) -> Any:
        """Answer a request of the agent, or take a notification. Unknown ones are refused or ignored."""
        data = object_of(params)
        if is_notification:
            if method == CLIENT_METHODS["session_update"] and not self._is_loading and self._is_mine(data):
                self._answering.update(object_of(data.get("update")))
            return None
        answer = self._table.get(method)
        if answer is None:
            raise RequestError.method_not_found(method)
        if not self._is_mine(data):
            raise RequestError.invalid_params({"sessionId": "unknown"})
        self.asking += 1
        try:
            return await answer(data)
        finally:
            self.asking -= 1

    def _is_mine(self, data: Data) -> bool:
        return data.get("sessionId") == self.id

    async def _permission(self, data: Data) -> Data:
        options = [object_of(one) for one in list_of(data.get("options"))]
        chosen = await self._answering.permission(object_of(data.get("toolCall")), options)
        if chosen is None or self.cancelled:
            return {"outcome": {"outcome": "cancelled"}}
        return {"outcome": {"outcome": "selected", "optionId": chosen}}

    async def _read(self, data: Data) -> Data:
        line, limit = (one if isinstance(one := data.get(name), int) else None for name in ("line", "limit"))
        return {"content": await self._answering.read_file(str(data.get("path")), line, limit)}

    async def _write(self, data: Data) -> Data:
        content = data.get("content")
        if not isinstance(content, str):
            raise RequestError.invalid_params({"content": "must be a text"})
        await self._answering.write_file(str(data.get("path")), content)
        return {}


def _offered(answer: Data) -> dict[str, str]:
    """Return the names of a session's modes by their ids; some agents tell them only as an option of the session."""
    options = [object_of(one) for one in list_of(answer.get("configOptions"))]
    told = next((list_of(one.get("options")) for one in options if one.get("category") == "mode"), [])
    modes = list_of(object_of(answer.get("modes")).get("availableModes")) or told
    return {str(one.get("id", one.get("value"))): str(one.get("name")) for one in map(object_of, modes)}


def _said(error: RequestError) -> str:
    """Return what an agent says about an error, with the details that it puts beside the message."""
    more = object_of(error.data).get("details") or object_of(error.data).get("message") or ""
    return one_line(f"{error}: {more}" if more and str(more) not in str(error) else str(error))[:500] or quote(
        error.code
    )
