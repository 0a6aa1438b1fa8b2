"""Write the changes made in FILE, an edited copy of the board.

FILE is `board.yaml`, or the output of `renkei board show --format yaml`.
"""

from pathlib import Path

import click

from renkei.edges.cli.board_edit import apply_file
from renkei.edges.cli.echo import echo
from renkei.edges.cli.options import as_option, open_project, project_option


@click.command("apply", help=__doc__)
@project_option
@click.argument("file", metavar="FILE")
@as_option
@click.option("--base", type=click.IntRange(1), metavar="SEQ", help="The record that FILE was copied at.")
def command(directory: Path, file: str, actor: str, base: int | None) -> None:
    with open_project(directory) as project:
        echo(apply_file(project, file, actor, base))
