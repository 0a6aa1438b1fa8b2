"""Submit work as done: send a TASK_RESULT to its delegator.

The contract completes when each of its criteria is proved or accepted.
"""

from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option, required_reason_option
from renkei.edges.cli.outcome import print_contract


@click.command("submit", help=__doc__)
@project_option
@click.argument("contract", metavar="ID")
@as_option
@required_reason_option
@click.option("--output", "outputs", multiple=True, metavar="REF", help="An artifact that was produced (repeatable).")
@format_option
def command(
    directory: Path, contract: str, actor: str, reason: str, outputs: tuple[str, ...], output_format: str
) -> None:
    with open_project(directory) as project:
        print_contract(project, contract, project.submit(contract, reason, outputs, actor=actor), output_format)
