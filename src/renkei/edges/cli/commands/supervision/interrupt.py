"""End the open turn of an agent whose process has died or hangs.

Nothing of the turn is written or read: the agent is given everything again in its next turn. The agent itself, leads
and humans may do this.
"""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options, required_reason_option
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project


@click.command("interrupt", help=__doc__)
@click.argument("agent", metavar="ID", shell_complete=completion.participants)
@required_reason_option
@as_option
@outcome_options
def command(agent: str, reason: str, actor: str, output_format: str) -> None:
    with open_project() as project:
        record = project.interrupt_turn(agent, reason, actor=actor)
    unchanged = f"{agent} has no open turn."
    print_outcome(record, f"Ended the open turn of {agent}.", output_format, unchanged=unchanged, agent=agent)
