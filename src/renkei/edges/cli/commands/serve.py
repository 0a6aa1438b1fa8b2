"""Let people watch and steer the project in a browser, and agents use it over HTTP, until you press Ctrl-C.

The server listens on this machine only. It prints its link when it is ready: opened once, the link signs a person in.
Whoever else uses the server needs a token: `renkei token create --for ID`. The API is described in /api/openapi.json.
"""

import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING

import click

from renkei.edges.cli.echo import DATA, echo, print_data
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.options import actor_option, format_option
from renkei.edges.cli.project_directory import open_project
from renkei.engine.state import HUMAN
from renkei.engine.views.waking import DEFAULT_PAUSE
from renkei.errors import ExtraMissingError

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from renkei.edges.view.sign_in import SignIn
    from renkei.project.project import Project

EXTRA = ("anyio", "jinja2", "markupsafe", "mcp", "mcp_types", "starlette", "uvicorn")
"""Packages of the extra."""


@click.command("serve", help=__doc__)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=7375, show_default=True, metavar="N", help="0 is any free port."
)
@actor_option("The person whom the link signs in.", default=HUMAN, show_default=True)
@format_option
def command(port: int, actor: str, output_format: str) -> None:
    try:
        import mcp  # noqa: F401 – the tools need it

        from renkei.edges.server.run import serve
        from renkei.edges.view.sign_in import SignIn
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRA:
            raise
        raise ExtraMissingError(what="`renkei serve`", package=package, extra="serve") from None
    signal.signal(signal.SIGTERM, _end)  # else it would end the process before the project is closed
    with open_project() as project:
        sign_in = SignIn(project)
        code = sign_in.invite(actor)
        serve(
            application(project, sign_in), port, lambda link: _tell(link, f"{link}sign-in?code={code}", output_format)
        )


def application(project: "Project", sign_in: "SignIn") -> "Starlette":
    """Return the whole server: the person's view, the HTTP API, and the tools of agents at `/mcp`."""
    from renkei.edges.server.app import create_app
    from renkei.edges.server.watcher import Watcher
    from renkei.edges.tool_server.http import PATH, create_asgi
    from renkei.edges.view.app import create_view

    watcher = Watcher(project)

    async def wake(agent: str, seconds: float) -> str | None:
        return await watcher.wait_for_work(agent, seconds, DEFAULT_PAUSE)

    return create_app(project, watcher, {PATH: create_asgi(project, wake), "/": create_view(project, watcher, sign_in)})


def _tell(address: str, link: str, output_format: str) -> None:
    if output_format in DATA:
        print_data(output_format, {"url": address, "link": link})
    else:
        echo(link)
    sys.stdout.flush()


def _end(signum: int, frame: FrameType | None) -> None:
    sys.exit(ExitStatus.DONE)
