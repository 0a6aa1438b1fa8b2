"""Reject submitted work, which fails its contract.

To ask for another attempt instead, use `renkei review ID changes_requested`.
"""

from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option, required_reason_option
from renkei.edges.cli.outcome import print_contract


@click.command("reject", help=__doc__)
@project_option
@click.argument("contract", metavar="ID")
@required_reason_option
@as_option
@format_option
def command(directory: Path, contract: str, reason: str, actor: str, output_format: str) -> None:
    with open_project(directory) as project:
        print_contract(project, contract, project.reject(contract, reason, actor=actor), output_format)
