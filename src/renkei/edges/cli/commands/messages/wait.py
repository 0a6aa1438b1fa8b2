"""Wait until an agent should take a turn, and print why.

For an agent that works from a shell: `renkei wait --agent ann && renkei read --as ann`, or just `renkei wait && renkei
read` if RENKEI_AS is `ann`. Deadlines and leases of the whole project expire while somebody waits.

Exit status: 0 there is a reason to take a turn, 124 the timeout passed without one, 130 you pressed Ctrl-C.
"""

import click

from renkei.edges.cli.arguments.options import WHO, agent_option, format_option
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.project_directory import open_project
from renkei.engine.state import HUMAN
from renkei.engine.views.waking.reasons import DEFAULT_PAUSE
from renkei.wording.visible import visible


@click.command("wait", help=__doc__)
@agent_option("Whose next turn to wait for.", envvar=WHO, show_envvar=True, default=HUMAN, show_default=True)
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
def command(agent: str, timeout: float | None, pause: float, output_format: str) -> None:
    with open_project() as project:
        reason = project.wait_for_work(agent, timeout, pause)
    if output_format in DATA:
        print_data(output_format, {"agent": agent, "reason": reason})
    elif reason is not None:
        echo(visible(reason))
    else:
        echo(f"Nothing for {agent} to do within {timeout:g} s.", err=True)
    if reason is None:
        raise click.exceptions.Exit(ExitStatus.TIMED_OUT)
