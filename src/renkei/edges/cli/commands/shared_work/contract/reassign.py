"""Give unfinished work to another participant.

Its delegator, a lead or a human may. The former assignee is notified.
"""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, contract_argument, outcome_options, reason_option
from renkei.edges.cli.output.outcome import print_contract
from renkei.edges.cli.project_directory import open_project


@click.command("reassign", help=__doc__)
@contract_argument
@click.argument("assignee", metavar="AGENT", shell_complete=completion.participants)
@as_option
@reason_option
@outcome_options
def command(contract: str, assignee: str, actor: str, reason: str, output_format: str) -> None:
    with open_project() as project:
        print_contract(project, contract, project.assign(contract, assignee, reason, actor=actor), output_format)
