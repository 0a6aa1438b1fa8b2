"""The tool server over HTTP: one process, any number of agents. A bearer token says which agent calls.

The application answers `/mcp`. It rejects requests from another host or origin, and bodies over 4 MiB.
"""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from anyio.to_thread import run_sync
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware, get_access_token
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CLIENT_INFO_META_KEY
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.routing import Route

from renkei import __version__
from renkei.edges.tool_server.hook_tool import Answering, answer_hook
from renkei.edges.tool_server.instructions import instructions
from renkei.edges.tool_server.server import Context, Wake, create_server, wait_with
from renkei.errors import TokenRefusedError, UnknownActorError
from renkei.project.project import Project
from renkei.project.turns.session import Session

PATH = "/mcp"

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine. Requests of a web page under another name are rejected."""

MOST_SESSIONS = 20
"""Remembered sessions of one agent; a program that continues an older one gets a full context again."""


def create_asgi(project: Project, wake: Wake, hook: Answering = answer_hook, remote: str = "") -> Starlette:
    """Return the application, which its host starts through its lifespan. `wake` watches the log for all agents.

    `remote`: the name under which a proxy with TLS passes requests on.
    """
    sessions = _Sessions(project.through("token"))
    server = create_server(
        sessions.current, instructions(project.state.locale), __version__, waiting=wait_with(wake), hook=hook
    )
    server.middleware.append(sessions.begun)
    manager = StreamableHTTPSessionManager(
        server,
        security_settings=TransportSecuritySettings(
            allowed_hosts=[*LOOPBACK, *(f"{name}:*" for name in LOOPBACK), *([remote] if remote else [])],
            allowed_origins=[*(f"http://{name}:*" for name in LOOPBACK), *([f"https://{remote}"] if remote else [])],
        ),
    )
    return Starlette(
        routes=[Route(PATH, RequireAuthMiddleware(StreamableHTTPASGIApp(manager), []))],
        middleware=[
            Middleware(AuthenticationMiddleware, backend=BearerAuthBackend(_Tokens(project))),
            Middleware(AuthContextMiddleware),
        ],
        lifespan=lambda app: manager.run(),
    )


class _Tokens:
    """Finds out which agent a token belongs to, at each request."""

    def __init__(self, project: Project) -> None:
        self._project = project

    async def verify_token(self, token: str) -> AccessToken | None:
        try:
            holder = await run_sync(self._project.token_holder, token)
        except TokenRefusedError:
            return None
        return AccessToken(token=token, client_id=holder, subject=holder, scopes=[])


class _Sessions:
    """The sessions of each agent. Each connection of a program has a new one, since its model knows nothing yet.

    In the era with `initialize` a header of the protocol names the session. In the other era a program begins with
    `server/discover`, or gives a name and version that the last one did not have.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: dict[str, dict[object, Session]] = {}
        self._discovered: Counter[str] = Counter()

    async def begun(self, ctx: Context, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
        """Note that a program begins a session without `initialize`, and answer its request."""
        if ctx.method == "server/discover":
            self._discovered[_caller()] += 1
        return await call_next(ctx)

    def current(self, context: Context) -> Session:
        """Return the session of the program whose request is answered; an agent that joined again has a new one."""
        agent = _caller()
        if agent not in self._project.state.actors:
            raise UnknownActorError(actor=agent, known=self._project.state.known_actors())
        known = self._known.setdefault(agent, {})
        name = (self._project.state.actors[agent].incarnation, self._name(context, agent))
        session = known.pop(name, None)
        if session is None:
            session = Session(self._project, agent)
        known[name] = session  # the last one used is the last one to be forgotten
        while len(known) > MOST_SESSIONS:
            del known[next(iter(known))]
        return session

    def _name(self, context: Context, agent: str) -> object:
        begun = context.request.headers.get(MCP_SESSION_ID_HEADER)
        if begun is not None and context.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS:
            return begun
        client = (context.meta or {}).get(CLIENT_INFO_META_KEY) or {}
        return (self._discovered[agent], str(client.get("name")), str(client.get("version")))


def _caller() -> str:
    token = get_access_token()
    assert token is not None, "no request gets here without a token"
    return token.client_id
