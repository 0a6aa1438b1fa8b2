"""Add agents or humans to the project."""

from pathlib import Path

import click

from renkei.edges.cli.echo import echo
from renkei.edges.cli.members import join
from renkei.edges.cli.options import open_project, project_option


@click.command("join", help=__doc__)
@project_option
@click.argument("actors", nargs=-1, required=True, metavar="ID[:ROLE]…")
@click.option("--lead", is_flag=True, help="Join as leads, who may write every agent's entry and the project's fields.")
@click.option("--human", is_flag=True, help="Join as humans.")
def command(directory: Path, actors: tuple[str, ...], lead: bool, human: bool) -> None:
    with open_project(directory) as project:
        project.do(*(join(one, lead, human) for one in actors))
        echo(f"Participants: {project.state.known_actors()}.")
