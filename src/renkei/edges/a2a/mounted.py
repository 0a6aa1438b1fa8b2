"""The agents of a project as one ASGI application below `/a2a/`.

`/a2a/AGENT/.well-known/agent-card.json` is public; everything else needs a token. Both bindings over HTTP have the same
address: JSON-RPC is a POST to `/a2a/AGENT`, and the paths of REST begin with it.
"""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from a2a.server.context import ServerCallContext
from a2a.server.request_handlers.response_helpers import agent_card_to_dict
from a2a.server.routes.common import DefaultServerCallContextBuilder
from a2a.server.routes.jsonrpc_routes import create_jsonrpc_routes
from a2a.server.routes.rest_routes import create_rest_routes
from a2a.utils.constants import A2A_JSON_MEDIA_TYPE, AGENT_CARD_WELL_KNOWN_PATH
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as ASGIMessage

from renkei.edges.a2a.answerable import Answerable
from renkei.edges.a2a.card import card_of, check_agents, path_of
from renkei.edges.a2a.errors import NotPublishedError
from renkei.edges.a2a.following import Records
from renkei.edges.a2a.grpc_server import GrpcServer
from renkei.edges.a2a.handler import Requests
from renkei.edges.a2a.parts import EXTENSION
from renkei.project.project import Project
from renkei.wording.visible import visible

PATH = "/a2a/"

KINDS = ("application/json", A2A_JSON_MEDIA_TYPE)
"""The media types of requests."""

Guard = Callable[[ASGIApp], ASGIApp]
"""Returns an application that only participants with a token reach, with bodies within bounds."""


def create_asgi(
    project: Project,
    records: Records,
    agents: Sequence[str],
    guard: Guard,
    grpc: GrpcServer | None = None,
    below: str = "",
) -> Starlette:
    """Return the application of some agents, which its host starts through its lifespan.

    `grpc` serves the same agents at a separate port. `below`: the path below which the project is, on a server that
    has several. Raises UnknownActorError, or BadValueError for a human.
    """
    check_agents(project.state, agents)
    logging.getLogger("a2a").setLevel(logging.CRITICAL)  # the client is told each error; the SDK would log them all
    apps = {agent: _app(project, records, agent, guard, grpc) for agent in agents}

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if grpc is None:
            yield
            return
        async with grpc.serving(project, records, agents):
            yield

    return Starlette(routes=[Mount("/", _Agents(apps, below))], lifespan=lifespan)


class _Builder(DefaultServerCallContextBuilder):
    """Passes a request's token on; the SDK hands it to the handler with every request."""

    def build(self, request: Request) -> ServerCallContext:
        """Return the context of a request."""
        found = super().build(request)
        found.state["token"] = request.headers.get("authorization", "").partition(" ")[2].strip()
        return found


def _app(project: Project, records: Records, agent: str, guard: Guard, grpc: GrpcServer | None) -> Router:
    requests = Requests(project, records, lambda context: agent)

    async def card(request: Request) -> Response:
        if agent not in project.state.actors:
            return _unknown(agent)
        address = "" if grpc is None else grpc.address
        found = card_of(project.state, agent, f"{_root(request)}{path_of(agent)}", address)
        return JSONResponse(agent_card_to_dict(found))

    builder, older = _Builder(), True
    rpc = create_jsonrpc_routes(requests, "/", builder, enable_v0_3_compat=older)
    rest = create_rest_routes(requests, builder, enable_v0_3_compat=older)
    guarded = guard(Answerable(_Activating(Router([*rpc, *rest]))))
    return Router([Route(AGENT_CARD_WELL_KNOWN_PATH, card, methods=["GET"])], default=guarded)


def _root(request: Request) -> str:
    """Return the address below which the agents are, as the client wrote it."""
    return f"{request.url.scheme}://{request.url.netloc}{request.scope['a2a_root']}/"


class _Agents:
    """Passes a request on to the agent that the next segment of its path names."""

    def __init__(self, apps: dict[str, Router], below: str) -> None:
        self._apps = apps
        self._below = below

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        root = scope.get("root_path", "")
        name, _, rest = scope["path"].removeprefix(root).lstrip("/").partition("/")
        app = self._apps.get(name) or _unknown(name)
        root_path = f"{root}/{name}"
        await app(
            {**scope, "a2a_root": self._below + root, "root_path": root_path, "path": f"{root_path}/{rest}"},
            receive,
            send,
        )


def _unknown(agent: str) -> Response:
    return JSONResponse(NotPublishedError(agent=visible(agent)).as_dict(), 404)


class _Activating:
    """Tells clients that ask for renkei's extension that it is used."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        header = (b"a2a-extensions", EXTENSION.encode())
        asked = any(name == header[0] and header[1] in value for name, value in scope["headers"])

        async def activated(message: ASGIMessage) -> None:
            if message["type"] == "http.response.start" and asked:
                message = {**message, "headers": [*message["headers"], header]}
            await send(message)

        await self._app(scope, receive, activated if asked else send)
