"""Give a verdict on REF, an artifact or a submitted contract.

VERDICT is `approved`, `changes_requested` or `rejected`. Sends a REVIEW_RESULT to its producer and to whoever asked for
the review. On a submitted contract, `approved` accepts the work, `changes_requested` sends it back and `rejected` fails
it.
"""

from pathlib import Path
from typing import get_args

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option, required_reason_option
from renkei.edges.cli.outcome import print_outcome, receivers_of
from renkei.protocol.payloads import Verdict


@click.command("review", help=__doc__)
@project_option
@click.argument("ref", metavar="REF")
@click.argument("verdict", metavar="VERDICT", type=click.Choice(get_args(Verdict)))
@required_reason_option
@as_option
@format_option
def command(directory: Path, ref: str, verdict: Verdict, reason: str, actor: str, output_format: str) -> None:
    with open_project(directory) as project:
        record = project.review(ref, verdict, reason, actor=actor)
    to = receivers_of(record)
    print_outcome(record, f"{ref}: {verdict}, sent to {', '.join(to)}.", output_format, ref=ref, to=to)
