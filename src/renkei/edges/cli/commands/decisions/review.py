"""Give a verdict on REF, an artifact or a submitted contract.

VERDICT is `approved`, `changes_requested` or `rejected`. Sends a REVIEW_RESULT to its producer and to whoever asked for
the review. On a submitted contract, `approved` accepts the work, `changes_requested` sends it back and `rejected` fails
it.
"""

from typing import get_args

import click

from renkei.edges.cli.arguments.options import as_option, outcome_options, required_reason_option
from renkei.edges.cli.output.outcome import print_outcome, receivers_of
from renkei.edges.cli.project_directory import open_project
from renkei.protocol.payloads import Verdict


@click.command("review", help=__doc__)
@click.argument("ref", metavar="REF")
@click.argument("verdict", metavar="VERDICT", type=click.Choice(get_args(Verdict)))
@required_reason_option
@as_option
@outcome_options
def command(ref: str, verdict: Verdict, reason: str, actor: str, output_format: str) -> None:
    with open_project() as project:
        record = project.review(ref, verdict, reason, actor=actor)
    to = receivers_of(record)
    print_outcome(record, f"{ref}: {verdict}, sent to {', '.join(to)}.", output_format, ref=ref, to=to)
