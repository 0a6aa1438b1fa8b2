"""Print an agent's context and mark its messages as read.

This takes a turn of the agent in which it only reads.
"""

from pathlib import Path

import click

from renkei.budget.context.build import Rendering
from renkei.budget.context.reading import Reading
from renkei.edges.cli.claude import model_summaries
from renkei.edges.cli.echo import echo
from renkei.edges.cli.options import (
    agent_option,
    budget_option,
    locale_option,
    open_project,
    project_option,
    recall_option,
    rendering_option,
    summaries_option,
)
from renkei.protocol.primitives import Locale


@click.command("read", help=__doc__)
@project_option
@agent_option(required=True)
@budget_option
@rendering_option
@recall_option
@summaries_option
@locale_option
def command(
    directory: Path,
    agent: str,
    budget: int,
    rendering: Rendering,
    recall: bool,
    summaries: str | None,
    locale: Locale | None,
) -> None:
    summarize = model_summaries(summaries, directory) if summaries else None
    reading = Reading(budget, locale, rendering=rendering, summarize=summarize, recall=recall)
    with (
        open_project(directory) as project,
        project.turn(agent, reading) as turn,
    ):
        echo(turn.context.text, nl=False)
