"""Let agents and programs use the project over HTTP, until you press Ctrl-C.

The server listens on this machine only. It prints its link when it is ready; the API is described in
/api/openapi.json. Whoever uses it needs a token: `renkei token create --for ID`.
"""

import signal
import sys
from types import FrameType

import click

from renkei.edges.cli.echo import DATA, echo, print_data
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.options import format_option
from renkei.edges.cli.project_directory import open_project
from renkei.errors import ExtraMissingError


@click.command("serve", help=__doc__)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=7375, show_default=True, metavar="N", help="0 is any free port."
)
@format_option
def command(port: int, output_format: str) -> None:
    try:
        from renkei.edges.server.app import create_app
        from renkei.edges.server.run import serve
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in ("starlette", "uvicorn", "anyio"):
            raise
        raise ExtraMissingError(what="`renkei serve`", package=package, extra="serve") from None
    signal.signal(signal.SIGTERM, _end)  # else it would end the process before the project is closed
    with open_project() as project:
        serve(create_app(project), port, lambda link: _tell(link, output_format))


def _tell(link: str, output_format: str) -> None:
    if output_format in DATA:
        print_data(output_format, {"url": link})
    else:
        echo(link)
    sys.stdout.flush()


def _end(signum: int, frame: FrameType | None) -> None:
    sys.exit(ExitStatus.DONE)
