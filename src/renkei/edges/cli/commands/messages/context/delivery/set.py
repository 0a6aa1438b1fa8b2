"""Replace the project's context delivery with the document NAME|FILE.

NAME is one of those that ship with renkei: default, specification, addressee_only.
"""

import click

from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project


@click.command("set", help=__doc__)
@click.argument("name", metavar="NAME|FILE")
@as_option
@outcome_options
def command(name: str, actor: str, output_format: str) -> None:
    with open_project() as project:
        record = project.set_context_delivery(name, actor=actor)
        rules = list(project.state.delivery.rules)
    text = f"The project's context delivery is {name}. Rules: {', '.join(rules)}."
    print_outcome(record, text, output_format, rules=rules)
