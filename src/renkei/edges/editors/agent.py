"""The agent that an editor talks to: the methods of ACP, and the projects that are open for its sessions."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from secrets import token_hex
from typing import Any, ParamSpec, TypeVar

from acp.interfaces import Client
from acp.schema import (
    AgentCapabilities,
    ClientCapabilities,
    CloseSessionResponse,
    Implementation,
    InitializeResponse,
    ListSessionsResponse,
    LoadSessionResponse,
    NewSessionResponse,
    PromptCapabilities,
    PromptResponse,
    ResumeSessionResponse,
    SessionCapabilities,
    SessionCloseCapabilities,
    SessionInfo,
    SessionListCapabilities,
    SessionResumeCapabilities,
)

from acp import PROTOCOL_VERSION
from renkei.edges.editors.errors import UnknownSessionError, as_request_error
from renkei.edges.editors.identity import identity_of, is_of
from renkei.edges.editors.port import Front, Opener
from renkei.edges.editors.prompt_text import Block
from renkei.edges.editors.session import EditorSession
from renkei.errors import BadValueError, RenkeiError

P = ParamSpec("P")
R = TypeVar("R")


def answering(method: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    """Let a method answer an error of renkei or of the system as ACP carries errors."""

    @wraps(method)
    async def answer(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return await method(*args, **kwargs)
        except (RenkeiError, OSError) as error:
            raise as_request_error(error) from error

    return answer


class EditorAgent:
    """The agent of one editor's process. `close` it at the end: teams that it runs end in order."""

    def __init__(self, opener: Opener, person: str, version: str) -> None:
        self._opener = opener
        self._person = person
        self._version = version
        self._client: Client | None = None
        self._fronts: dict[Path, Front] = {}
        self._opening = asyncio.Lock()
        self._sessions: dict[str, EditorSession] = {}

    def on_connect(self, conn: Client) -> None:
        """Take the connection to the editor."""
        self._client = conn

    async def initialize(
        self,
        protocol_version: int,
        client_capabilities: ClientCapabilities | None = None,
        client_info: Implementation | None = None,
        **_: Any,
    ) -> InitializeResponse:
        """Return what this agent can do. An editor with another version of the protocol gets the one of this agent."""
        return InitializeResponse(
            protocol_version=PROTOCOL_VERSION,
            agent_info=Implementation(name="renkei", title="renkei", version=self._version),
            agent_capabilities=AgentCapabilities(
                load_session=True,
                prompt_capabilities=PromptCapabilities(embedded_context=True),
                session_capabilities=SessionCapabilities(
                    list=SessionListCapabilities(), resume=SessionResumeCapabilities(), close=SessionCloseCapabilities()
                ),
            ),
            auth_methods=[],
        )

    @answering
    async def new_session(self, cwd: str, **_: Any) -> NewSessionResponse:
        """Open the project of a folder, and begin a session that shows what happens from now on."""
        front = await self._front(cwd)
        identity = await asyncio.to_thread(identity_of, front.project, self._person)
        session = self._session(f"{identity}+{token_hex(4)}", cwd, front)
        await session.begin(recent=False)
        return NewSessionResponse(session_id=session.name)

    @answering
    async def load_session(self, cwd: str, session_id: str, **_: Any) -> LoadSessionResponse:
        """Begin a session of the past again, and show the last words and what is not read."""
        await self._again(cwd, session_id, recent=True)
        return LoadSessionResponse()

    @answering
    async def resume_session(self, cwd: str, session_id: str, **_: Any) -> ResumeSessionResponse:
        """Begin a session of the past again, without what was said in it."""
        await self._again(cwd, session_id, recent=False)
        return ResumeSessionResponse()

    @answering
    async def list_sessions(self, cwd: str | None = None, **_: Any) -> ListSessionsResponse:
        """Return the person's session in the project of a folder, if there is one."""
        folder = Path(cwd or ".").absolute()
        found = await asyncio.to_thread(self._opener.find, folder)
        if found is None:
            return ListSessionsResponse(sessions=[])
        info = SessionInfo(session_id=found.identity, cwd=str(folder), title=found.title, updated_at=found.at)
        return ListSessionsResponse(sessions=[info])

    @answering
    async def close_session(self, session_id: str, **_: Any) -> CloseSessionResponse:
        """End a session; the team works until the editor ends this process."""
        session = self._find(session_id)
        del self._sessions[session_id]
        await session.close()
        return CloseSessionResponse()

    @answering
    async def prompt(self, session_id: str, prompt: list[Block], **_: Any) -> PromptResponse:
        """Give the lead what the person says, and answer when the lead has."""
        return PromptResponse(stop_reason=await self._find(session_id).prompt(prompt))

    @answering
    async def cancel(self, session_id: str, **_: Any) -> None:
        """Interrupt the lead."""
        if session_id in self._sessions:
            await self._sessions[session_id].cancel()

    async def close(self) -> None:
        """End all sessions, and the teams that run here."""
        for session in self._sessions.values():
            await session.close()
        for front in self._fronts.values():
            await asyncio.to_thread(front.close)

    async def _again(self, cwd: str, session_id: str, *, recent: bool) -> None:
        front = await self._front(cwd)
        if not is_of(session_id, await asyncio.to_thread(identity_of, front.project, self._person)):
            raise UnknownSessionError(session=session_id)
        if session_id in self._sessions:
            await self._sessions.pop(session_id).close()
        await self._session(session_id, cwd, front).begin(recent=recent)

    def _session(self, name: str, cwd: str, front: Front) -> EditorSession:
        assert self._client is not None
        found = self._sessions[name] = EditorSession(name, Path(cwd), front, self._client)
        return found

    def _find(self, session_id: str) -> EditorSession:
        if session_id not in self._sessions:
            raise UnknownSessionError(session=session_id)
        return self._sessions[session_id]

    async def _front(self, cwd: str) -> Front:
        """Return the open project of a folder; raises RenkeiError."""
        folder = Path(cwd)
        if not folder.is_absolute() or not folder.is_dir():
            problem = "the folder does not exist" if folder.is_absolute() else "the path is not absolute"
            raise BadValueError(path="/cwd", got=cwd, problem=problem, hint="Open a folder of this machine.")
        async with self._opening:  # two sessions of one folder share its team
            if folder not in self._fronts:
                self._fronts[folder] = await asyncio.to_thread(self._opener.open, folder)
            return self._fronts[folder]
