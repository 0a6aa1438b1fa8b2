"""Lets only participants reach an application that is mounted in the server, with complete bodies within bounds.

For applications that have their own form of requests and do not check these: they receive what the API would accept.
"""

from collections.abc import Collection

from anyio.to_thread import run_sync
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from renkei.edges.server.problems import problem
from renkei.edges.server.reading import JSON, body_of, token_of
from renkei.errors import RenkeiError
from renkei.project.project import Project


class Guarded:
    """An application behind a token. `kinds` are the media types of bodies that it accepts."""

    def __init__(self, app: ASGIApp, project: Project, kinds: Collection[str] = JSON) -> None:
        self._app = app
        self._project = project
        self._kinds = kinds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. The body of a stranger's is not read."""
        request = Request(scope, receive)
        try:
            await run_sync(self._project.token_holder, token_of(request))
            body = await body_of(request, self._kinds)
        except RenkeiError as error:
            await problem(error)(scope, receive, send)
        except ClientDisconnect:
            return
        else:
            await self._app(scope, _again(body, receive), send)


def _again(body: bytes, receive: Receive) -> Receive:
    """Return what receives a body that was read, and then what follows it."""
    parts: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return parts.pop() if parts else await receive()

    return received
