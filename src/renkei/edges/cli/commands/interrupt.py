"""End the open turn of an agent whose process has died or hangs.

Nothing of the turn is written or read: the agent is given everything again in its next turn. The agent itself, leads
and humans may do this.
"""

from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option, required_reason_option
from renkei.edges.cli.outcome import print_outcome


@click.command("interrupt", help=__doc__)
@project_option
@click.argument("agent")
@required_reason_option
@as_option
@format_option
def command(directory: Path, agent: str, reason: str, actor: str, output_format: str) -> None:
    with open_project(directory) as project:
        record = project.interrupt_turn(agent, reason, actor=actor)
    unchanged = f"{agent} has no open turn."
    print_outcome(record, f"Ended the open turn of {agent}.", output_format, unchanged=unchanged, agent=agent)
