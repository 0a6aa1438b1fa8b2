"""Give unfinished work to another participant.

Its delegator, a lead or a human may. The former assignee is notified.
"""

from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option, reason_option
from renkei.edges.cli.outcome import print_contract


@click.command("reassign", help=__doc__)
@project_option
@click.argument("contract", metavar="ID")
@click.argument("assignee", metavar="AGENT")
@as_option
@reason_option
@format_option
def command(directory: Path, contract: str, assignee: str, actor: str, reason: str, output_format: str) -> None:
    with open_project(directory) as project:
        print_contract(project, contract, project.reassign(contract, assignee, reason, actor=actor), output_format)
