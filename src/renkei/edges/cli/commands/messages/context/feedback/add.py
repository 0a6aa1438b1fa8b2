"""Say which tier a message should have had for an agent.

By default it is about the last context with the message; --at names the record of another turn, or any record. Humans,
leads and the agent itself may. Nothing follows from it: it is kept for tuning.
"""

from typing import cast, get_args

import click

from renkei.budget.relevance.tiers import Tier
from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options, point_option, reason_option
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project


@click.command("add", help=__doc__)
@click.argument("agent", metavar="AGENT", shell_complete=completion.participants)
@click.argument("message", metavar="MESSAGE", shell_complete=completion.messages)
@click.option("--tier", required=True, type=click.Choice(get_args(Tier)), help="The tier that it should have had.")
@point_option("--at", "The record of the turn or news, or of the state, that it is about.")
@reason_option
@as_option
@outcome_options
def command(agent: str, message: str, tier: str, at: Point | None, reason: str, actor: str, output_format: str) -> None:
    with open_project() as project:
        seq = None if at is None else seq_of(project, at, "--at")
        record = project.give_context_feedback(agent, message, cast("Tier", tier), seq=seq, note=reason, actor=actor)
        kept = project.context_feedback(agent)[-1]
    was = kept.given.tier if kept.given is not None else "not in the context"
    sentence = f"Kept: {message} should have been {tier} for {agent} (record {kept.seq}; it was {was})."
    print_outcome(record, sentence, output_format, feedback=kept.model_dump(exclude={"kind"}))
