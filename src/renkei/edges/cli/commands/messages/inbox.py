"""List what the next turn of an agent will deliver, and what wakes the agent; for a human, what waits for it.

Does not mark anything as read; ending a turn does.
"""

from dataclasses import asdict
from typing import Any

import click

from renkei.budget.context.message_text import gist
from renkei.edges.cli.arguments.options import WHO, agent_option, budget_option, format_option, pager_option
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.output.terminal import TIER_STYLES, console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.edges.cli.status.triage import triage_tables, waiting_row
from renkei.engine.state import HUMAN
from renkei.engine.views.waking.pending import Pending, PendingMessage
from renkei.wording.visible import visible


@click.command("inbox", help=__doc__)
@agent_option("Whose inbox to list.", default=HUMAN, show_default=True, envvar=WHO, show_envvar=True)
@pager_option
@budget_option
@format_option
def command(agent: str, budget: int, output_format: str) -> None:
    with open_project() as project:
        found = project.pending(agent, budget=budget)
        is_human = project.state.actors[agent].human
        waiting = project.waiting_for(agent) if is_human else []
        now, rows = project.now(), [waiting_row(project.state, agent, one) for one in waiting]
    if output_format in DATA:
        print_data(output_format, _as_data(found) | {"waiting": [asdict(one) for one in waiting]})
        return
    if found.messages:
        columns = ("id", "tier", "form", "from", "message")
        print_table(table(columns, (_cells(one) for one in found.messages)))
    else:
        echo(f"{agent} has no unread messages.")
    out = console()
    for alert in found.alerts:
        out.print(Paragraph(Text(visible(alert), "notice"), Text("! ", "notice")))
    for built in triage_tables(rows, now, agent):
        print_table(built)
    for one in () if is_human else found.obligations:
        if not one.overdue:
            owed = f"owes {one.creditor} a reply ({' | '.join(one.expects)}) to {one.message_id}"
            out.print(Paragraph(Text(visible(owed)), margin=Text("  ")))
    for line in found.contracts:
        out.print(Paragraph(Text(visible(line)), margin=Text("  ")))
    out.print(Paragraph(Text(visible(f"woken by: {found.wake_reason or 'nothing'}"), "dim")))


def _cells(one: PendingMessage) -> list[Text]:
    message = one.message
    cells = (message.id, one.tier, one.form, message.from_, f"{gist(message)} ({one.reason})")
    return [Text(visible(cell), TIER_STYLES[one.tier]) for cell in cells]


def _as_data(found: Pending) -> dict[str, Any]:
    messages = [
        {
            "tier": one.tier,
            "reason": one.reason,
            "form": one.form,
            "tokens": one.tokens,
            "read": one.read,
            "message": one.message.model_dump(mode="json", by_alias=True),
        }
        for one in found.messages
    ]
    return {
        "agent": found.agent,
        "messages": messages,
        "alerts": found.alerts,
        "obligations": [asdict(one) for one in found.obligations],
        "contracts": found.contracts,
        "tokens": found.tokens,
        "wake_reason": found.wake_reason,
    }
