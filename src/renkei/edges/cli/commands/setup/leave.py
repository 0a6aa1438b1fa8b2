"""Take participants out of the project.

Unfinished work goes back to whoever delegated it. A lead takes over what they delegated and must decide.
Their artifacts are kept, and their ids can join again.
"""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options, reason_option
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project
from renkei.engine import commands as c


@click.command("leave", help=__doc__)
@click.argument("participants", nargs=-1, required=True, metavar="ID…", shell_complete=completion.participants)
@reason_option
@as_option
@outcome_options
def command(participants: tuple[str, ...], reason: str, actor: str, output_format: str) -> None:
    with open_project() as project:
        record = project.do(*(c.Leave(one, reason) for one in participants), actor=actor)
    print_outcome(record, f"Left: {', '.join(participants)}.", output_format, participants=list(participants))
