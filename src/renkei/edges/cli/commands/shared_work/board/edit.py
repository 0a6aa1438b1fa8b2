"""Open the board in your editor ($EDITOR) and write your changes.

An edit that is refused is kept beside the board. The next call opens it again, as it opens edits that somebody made in
`board.yaml` itself.
"""

import click

from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.board.edited_copy import apply_file
from renkei.edges.cli.output.echo import echo
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.store.layout import Layout


@click.command("edit", help=__doc__)
@as_option
@outcome_options
def command(actor: str, output_format: str) -> None:
    layout = Layout(project_directory())
    with open_project() as project:
        copy = next(iter(layout.edited_boards()), layout.next_edited_board())
        original = copy if copy.exists() else layout.board
        if original is copy:
            echo(f"Opening an edit that was not applied: {copy} (delete it to start over).", err=True)
        edited = click.edit(read_plain(original).decode(), extension=".yaml", require_save=True)
        if edited is None:
            print_outcome(None, "", output_format, fields=[], conflicts=[])
            return
        write_atomically(copy, edited.encode())
        record, sentence, data = apply_file(project, str(copy), actor, None)
        copy.unlink()
    print_outcome(record, sentence, output_format, **data)
