"""Register REF as an artifact of an agent, or its next version."""

from pathlib import Path

import click

from renkei.edges.cli.options import format_option, open_project, project_option
from renkei.edges.cli.outcome import print_outcome


@click.command("add", help=__doc__)
@project_option
@click.argument("ref", metavar="REF")
@click.option("--as", "actor", required=True, metavar="ID", help="The agent that the artifact belongs to.")
@click.option("--path", default="", help="Where it is.")
@click.option("--description", default="", metavar="TEXT", help="What it is.")
@click.option("--version", type=click.IntRange(1), metavar="N", help="Its version; by default the next one.")
@format_option
def command(
    directory: Path, ref: str, actor: str, path: str, description: str, version: int | None, output_format: str
) -> None:
    with open_project(directory) as project:
        with project.act_as(actor) as draft:
            draft.artifact(ref, path, description, version)
        now = project.state.board.get(f"{draft.artifact_path(ref)}/version")
    print_outcome(draft.record, f"{ref} v{now} of {actor} is registered.", output_format, ref=ref, version=now)
