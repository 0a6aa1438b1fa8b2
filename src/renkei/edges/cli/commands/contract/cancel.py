"""Cancel a contract and all its subcontracts."""

from pathlib import Path

import click

from renkei.edges.cli.contract_output import status_line
from renkei.edges.cli.options import as_option, open_project, project_option
from renkei.engine import commands as c


@click.command("cancel", help=__doc__)
@project_option
@click.argument("contract", metavar="ID")
@as_option
@click.option("--because", default="", help="Reason.")
def command(directory: Path, contract: str, actor: str, because: str) -> None:
    with open_project(directory) as project:
        project.do(c.TransitionContract(contract, "cancel", because), actor=actor)
        click.echo(status_line(project, contract))
