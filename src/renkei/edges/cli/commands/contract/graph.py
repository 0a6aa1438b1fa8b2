"""Draw which contracts depend on which, and their assignees."""

from pathlib import Path

import click

from renkei.edges.cli.drawing import DRAW, edges_of
from renkei.edges.cli.echo import echo
from renkei.edges.cli.options import all_option, format_choice, open_project, project_option


@click.command("graph", help=__doc__)
@project_option
@format_choice(list(DRAW), "Notation of the drawing.")
@all_option
def command(directory: Path, output_format: str, everything: bool) -> None:
    with open_project(directory) as project:
        state = project.state
    kept = [edge for edge in edges_of(state, everything) if edge[1] in ("depends_on", "assigned_to")]
    echo(DRAW[output_format](kept, state.links))
