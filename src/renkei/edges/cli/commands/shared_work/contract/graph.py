"""Draw which contracts depend on which, and their assignees."""

import click

from renkei.drawing.edges import edges_of
from renkei.drawing.notations import DRAW
from renkei.edges.cli.arguments.options import all_option, format_choice, pager_option
from renkei.edges.cli.output.echo import DATA
from renkei.edges.cli.output.graph import print_graph
from renkei.edges.cli.project_directory import open_project


@click.command("graph", help=__doc__)
@pager_option
@format_choice((*DRAW, *DATA), "Notation of the drawing, or its nodes and edges as data.")
@all_option
def command(output_format: str, everything: bool) -> None:
    with open_project() as project:
        state = project.state
    kept = [edge for edge in edges_of(state, everything) if edge[1] in ("depends_on", "assigned_to")]
    print_graph(kept, state, output_format)
