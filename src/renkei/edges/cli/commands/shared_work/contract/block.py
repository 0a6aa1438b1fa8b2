"""Mark work as blocked.

With --by the wait ends by itself when that contract, decision, message, artifact or agent is done. Otherwise
`renkei contract start` continues.
"""

import click

from renkei.edges.cli.arguments.options import as_option, contract_argument, outcome_options, required_reason_option
from renkei.edges.cli.output.outcome import print_contract
from renkei.edges.cli.project_directory import open_project


@click.command("block", help=__doc__)
@contract_argument
@as_option
@required_reason_option
@click.option("--by", "waits_for", default="", metavar="REF", help="Id of what it waits for.")
@outcome_options
def command(contract: str, actor: str, reason: str, waits_for: str, output_format: str) -> None:
    with open_project() as project:
        print_contract(project, contract, project.block(contract, reason, waits_for, actor=actor), output_format)
