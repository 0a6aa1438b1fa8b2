"""Talk to the lead of a team while the team runs: what you type goes to the lead, and its answer is shown as it writes.

The goal of the file is not given: say what you want. `/goal` gives it. Ctrl-C interrupts the lead's answer, Ctrl-D ends
the chat and the team's process; the next `renkei team run` or `chat` continues the team. `/help` lists the commands.
"""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import utc_option
from renkei.edges.cli.team.chat import TeamChat
from renkei.edges.cli.team.start import file_argument, opened_team, script_option


@click.command("chat", help=__doc__)
@file_argument
@script_option
@utc_option
def command(file: Path, script: Path | None) -> None:
    chat = TeamChat()
    with opened_team(
        file, script, on_text=chat.on_text, on_tool_call=chat.on_tool_call, on_storage_wait=chat.on_storage_wait
    ) as team:
        chat.run(team)
