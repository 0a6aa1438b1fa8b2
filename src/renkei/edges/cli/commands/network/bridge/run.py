"""Run these bridges of the project, or all of them, until you press Ctrl-C. `renkei serve` runs all of them as well."""

import click

from renkei.edges.cli.bridges import run_bridges
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.store.layout import Layout


@click.command("run", help=__doc__)
@click.argument("names", nargs=-1, metavar="[NAME…]")
def command(names: tuple[str, ...]) -> None:
    found = names or Layout(project_directory()).bridge_names()
    if not found:
        raise click.UsageError("There is no bridge. Add one with `renkei bridge add KIND`.")
    with open_project() as project:
        run_bridges(project, found)
