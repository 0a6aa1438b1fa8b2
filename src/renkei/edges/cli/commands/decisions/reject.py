"""Reject submitted work, which fails its contract.

To ask for another attempt instead, use `renkei review ID changes_requested`.
"""

import click

from renkei.edges.cli.arguments.options import as_option, contract_argument, outcome_options, required_reason_option
from renkei.edges.cli.output.outcome import print_contract
from renkei.edges.cli.project_directory import open_project


@click.command("reject", help=__doc__)
@contract_argument
@required_reason_option
@as_option
@outcome_options
def command(contract: str, reason: str, actor: str, output_format: str) -> None:
    with open_project() as project:
        print_contract(project, contract, project.reject(contract, reason, actor=actor), output_format)
