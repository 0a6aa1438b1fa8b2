"""Show a message in full."""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import format_option, locale_option, pager_option
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.paragraph import print_text
from renkei.edges.cli.project_directory import open_project
from renkei.protocol.primitives import Locale

command = LazyGroup("message", sections={"Commands": ("show",)}, help=__doc__)


@command.command("show")
@click.argument("message_id", metavar="ID", shell_complete=completion.messages)
@locale_option
@pager_option
@format_option
def show_message(message_id: str, locale: Locale | None, output_format: str) -> None:
    """Show a message in full, for example one that a context shortened."""
    with open_project() as project:
        message = project.find_message(message_id)
        text = project.message_text(message_id, locale)
    if output_format in DATA:
        print_data(output_format, message.model_dump(mode="json", by_alias=True))
    else:
        print_text(text)
