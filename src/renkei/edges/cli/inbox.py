"""`renkei inbox`: what somebody has not read, each message with its tier and why."""

from pathlib import Path

import click
from rich.table import Table

from renkei.budget.messages import gist
from renkei.budget.tiers import classify
from renkei.edges.cli.options import agent_option, format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json
from renkei.engine.views import view

_STYLES = {"critical": "bold red", "relevant": "default", "background": "dim", "irrelevant": "dim"}


@click.command("inbox")
@project_option
@agent_option(required=True)
@format_option
def inbox_command(place: Path, agent: str, form: str) -> None:
    """List what somebody has not read. Looking changes nothing: a message is read when a turn that had it ends."""
    with open_project(place) as project:
        state = project.state
        letters = view(state, agent, state.locale).letters
    rows = [(letter.message, *classify(letter.evidence)) for letter in letters]
    if form == "json":
        print_json(
            [
                {"tier": tier, "reason": reason, "message": message.model_dump(mode="json", by_alias=True)}
                for message, tier, reason in rows
            ]
        )
        return
    table = Table(box=None, header_style="dim", pad_edge=False)
    for column in ("id", "from", "type", "tier", "why", "says"):
        table.add_column(column, overflow="fold")
    for message, tier, reason in rows:
        table.add_row(message.id, message.from_, message.type, tier, reason, gist(message), style=_STYLES[tier])
    console().print(table if rows else f"{agent} has read everything.")
