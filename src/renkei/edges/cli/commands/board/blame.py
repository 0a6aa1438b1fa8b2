"""Show who wrote each value, when, and in which record."""

from pathlib import Path

import click

from renkei.board.state import brief
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, table


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
    cells_shown = [(path, brief(cell.value), cell.author, cell.at[:19], str(cell.seq)) for path, cell in rows]
    console().print(table(("field", "value", "agent", "time", "seq"), cells_shown) if rows else "No such field.")
