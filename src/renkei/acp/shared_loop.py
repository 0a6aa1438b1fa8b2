"""The event loop and the tool server that the coding agents of one process share."""

from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

from renkei.acp.session import ToolServer
from renkei.acp.tool_server import MemberToolServer, ToolCaller

T = TypeVar("T")


class SharedLoop:
    """Begun with the first agent, and closed after the last one. Threads may share it."""

    def __init__(self) -> None:
        self._tools = MemberToolServer()
        self._opened: AbstractContextManager[BlockingPortal] = start_blocking_portal("asyncio", name="renkei-acp")
        self._portal = self._opened.__enter__()
        self._tools.start()

    def serve(self, user: ToolCaller) -> ToolServer:
        """Let an agent call its tools; return where."""
        return self._tools.add(user)

    def run(self, act: Callable[[], Awaitable[T]]) -> T:
        """Return the result of an act in the event loop; raises what it raises."""
        return self._portal.call(act)

    def begin(self, act: Callable[[], Awaitable[T]]) -> "Future[T]":
        """Begin an act in the event loop; the future is cancelled with it."""
        return self._portal.start_task_soon(act)

    def close(self) -> None:
        """End the server and the event loop."""
        self._tools.close()
        self._opened.__exit__(None, None, None)
