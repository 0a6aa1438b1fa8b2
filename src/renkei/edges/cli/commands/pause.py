"""Pause agents: they may do nothing until `renkei resume`.

A paused agent reads the reason in its context. Only humans and leads may pause.
"""

from pathlib import Path

import click

from renkei.edges.cli.options import as_option, format_option, open_project, project_option, required_reason_option
from renkei.edges.cli.outcome import print_outcome


@click.command("pause", help=__doc__)
@project_option
@click.argument("agents", nargs=-1, required=True, metavar="AGENT…")
@required_reason_option
@as_option
@format_option
def command(directory: Path, agents: tuple[str, ...], reason: str, actor: str, output_format: str) -> None:
    with open_project(directory) as project:
        record = project.pause(*agents, reason=reason, actor=actor)
    print_outcome(record, f"Paused: {', '.join(agents)}.", output_format, agents=list(agents))
