"""Claim the contract ID, or the next one for the agent's role.

Without ID, the most urgent contract that is ready and open to the agent's role is claimed. Exit status 3 if there is
none.
"""

import click

from renkei.edges.cli import completion
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.options import outcome_options, required_as_option
from renkei.edges.cli.outcome import print_contract, print_done
from renkei.edges.cli.project_directory import open_project
from renkei.engine import commands as c
from renkei.errors import UnknownActorError
from renkei.project.project import Project


@click.command("claim", help=__doc__)
@click.argument("contract", metavar="[ID]", required=False, shell_complete=completion.contracts)
@required_as_option
@click.option(
    "--lease",
    default=c.LEASE,
    show_default=True,
    type=click.IntRange(1),
    help="Seconds without a heartbeat after which the claim expires.",
)
@outcome_options
def command(contract: str | None, actor: str, lease: int, output_format: str) -> None:
    with open_project() as project:
        name = contract or _next(project, actor)
        if name is None:
            print_done("No contract is ready to be claimed.", output_format, seq=None, changed=False, contract=None)
            raise click.exceptions.Exit(ExitStatus.NOTHING_READY)
        print_contract(project, name, project.do(c.ClaimContract(name, lease), actor=actor), output_format)


def _next(project: Project, agent: str) -> str | None:
    state = project.state
    if agent not in state.actors:
        raise UnknownActorError(actor=agent, known=state.known_actors())
    role = state.actors[agent].role
    fitting = (entry.terms.id for entry in state.contracts.ready() if entry.fits(role))
    return next(fitting, None)
