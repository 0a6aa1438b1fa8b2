"""Write the changes made in FILE, an edited copy of the board.

FILE is `board.yaml`, or the output of `renkei board show --format yaml`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from renkei.edges.cli.arguments.options import as_option, outcome_options, point_option
from renkei.edges.cli.arguments.points import Point, seq_of
from renkei.edges.cli.board.edited_copy import apply_file
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.store.layout import Layout


@click.command("apply", help=__doc__)
@click.argument("file", metavar="FILE")
@as_option
@point_option("--at", "The record that FILE was copied at.")
@outcome_options
def command(file: str, actor: str, at: Point | None, output_format: str) -> None:
    with open_project() as project:
        base = None if at is None else seq_of(project, at, "--at")
        with set_aside(Path(file), Layout(project_directory())) as copy:
            record, sentence, data = apply_file(project, str(copy), actor, base)
    print_outcome(record, sentence, output_format, **data)


@contextmanager
def set_aside(file: Path, layout: Layout) -> Iterator[Path]:
    """Move `board.yaml` itself away while its edits are applied: it is written again. A refused one is moved back."""
    if not (file.exists() and layout.board.exists() and file.samefile(layout.board)):
        yield file
        return
    copy = layout.next_edited_board()
    file.replace(copy)
    try:
        yield copy
    except BaseException:
        copy.replace(layout.board)
        raise
    copy.unlink()
