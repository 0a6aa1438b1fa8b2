"""Show a message in full, for example one that a context shortened."""

from pathlib import Path

import click

from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import format_option, locale_option, open_project, project_option
from renkei.protocol.primitives import Locale
from renkei.visible import visible


@click.command("show", help=__doc__)
@project_option
@click.argument("message_id", metavar="ID")
@locale_option
@format_option
def command(directory: Path, message_id: str, locale: Locale | None, output_format: str) -> None:
    with open_project(directory) as project:
        message = project.find_message(message_id)
        text = project.message_text(message_id, locale)
    if output_format == "json":
        print_json(message.model_dump(mode="json", by_alias=True))
    else:
        echo(visible(text))
