"""Print the board as it was after a record, as YAML."""

from pathlib import Path

import click

from renkei.board.document import board_document
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.echo import echo
from renkei.edges.cli.options import open_project, project_option


@click.command("at", help=__doc__)
@project_option
@click.argument("seq", type=click.IntRange(0), metavar="SEQ")
def command(directory: Path, seq: int) -> None:
    with open_project(directory) as project:
        echo(to_yaml(board_document(project.state_at(seq).board)), nl=False)
