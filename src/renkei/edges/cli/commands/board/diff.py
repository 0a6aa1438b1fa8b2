"""Show which fields of the board differ between two records."""

from pathlib import Path

import click
from rich.text import Text

from renkei.board.state import brief
from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console
from renkei.visible import visible


@click.command("diff", help=__doc__)
@project_option
@click.argument("before", type=click.IntRange(0), metavar="SEQ")
@click.argument("after", type=click.IntRange(0), metavar="SEQ")
@format_option
def command(directory: Path, before: int, after: int, output_format: str) -> None:
    with open_project(directory) as project:
        old, new = (project.state_at(seq).board for seq in (before, after))
    paths = sorted(set(old.cells) | set(new.cells))
    values = [(path, old.get(path), new.get(path)) for path in paths]
    rows = [row for row in values if row[1] != row[2]]
    if output_format == "json":
        print_json([{"path": path, "before": was, "after": now} for path, was, now in rows])
        return
    if not rows:
        echo("No difference.")
    out = console()
    for path, was, now in rows:
        shown_before, shown_after = (visible(brief(value)) for value in (was, now))
        out.print(Text.assemble((path, "field"), "  ", (shown_before, "red"), " → ", (shown_after, "green")))
