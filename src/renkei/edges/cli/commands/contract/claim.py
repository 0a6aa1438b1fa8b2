"""Claim the contract ID, or the next one for the agent's role.

Without ID, the most urgent contract that is ready and open to the agent's role is claimed.
"""

from pathlib import Path

import click

from renkei.edges.cli.contract_output import status_line
from renkei.edges.cli.echo import echo
from renkei.edges.cli.options import open_project, project_option
from renkei.engine import commands as c
from renkei.project.project import Project


@click.command("claim", help=__doc__)
@project_option
@click.argument("contract", metavar="[ID]", required=False)
@click.option("--as", "--agent", "agent", metavar="ID", required=True, help="The agent that claims it.")
@click.option(
    "--lease",
    default=c.LEASE,
    show_default=True,
    type=click.IntRange(1),
    help="Seconds without a heartbeat after which the claim expires.",
)
def command(directory: Path, contract: str | None, agent: str, lease: int) -> None:
    with open_project(directory) as project:
        name = contract or _next(project, agent)
        if name is None:
            echo("No contract is ready to be claimed.")
            return
        project.do(c.ClaimContract(name, lease), actor=agent)
        echo(status_line(project, name))


def _next(project: Project, agent: str) -> str | None:
    state = project.state
    role = state.actors[agent].role if agent in state.actors else ""
    fitting = (entry.terms.id for entry in state.contracts.ready() if entry.fits(role))
    return next(fitting, None)
