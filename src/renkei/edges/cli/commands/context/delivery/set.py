"""Replace the project's context delivery with the document NAME|FILE.

NAME is one of those that ship with renkei: default, specification, addressee_only.
"""

from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option
from renkei.edges.cli.outcome import print_outcome


@click.command("set", help=__doc__)
@project_option
@click.argument("name", metavar="NAME|FILE")
@as_option
@format_option
def command(directory: Path, name: str, actor: str, output_format: str) -> None:
    with open_project(directory) as project:
        record = project.set_context_delivery(name, actor=actor)
        rules = list(project.state.delivery.rules)
    text = f"The project's context delivery is {name}. Rules: {', '.join(rules)}."
    print_outcome(record, text, output_format, rules=rules)
