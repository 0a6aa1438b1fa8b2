"""Wait until AGENT should take a turn, and print why.

For an agent that works from a shell: `renkei wait ann && renkei read --agent ann`. Without AGENT it waits for the human
`human`. Deadlines and leases of the whole project expire while somebody waits.

Exit status: 0 there is a reason to take a turn, 124 the timeout passed without one, 130 you pressed Ctrl-C.
"""

from pathlib import Path

import click

from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.engine.state import HUMAN
from renkei.engine.views.waking import DEFAULT_PAUSE
from renkei.visible import visible

TIMED_OUT = 124
"""The exit status when the timeout passed, as of the command `timeout`."""


@click.command("wait", help=__doc__)
@project_option
@click.argument("agent", metavar="[AGENT]", default=HUMAN)
@click.option(
    "--timeout", type=click.FloatRange(0), metavar="S", help="Wait at most S seconds; by default without end."
)
@click.option(
    "--pause",
    type=click.FloatRange(0),
    metavar="S",
    default=DEFAULT_PAUSE,
    show_default=True,
    help="Seconds for which normal messages are gathered before they are a reason.",
)
@format_option
def command(directory: Path, agent: str, timeout: float | None, pause: float, output_format: str) -> None:
    with open_project(directory) as project:
        reason = project.wait_for_work(agent, timeout, pause)
    if output_format == "json":
        print_json({"agent": agent, "reason": reason})
    elif reason is not None:
        echo(visible(reason))
    else:
        echo(f"Nothing for {agent} to do within {timeout:g} s.", err=True)
    if reason is None:
        raise click.exceptions.Exit(TIMED_OUT)
