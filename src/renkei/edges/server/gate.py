"""What every request passes first: where it comes from, and how long its answer may take to be read.

A page of a browser can send requests to this machine under a name of its own (DNS rebinding). So the Host has to be a
name of the loopback interface, and an Origin, which browsers add, the server itself.
"""

import asyncio
from contextlib import suppress
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from renkei.edges.server.problems import problem, refused
from renkei.errors import RenkeiError

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names under which the server answers."""

SLOWEST_READER = 20.0
"""Seconds that a client may leave a part of an answer unread before its connection is closed."""


class _UnreadError(Exception):
    """A client does not read its answer."""


class Gate:
    """Refuses requests from elsewhere, and cuts off clients that do not read."""

    def __init__(self, app: ASGIApp, patience: float = SLOWEST_READER) -> None:
        self._app = app
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_in_time(message: Message) -> None:
            try:
                async with asyncio.timeout(self._patience):  # a full buffer makes `send` wait for the reader
                    await send(message)
            except TimeoutError:
                raise _UnreadError from None

        error = _refusal(Headers(scope=scope))
        answer = self._app if error is None else problem(error)
        with suppress(_UnreadError):  # the server closes a connection whose answer is not complete
            await answer(scope, receive, send_in_time)


def _refusal(headers: Headers) -> RenkeiError | None:
    host = headers.get("host", "")
    if host.rpartition(":")[0] not in LOOPBACK and host not in LOOPBACK:
        return refused(HTTPStatus.MISDIRECTED_REQUEST, "this server does not answer under this Host")
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return refused(HTTPStatus.FORBIDDEN, "requests of pages from another Origin are not answered")
    return None
