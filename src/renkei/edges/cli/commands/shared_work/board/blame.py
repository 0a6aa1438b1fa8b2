"""Show who wrote each value, when, and in which record."""

import click

from renkei.board.state import brief
from renkei.edges.cli.arguments.options import field_option, format_option, pager_option, utc_option
from renkei.edges.cli.board.fields import is_below, no_field
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.edges.times import shown_time
from renkei.wording.visible import one_line


@click.command("blame", help=__doc__)
@field_option
@pager_option
@utc_option
@format_option
def command(field: str | None, output_format: str) -> None:
    with open_project() as project:
        cells = project.state.board.cells
    rows = [(path, cells[path]) for path in sorted(cells) if is_below(path, field)]
    if field is not None and not rows:
        raise no_field(field, cells)
    if output_format in DATA:
        print_data(
            output_format, [{"path": p, "value": c.value, "actor": c.author, "at": c.at, "seq": c.seq} for p, c in rows]
        )
        return
    out = console()
    for path, cell in rows:
        when = Text(f"{shown_time(cell.at)}  ", "dim")
        what = Text.assemble((f"{cell.author}  ", "actor"), (path, "field"), f"  {one_line(brief(cell.value))}")
        out.print(Paragraph(Text.assemble(when, what), Text(f"{cell.seq:>5} ", "dim")))
