"""`renkei inbox`: what somebody has not read, each message with its tier and why."""

from pathlib import Path

import click
from rich.text import Text

from renkei.budget.context.message_text import gist
from renkei.budget.relevance.tiers import classify
from renkei.edges.cli.options import agent_option, format_option, open_project, project_option
from renkei.edges.cli.terminal import TIER_STYLES, console, print_json, table, visible
from renkei.engine.access import need_actor
from renkei.engine.views.inbox import unread_messages


@click.command("inbox")
@project_option
@agent_option(required=True)
@format_option
def inbox_command(place: Path, agent: str, form: str) -> None:
    """List what somebody has not read. Looking changes nothing: a message is read when a turn that had it ends."""
    with open_project(place) as project:
        state = project.state
        need_actor(state, agent)
        rows = [(one.message, *classify(one.signals)) for one in unread_messages(state, agent, state.locale)]
    if form == "json":
        print_json(
            [
                {
                    "tier": tier,
                    "reason": reason.text(state.locale),
                    "message": message.model_dump(mode="json", by_alias=True),
                }
                for message, tier, reason in rows
            ]
        )
        return
    shown = [
        [
            Text(visible(cell), TIER_STYLES[tier])
            for cell in (message.id, tier, message.from_, f"{gist(message)} ({reason.text(state.locale)})")
        ]
        for message, tier, reason in rows
    ]
    console().print(table(("id", "tier", "from", "says"), shown) if rows else f"{agent} has read everything.")
