"""Remove a bridge: its settings and its position. What it took into the project stays."""

import click

from renkei.edges.cli.arguments.options import outcome_options
from renkei.edges.cli.output.outcome import print_done
from renkei.edges.cli.project_directory import project_directory
from renkei.store.layout import Layout


@click.command("remove", help=__doc__)
@click.argument("name", metavar="NAME")
@outcome_options
def command(name: str, output_format: str) -> None:
    from renkei.edges.chat.bridge.settings_file import remove_bridge

    remove_bridge(Layout(project_directory()), name)
    print_done(f"Removed the bridge {name}.", output_format, name=name)
