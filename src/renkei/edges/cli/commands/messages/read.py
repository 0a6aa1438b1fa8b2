"""Print an agent's context and mark its messages as read.

This takes a turn of the agent in which it only reads.
"""

import click

from renkei.budget.context.build import Rendering
from renkei.budget.context.reading import Reading
from renkei.edges.cli.arguments.options import (
    budget_option,
    format_option,
    locale_option,
    recall_option,
    rendering_option,
    required_as_option,
    summaries_option,
)
from renkei.edges.cli.claude import model_summaries
from renkei.edges.cli.output.context import context_data
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.paragraph import print_text
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.protocol.primitives import Locale


@click.command("read", help=__doc__)
@required_as_option
@budget_option
@rendering_option
@recall_option
@summaries_option
@locale_option
@format_option
def command(
    actor: str,
    budget: int,
    rendering: Rendering,
    recall: bool,
    summaries: str | None,
    locale: Locale | None,
    output_format: str,
) -> None:
    summarize = model_summaries(summaries, project_directory()) if summaries else None
    reading = Reading(budget, locale, rendering=rendering, summarize=summarize, recall=recall)
    with (
        open_project() as project,
        project.turn(actor, reading) as turn,
    ):
        if output_format in DATA:
            print_data(output_format, context_data(turn.context))
        else:
            print_text(turn.context.text)
