"""The tool server over HTTP: one process, any number of agents. A bearer token says which agent calls.

The application answers `/mcp`. It rejects requests from another host or origin, and bodies over 4 MiB.
"""

from anyio.to_thread import run_sync
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware, get_access_token
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.routing import Route

from renkei import __version__
from renkei.edges.tool_server.hook_tool import Answering, answer_hook
from renkei.edges.tool_server.server import Wake, create_server, wait_with
from renkei.errors import TokenRefusedError
from renkei.project.project import Project
from renkei.project.turns.session import Session
from renkei.texts.say import say

PATH = "/mcp"

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine. Requests of a web page under another name are rejected."""


def create_asgi(project: Project, wake: Wake, hook: Answering = answer_hook, remote: str = "") -> Starlette:
    """Return the application, which its host starts through its lifespan. `wake` watches the log for all agents.

    `remote`: the name under which a proxy with TLS passes requests on.
    """
    instructions = say(project.state.locale, "session.instructions_of_many")
    server = create_server(_Sessions(project).current, instructions, __version__, waiting=wait_with(wake), hook=hook)
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
    """The session of each agent. An agent that left and joined again has a new session."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: dict[str, tuple[int, Session]] = {}

    def current(self) -> Session:
        """Return the session of the agent whose request is answered."""
        token = get_access_token()
        assert token is not None, "no request gets here without a token"
        agent = token.client_id
        actor = self._project.state.actors.get(agent)
        known = self._known.get(agent)
        if known is None or actor is None or known[0] != actor.incarnation:
            session = Session(self._project, agent)  # raises if the agent has left since the token was checked
            known = self._known[agent] = (self._project.state.actors[agent].incarnation, session)
        return known[1]
