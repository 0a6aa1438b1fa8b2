"""Mark work as blocked.

With --by the wait ends by itself when that contract, decision, message, artifact or agent is done. Otherwise
`renkei contract start` continues.
"""

from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option, required_reason_option
from renkei.edges.cli.outcome import print_contract


@click.command("block", help=__doc__)
@project_option
@click.argument("contract", metavar="ID")
@as_option
@required_reason_option
@click.option("--by", "waits_for", default="", metavar="REF", help="Id of what it waits for.")
@format_option
def command(directory: Path, contract: str, actor: str, reason: str, waits_for: str, output_format: str) -> None:
    with open_project(directory) as project:
        print_contract(project, contract, project.block(contract, reason, waits_for, actor=actor), output_format)
