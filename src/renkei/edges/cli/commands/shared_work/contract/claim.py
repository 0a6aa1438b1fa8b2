"""Claim the contract ID, or the next one for the agent's role.

Without ID, the first one that `renkei contract list --ready --agent` lists is claimed. Exit status 3 if there is none.
"""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import outcome_options, required_as_option
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.output.outcome import print_contract, print_done
from renkei.edges.cli.project_directory import open_project
from renkei.engine import commands as c


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
        name = contract or next((one.terms.id for one in project.ready(actor)), None)
        if name is None:
            print_done("No contract is ready to be claimed.", output_format, seq=None, changed=False, contract=None)
            raise click.exceptions.Exit(ExitStatus.NOTHING_READY)
        print_contract(project, name, project.do(c.ClaimContract(name, lease), actor=actor), output_format)
