"""Make the decision ID by choosing OPTION.

Sends a DECISION_RESULT to whoever asked for the decision. ID is a pending decision of the board, or the id of a
CONFLICT_REPORT that waits for a decision.
"""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options, reason_option
from renkei.edges.cli.output.outcome import print_outcome, receivers_of
from renkei.edges.cli.project_directory import open_project


@click.command("decide", help=__doc__)
@click.argument("decision", metavar="ID", shell_complete=completion.decisions)
@click.argument("option", metavar="OPTION")
@reason_option
@as_option
@outcome_options
def command(decision: str, option: str, reason: str, actor: str, output_format: str) -> None:
    with open_project() as project:
        record = project.decide(decision, option, reason, actor=actor)
    to = receivers_of(record)
    print_outcome(record, f"{decision} → {option}, sent to {', '.join(to)}.", output_format, decision=decision, to=to)
