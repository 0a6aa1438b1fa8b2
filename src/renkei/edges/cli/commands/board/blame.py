"""Show who wrote each value, when, and in which record."""

from pathlib import Path

import click
from rich.text import Text

from renkei.board.state import brief
from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console
from renkei.visible import visible


@click.command("blame", help=__doc__)
@project_option
@click.option("--field", metavar="PATH", default="/", help="Only this field and what is below it.")
@format_option
def command(directory: Path, field: str, output_format: str) -> None:
    with open_project(directory) as project:
        cells = project.state.board.cells
    below = field.rstrip("/") + "/"
    rows = [(path, cells[path]) for path in sorted(cells) if path == field or path.startswith(below)]
    if output_format == "json":
        print_json([{"path": p, "value": c.value, "agent": c.author, "at": c.at, "seq": c.seq} for p, c in rows])
        return
    if not rows:
        echo("No such field.")
    out = console()
    for path, cell in rows:
        head = ((f"{cell.seq:>5} {cell.at[:19]}  ", "dim"), (f"{cell.author}  ", "actor"), (path, "field"))
        out.print(Text.assemble(*head, f"  {visible(brief(cell.value))}"))
