"""Make the decision ID by choosing OPTION.

Sends a DECISION_RESULT to whoever asked for the decision. ID is a pending decision of the board, or the id of a
CONFLICT_REPORT that waits for a decision.
"""

from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option, reason_option
from renkei.edges.cli.outcome import print_outcome, receivers_of


@click.command("decide", help=__doc__)
@project_option
@click.argument("decision", metavar="ID")
@click.argument("option", metavar="OPTION")
@reason_option
@as_option
@format_option
def command(directory: Path, decision: str, option: str, reason: str, actor: str, output_format: str) -> None:
    with open_project(directory) as project:
        record = project.decide(decision, option, reason, actor=actor)
    to = receivers_of(record)
    print_outcome(record, f"{decision} → {option}, sent to {', '.join(to)}.", output_format, decision=decision, to=to)
