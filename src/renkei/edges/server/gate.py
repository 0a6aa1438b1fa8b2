"""Checks every request first: its origin, and how long the client takes to read the answer.

A web page can send requests to this machine under a name that its author controls (DNS rebinding). So the
Host has to be a name of the loopback interface, of the view, or of the proxy with TLS. An Origin, which browsers add,
has to be the server itself.
"""

import asyncio
import re
from contextlib import suppress
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from renkei.edges.server.problems import problem, refused
from renkei.errors import RenkeiError

LOOPBACK = (r"127\.0\.0\.1", "localhost", r"\[::1\]")
"""The server's names on this machine, besides the one of its view."""

PORT = r"(?::(?P<port>[0-9]{1,5}))?"

SLOWEST_READER = 20.0
"""Seconds that a client may leave a part of an answer unread before its connection is closed."""


class _UnreadError(Exception):
    """A client does not read its answer."""


class Gate:
    """Refuses requests from elsewhere, and cuts off clients that do not read."""

    def __init__(self, app: ASGIApp, remote: str = "", view: str = "", patience: float = SLOWEST_READER) -> None:
        """`remote`: the name, with its port if any, under which a proxy with TLS passes requests on.

        `view`: the name of the view on this machine.
        """
        self._app = app
        self._remote = remote.lower()
        names = "|".join((*LOOPBACK, *([re.escape(view)] if view else [])))
        self._local = re.compile(f"(?:{names}){PORT}", re.IGNORECASE)
        self._patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_in_time(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                MutableHeaders(scope=message).setdefault("Cache-Control", "no-store")
            try:
                async with asyncio.timeout(self._patience):  # a full buffer makes `send` wait for the reader
                    await send(message)
            except TimeoutError:
                raise _UnreadError from None

        headers = Headers(scope=scope)
        scheme = self._scheme(headers.get("host", ""))
        error = _refusal(headers, scheme)
        answer = self._app if error is None else _answer_and_close(error)
        with suppress(_UnreadError):  # the server closes a connection whose answer is not complete
            await answer({**scope, "scheme": scheme}, receive, send_in_time)

    def _scheme(self, host: str) -> str:
        """Return how browsers reach the server under a Host; "" under a Host that is not its own."""
        if self._remote and host.lower() == self._remote:
            return "https"
        local = self._local.fullmatch(host)
        return "http" if local is not None and int(local["port"] or 0) < 65536 else ""


def _answer_and_close(error: RenkeiError) -> Response:
    """Return the answer to a refused request, after which its connection is closed.

    What follows on it may have been meant as a part of the request.
    """
    answer = problem(error)
    answer.headers["Connection"] = "close"
    return answer


def _refusal(headers: Headers, scheme: str) -> RenkeiError | None:
    if "content-length" in headers and "transfer-encoding" in headers:
        return refused(HTTPStatus.BAD_REQUEST, "the request has both Content-Length and Transfer-Encoding")
    if not scheme:
        return refused(HTTPStatus.MISDIRECTED_REQUEST, "this server does not answer under this Host")
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"{scheme}://{headers['host']}".lower():
        return refused(HTTPStatus.FORBIDDEN, "requests of pages from another Origin are not answered")
    return None
