"""Puts the server together: the view of people, the HTTP API and the tools of agents, over one project."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.edges.coding_agents.connected import connected_programs
from renkei.engine.views.waking.reasons import DEFAULT_PAUSE

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from renkei.edges.view.session.sign_in import SignIn
    from renkei.edges.view.surroundings import Story
    from renkei.project.follower import Problem
    from renkei.project.project import Project


def application(
    project: "Project",
    sign_in: "SignIn",
    remote: str = "",
    directory: Path | None = None,
    on_problem: Callable[["Problem | None"], None] | None = None,
    story: "Callable[[], Story] | None" = None,
) -> "Starlette":
    """Return the whole server: the person's view, the HTTP API, and the tools of agents at `/mcp`.

    `remote`: the name under which a proxy with TLS passes requests on. `directory`: of the project, in which the
    programs that are connected to it are kept. `on_problem` receives what keeps the server from waking those who wait
    or from applying deadlines, and None when that is over. `story` returns how far a story is that
    is played in the project.
    """
    from renkei.edges.server.app import create_app
    from renkei.edges.server.watcher import Watcher
    from renkei.edges.tool_server.http import PATH, create_asgi
    from renkei.edges.view.app import create_view
    from renkei.edges.view.surroundings import Surroundings, no_story, none_connected

    watcher = Watcher(project, on_problem)

    async def wake(agent: str, seconds: float) -> str | None:
        return await watcher.wait_for_work(agent, seconds, DEFAULT_PAUSE)

    connected = none_connected if directory is None else partial(connected_programs, directory)
    surroundings = Surroundings(connected, story=story or no_story)
    view = create_view(project, watcher, sign_in, surroundings)
    mounts = {PATH: create_asgi(project, wake, remote=remote), "/": view}
    return create_app(project, watcher, mounts, remote, "" if remote else sign_in.host)
