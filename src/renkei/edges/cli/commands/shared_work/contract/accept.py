"""Accept submitted work that somebody else produced.

If a command failed as evidence, --because must say what shows that the work is done.
"""

import click

from renkei.edges.cli.arguments.options import as_option, contract_argument, outcome_options, reason_option
from renkei.edges.cli.output.outcome import print_contract
from renkei.edges.cli.project_directory import open_project


@click.command("accept", help=__doc__)
@contract_argument
@as_option
@reason_option
@outcome_options
def command(contract: str, actor: str, reason: str, output_format: str) -> None:
    with open_project() as project:
        print_contract(project, contract, project.accept(contract, reason, actor=actor), output_format)
