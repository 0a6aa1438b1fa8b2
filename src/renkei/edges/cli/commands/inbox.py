"""List unread messages, with the tier of each.

Does not mark anything as read; ending a turn does.
"""

from pathlib import Path

import click
from rich.text import Text

from renkei.budget.context.message_text import gist
from renkei.budget.relevance.tiers import classify
from renkei.edges.cli.options import agent_option, format_option, open_project, project_option
from renkei.edges.cli.terminal import TIER_STYLES, print_json, print_table, table, visible
from renkei.engine.access import need_actor
from renkei.engine.views.inbox import unread_messages


@click.command("inbox", help=__doc__)
@project_option
@agent_option(required=True)
@format_option
def command(directory: Path, agent: str, output_format: str) -> None:
    with open_project(directory) as project:
        state = project.state
        need_actor(state, agent)
        rules = state.delivery.rules
        rows = [(one.message, *classify(one.signals, rules)) for one in unread_messages(state, agent, state.locale)]
    if output_format == "json":
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
    if rows:
        print_table(table(("id", "tier", "from", "message"), shown))
    else:
        click.echo(f"{agent} has no unread messages.")
