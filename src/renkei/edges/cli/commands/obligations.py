"""List the replies that are owed: by whom, to whom, since when.

With ID, only what this participant owes and what others owe it. The oldest stands first.
"""

from dataclasses import asdict
from pathlib import Path

import click
from rich.text import Text

from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import print_table, table
from renkei.engine.views.obligations import OpenObligation

COLUMNS = ("who", "owes", "to", "since", "due", "id", "about")


@click.command("obligations", help=__doc__)
@project_option
@click.argument("participant", required=False, metavar="[ID]")
@format_option
def command(directory: Path, participant: str | None, output_format: str) -> None:
    with open_project(directory) as project:
        project.tick()
        found = project.obligations(participant)
    if output_format == "json":
        print_json([asdict(one) for one in found])
        return
    if not found:
        echo("No reply is owed.")
        return
    print_table(table(COLUMNS, map(_row, found)))


def _row(one: OpenObligation) -> tuple[str | Text, ...]:
    expects = " | ".join(one.expects)
    return one.debtor, expects, one.creditor, one.since[:19] + "Z", _due(one), one.message_id, one.summary


def _due(one: OpenObligation) -> str | Text:
    if one.overdue:
        return Text("overdue", "bad")
    if one.turns_left is not None:
        return f"{one.turns_left} turns"
    return one.reply_by[:19] + "Z" if one.reply_by else ""
