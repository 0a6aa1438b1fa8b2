"""Puts the server together: the view of people, the HTTP API, tools and A2A, over one project or several."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.edges.coding_agents.connected import connected_programs
from renkei.engine.views.waking.reasons import DEFAULT_PAUSE
from renkei.immutable.frozen import frozen

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request

    from renkei.edges.server.watcher import Watcher
    from renkei.edges.view.projects.members import Members
    from renkei.edges.view.session.sign_in import SignIn
    from renkei.edges.view.surroundings import Neighbour, Story
    from renkei.project.follower import Problem
    from renkei.project.project import Project


def application(
    project: "Project",
    sign_in: "SignIn",
    remote: str = "",
    directory: Path | None = None,
    on_problem: Callable[["Problem | None"], None] | None = None,
    story: "Callable[[], Story] | None" = None,
    projects: "Callable[[Request], Sequence[Neighbour]] | None" = None,
    published: "Published | None" = None,
    below: str = "",
) -> "Starlette":
    """Return the whole server: the person's view, the HTTP API, and the tools of agents at `/mcp`.

    `remote`: the name under which a proxy with TLS passes requests on. `directory`: of the project, in which the
    programs that are connected to it are kept. `on_problem` receives what keeps the server from waking those who wait
    or from applying deadlines, and None when that is over. `story` returns how far a story is that
    is played in the project. `projects` returns all projects of a server that has several. `published`: the agents that
    A2A clients can reach; raises UnknownActorError, or BadValueError for a human among them. `below`: the path of the
    project on a server that has several.
    """
    from renkei.edges.server.app import create_app
    from renkei.edges.server.watcher import Watcher
    from renkei.edges.tool_server.http import PATH, create_asgi
    from renkei.edges.view.app import create_view
    from renkei.edges.view.surroundings import Surroundings, alone, no_story, none_connected

    watcher = Watcher(project, on_problem)

    async def wake(agent: str, seconds: float) -> str | None:
        return await watcher.wait_for_work(agent, seconds, DEFAULT_PAUSE)

    connected = none_connected if directory is None else partial(connected_programs, directory)
    surroundings = Surroundings(connected, story=story or no_story, projects=projects or alone)
    view = create_view(project, watcher, sign_in, surroundings)
    tools = {PATH: create_asgi(project, wake, remote=remote)}
    agents = {} if published is None else _agents(project, watcher, published, below)
    app = create_app(project, watcher, {**tools, **agents, "/": view}, remote, "" if remote else sign_in.host)
    app.state.view = view.state.services
    return app


@frozen
class Published:
    """The agents that A2A clients can reach, and where gRPC listens; no port: nowhere."""

    agents: Sequence[str]
    host: str = "127.0.0.1"
    port: int | None = None


def _agents(project: "Project", watcher: "Watcher", published: Published, below: str) -> "dict[str, Starlette]":
    from renkei.edges.a2a.grpc_server import GrpcServer
    from renkei.edges.a2a.mounted import KINDS, PATH, create_asgi
    from renkei.edges.server.guarded import Guarded

    grpc = None if published.port is None else GrpcServer(published.host, published.port)
    guard = partial(Guarded, project=project, kinds=KINDS)
    return {PATH: create_asgi(project, watcher, published.agents, guard, grpc, below)}


@frozen
class Served:
    """A project of a server that has several: its segment in the addresses, and the arguments of `application`."""

    segment: str
    name: str
    project: "Project"
    sign_in: "SignIn"
    directory: Path
    on_problem: Callable[["Problem | None"], None]
    published: Published | None = None


def applications(
    served: Sequence[Served], problems: Mapping[str, str], remote: str = ""
) -> "tuple[Starlette, Members]":
    """Return one server over several projects, and its members, which let people in.

    Each project has all of its server below `/p/SEGMENT/`. The rest is over all projects. `problems`: names of projects
    that are not served, with the reason.
    """
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.routing import Mount

    from renkei.edges.server.gate import Gate
    from renkei.edges.view.projects.home import create_home
    from renkei.edges.view.projects.members import Member, Members
    from renkei.edges.view.projects.segment import PREFIX, Mounted, root_of

    members, apps = Members(problems), dict[str, Starlette]()
    for one in served:
        app = application(
            one.project,
            one.sign_in,
            remote,
            one.directory,
            one.on_problem,
            projects=members.neighbours,
            published=one.published,
            below=root_of(one.segment).removesuffix("/"),
        )
        apps[one.segment] = app
        members.add(Member(one.segment, one.name, app.state.view))
    host = served[0].sign_in.host
    home = create_home(members, host)
    found = Starlette(
        routes=[Mount(PREFIX.rstrip("/"), Mounted(apps, home)), Mount("/", home)],
        middleware=[Middleware(Gate, remote=remote, view="" if remote else host)],
        lifespan=partial(_all_started, tuple(apps.values())),
    )
    found.state.watcher = _Watchers([app.state.watcher for app in apps.values()])
    return found, members


class _Watchers:
    """The watchers of all projects, which end together."""

    def __init__(self, watchers: "Sequence[Watcher]") -> None:
        self._watchers = watchers

    def close(self) -> None:
        for one in self._watchers:
            one.close()


@asynccontextmanager
async def _all_started(apps: "Sequence[Starlette]", app: "Starlette") -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for one in apps:
            await stack.enter_async_context(one.router.lifespan_context(one))
        yield
