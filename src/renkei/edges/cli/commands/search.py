"""Find the messages that contain every word of TEXT.

Works in English and in languages without spaces, such as Japanese.
"""

from pathlib import Path

import click

from renkei.budget.context.message_text import gist
from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.terminal import print_table, table


@click.command("search", help=__doc__)
@project_option
@click.argument("text")
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 1000), help="Show at most this many.")
@format_option
def command(directory: Path, text: str, limit: int, output_format: str) -> None:
    with open_project(directory) as project:
        matches = project.search(text, limit + 1)
    found = matches[:limit]
    if output_format == "json":
        print_json([message.model_dump(mode="json", by_alias=True) for message in found])
        return
    rows = [(message.id, message.timestamp[:19], message.from_, gist(message)) for message in found]
    if rows:
        print_table(table(("id", "time", "from", "message"), rows))
        if len(matches) > limit:
            echo(f"More messages match: --limit {limit * 2}")
    else:
        echo("No messages found.")
