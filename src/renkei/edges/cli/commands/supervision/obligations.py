"""List the replies that are owed, with debtor, creditor and time.

With --agent, only what this participant owes and what others owe it. Oldest first.
"""

from dataclasses import asdict

import click

from renkei.edges.cli.arguments.options import agent_option, format_option, pager_option, utc_option
from renkei.edges.cli.output.tables import print_rows
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.edges.times import shown_time
from renkei.engine.views.obligations import OpenObligation

COLUMNS = ("who", "owes", "to", "since", "due", "id", "about")


@click.command("obligations", help=__doc__)
@agent_option("Only what this participant owes or is owed.")
@pager_option
@utc_option
@format_option
def command(agent: str | None, output_format: str) -> None:
    with open_project() as project:
        project.expire()
        found = project.obligations(agent)
    print_rows(output_format, [asdict(one) for one in found], COLUMNS, map(_row, found), "No reply is owed.")


def _row(one: OpenObligation) -> tuple[str | Text, ...]:
    expects = " | ".join(one.expects)
    return one.debtor, expects, one.creditor, shown_time(one.since), _due(one), one.message_id, one.summary


def _due(one: OpenObligation) -> str | Text:
    if one.overdue:
        return Text("overdue", "bad")
    if one.turns_left is not None:
        return f"{one.turns_left} turns"
    return shown_time(one.reply_by or "")
