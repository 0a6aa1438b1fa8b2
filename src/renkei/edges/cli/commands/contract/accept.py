"""Accept submitted work that somebody else produced."""

from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option
from renkei.edges.cli.outcome import print_contract


@click.command("accept", help=__doc__)
@project_option
@click.argument("contract", metavar="ID")
@as_option
@click.option(
    "--because",
    "--reason",
    "reason",
    default="",
    metavar="TEXT",
    help="What shows that it is done; required if a command failed.",
)
@format_option
def command(directory: Path, contract: str, actor: str, reason: str, output_format: str) -> None:
    with open_project(directory) as project:
        print_contract(project, contract, project.accept(contract, reason, actor=actor), output_format)
