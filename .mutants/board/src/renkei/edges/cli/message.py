"""`renkei message show`: any message there ever was, with nothing left out."""

from pathlib import Path

import click

from renkei.edges.cli.options import format_option, locale_option, open_project, project_option
from renkei.edges.cli.terminal import print_json, visible
from renkei.protocol.primitives import Locale


@click.group("message")
def message_command() -> None:
    """The messages of a project."""


@message_command.command("show")
@project_option
@click.argument("message_id", metavar="ID")
@locale_option
@format_option
def show(place: Path, message_id: str, locale: Locale | None, form: str) -> None:
    """Show a message in full, such as one that a context shortened."""
    with open_project(place) as project:
        message = project.find_message(message_id)
        text = project.message_text(message_id, locale)
    if form == "json":
        print_json(message.model_dump(mode="json", by_alias=True, exclude_none=True))
    else:
        click.echo(visible(text))
