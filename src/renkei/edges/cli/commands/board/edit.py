"""Open the board in your editor ($EDITOR) and write your changes.

A rejected edit is kept beside the board, and the next call opens it again.
"""

from pathlib import Path

import click

from renkei.edges.cli.board_edit import apply_file
from renkei.edges.cli.echo import echo
from renkei.edges.cli.options import as_option, open_project, project_option
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.store.layout import Layout


@click.command("edit", help=__doc__)
@project_option
@as_option
def command(directory: Path, actor: str) -> None:
    with open_project(directory) as project:
        copy = Layout(directory).rejected_board
        original = copy if copy.exists() else Layout(directory).board
        if original is copy:
            echo(f"Reopening your rejected edit: {copy} (delete it to start over).", err=True)
        edited = click.edit(read_plain(original).decode(), extension=".yaml", require_save=True)
        if edited is None:
            echo("Nothing changed.")
            return
        write_atomically(copy, edited.encode())
        echo(apply_file(project, str(copy), actor, None))
        copy.unlink()
