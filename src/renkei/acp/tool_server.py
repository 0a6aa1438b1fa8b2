"""The tools of a team's members over HTTP (MCP): one server in the team's process serves every member.

Each member has its own token, which is valid while the server runs and is kept nowhere. The server listens on this
machine only.
"""

import asyncio
import secrets
import socket
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

import mcp_types as types
import uvicorn
from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware, get_access_token
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.routing import Route

from renkei import __version__
from renkei.acp.session import ToolServer
from renkei.agent_tools.mcp import mcp_result, mcp_tool
from renkei.agent_tools.tool import Tool

PATH = "/mcp"
HOST = "127.0.0.1"

MOST_THREADS = 200
"""Most tools that run at the same time: criteria, which a tool may run, take minutes."""


class ToolCaller(Protocol):
    """An agent whose program calls the tools."""

    agent: str

    @property
    def tools(self) -> Sequence[Tool]:
        """Its tools."""

    def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """Return the result of a call, and whether it is an error. Called in a thread."""


class MemberToolServer:
    """Serves the tools of several agents. `start` it, `add` each agent, and `close` it."""

    def __init__(self) -> None:
        self._users: dict[str, ToolCaller] = {}
        self._limiter = CapacityLimiter(MOST_THREADS)
        self._socket = socket.socket()
        config = uvicorn.Config(
            self._application(), log_config=None, log_level="critical", ws="none", timeout_graceful_shutdown=1
        )
        self._server = _QuietServer(config)
        self._thread = threading.Thread(target=self._serve, name="renkei-tools", daemon=True)
        self._started = threading.Event()

    def start(self) -> None:
        """Listen on a free port of this machine."""
        self._socket.bind((HOST, 0))
        self._socket.listen(128)  # from here on, a connection waits until the server answers
        self._thread.start()

    def add(self, user: ToolCaller) -> ToolServer:
        """Let an agent call its tools; return the address and its token."""
        token = secrets.token_urlsafe(32)
        self._users = {known: one for known, one in self._users.items() if one.agent != user.agent} | {token: user}
        return ToolServer(f"http://{HOST}:{self._socket.getsockname()[1]}{PATH}", token)

    def close(self) -> None:
        """End the server; calls that run are given a second."""
        self._server.end()
        if self._thread.is_alive():
            self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        with suppress(SystemExit):
            self._server.run(sockets=[self._socket])

    def _application(self) -> Starlette:
        server: Server[Any] = Server(
            "renkei", version=__version__, on_list_tools=self._list_tools, on_call_tool=self._call_tool
        )
        names = (HOST, "localhost")
        manager = StreamableHTTPSessionManager(
            server,
            security_settings=TransportSecuritySettings(
                allowed_hosts=[f"{name}:*" for name in names], allowed_origins=[f"http://{name}:*" for name in names]
            ),
        )
        return Starlette(
            routes=[Route(PATH, RequireAuthMiddleware(StreamableHTTPASGIApp(manager), []))],
            middleware=[
                Middleware(AuthenticationMiddleware, backend=BearerAuthBackend(_Tokens(self))),
                Middleware(AuthContextMiddleware),
            ],
            lifespan=lambda app: manager.run(),
        )

    def user(self, token: str) -> ToolCaller | None:
        """Return the agent of a token, or None."""
        return self._users.get(token)

    def _caller(self) -> ToolCaller:
        token = get_access_token()
        found = None if token is None else self.user(token.token)
        if found is None:
            raise MCPError(types.INVALID_REQUEST, "This agent has ended.")
        return found

    async def _list_tools(self, context: Any, request: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[mcp_tool(one) for one in self._caller().tools])

    async def _call_tool(self, context: Any, request: types.CallToolRequestParams) -> types.CallToolResult:
        user = self._caller()
        text, is_error = await run_sync(user.call, request.name, request.arguments or {}, limiter=self._limiter)
        return mcp_result(text, is_error=is_error)


class _QuietServer(uvicorn.Server):
    """A server that sleeps until it is ended. uvicorn's own looks ten times a second whether it should end."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._ended = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def main_loop(self) -> None:
        """Wait for the end."""
        self._loop = asyncio.get_running_loop()
        if not await self.on_tick(0):  # which sets the headers of every answer
            await self._ended.wait()

    def end(self) -> None:
        """End the server; any thread may call it."""
        self.should_exit = True
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(self._ended.set)


class _Tokens:
    """Finds out whether a token is valid, at each request."""

    def __init__(self, server: MemberToolServer) -> None:
        self._server = server

    async def verify_token(self, token: str) -> AccessToken | None:
        user = self._server.user(token)
        return None if user is None else AccessToken(token=token, client_id=user.agent, subject=user.agent, scopes=[])
