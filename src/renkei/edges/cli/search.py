"""`renkei search`: finds messages by their words."""

from pathlib import Path

import click

from renkei.budget.context.message_text import gist
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import console, print_json, table


@click.command("search")
@project_option
@click.argument("text")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 1000), help="At most that many.")
@format_option
def search_command(place: Path, text: str, limit: int, form: str) -> None:
    """Find messages that hold every part of TEXT, in any language; the best first."""
    with open_project(place) as project:
        found = project.search(text, limit)
    if form == "json":
        print_json([message.model_dump(mode="json", by_alias=True) for message in found])
        return
    rows = [(message.id, message.timestamp[:19], message.from_, gist(message)) for message in found]
    console().print(table(("id", "time", "from", "says"), rows) if rows else "Nothing found.")
