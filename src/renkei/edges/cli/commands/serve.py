"""Let agents and programs use the project over HTTP, until you press Ctrl-C.

The server listens on this machine only. It prints its link when it is ready; the API is described in
/api/openapi.json. Whoever uses it needs a token: `renkei token create --for ID`.
"""

import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING

import click

from renkei.edges.cli.echo import DATA, echo, print_data
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.options import format_option
from renkei.edges.cli.project_directory import open_project
from renkei.engine.views.waking import DEFAULT_PAUSE
from renkei.errors import ExtraMissingError

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from renkei.project.project import Project

EXTRA = ("anyio", "mcp", "mcp_types", "starlette", "uvicorn")
"""Packages of the extra."""


@click.command("serve", help=__doc__)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=7375, show_default=True, metavar="N", help="0 is any free port."
)
@format_option
def command(port: int, output_format: str) -> None:
    try:
        import mcp  # noqa: F401 – the tools need it

        from renkei.edges.server.run import serve
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRA:
            raise
        raise ExtraMissingError(what="`renkei serve`", package=package, extra="serve") from None
    signal.signal(signal.SIGTERM, _end)  # else it would end the process before the project is closed
    with open_project() as project:
        serve(application(project), port, lambda link: _tell(link, output_format))


def application(project: "Project") -> "Starlette":
    """Return the whole server: the HTTP API, and the tools of agents at `/mcp`."""
    from renkei.edges.server.app import create_app
    from renkei.edges.tool_server.http import PATH, create_asgi

    async def wake(agent: str, seconds: float) -> str | None:
        found: str | None = await app.state.watcher.wait_for_work(agent, seconds, DEFAULT_PAUSE)
        return found

    app = create_app(project, {PATH: create_asgi(project, wake)})
    return app


def _tell(link: str, output_format: str) -> None:
    if output_format in DATA:
        print_data(output_format, {"url": link})
    else:
        echo(link)
    sys.stdout.flush()


def _end(signum: int, frame: FrameType | None) -> None:
    sys.exit(ExitStatus.DONE)
