"""Show which fields of the board differ between two points in the log."""

import click

from renkei.board.state import brief
from renkei.edges.cli.arguments.options import format_option, pager_option
from renkei.edges.cli.arguments.points import POINT, Point, seq_of
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.wording.visible import one_line


@click.command("diff", help=__doc__)
@click.argument("before", type=POINT, metavar="SEQ|TIME")
@click.argument("after", type=POINT, metavar="SEQ|TIME")
@pager_option
@format_option
def command(before: Point, after: Point, output_format: str) -> None:
    with open_project() as project:
        old, new = (project.state_at(seq_of(project, point, "SEQ")).board for point in (before, after))
    paths = sorted(set(old.cells) | set(new.cells))
    values = [(path, old.get(path), new.get(path)) for path in paths]
    rows = [row for row in values if row[1] != row[2]]
    if output_format in DATA:
        print_data(output_format, [{"path": path, "before": was, "after": now} for path, was, now in rows])
        return
    if not rows:
        echo("No difference.")
    out = console()
    for path, was, now in rows:
        shown_before, shown_after = (one_line(brief(value)) for value in (was, now))
        change = Text.assemble((path, "field"), "  ", (shown_before, "red"), " → ", (shown_after, "green"))
        out.print(Paragraph(change, margin=Text("  ")))
