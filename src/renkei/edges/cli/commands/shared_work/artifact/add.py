"""Register REF as an artifact of an agent, or its next version."""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import outcome_options, required_as_option
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project


@click.command("add", help=__doc__)
@click.argument("ref", metavar="REF", shell_complete=completion.artifacts)
@required_as_option
@click.option("--path", default="", metavar="PATH", help="Where it is.")
@click.option("--description", default="", metavar="TEXT", help="What it is.")
@click.option("--version", type=click.IntRange(1), metavar="N", help="Its version; by default the next one.")
@outcome_options
def command(ref: str, actor: str, path: str, description: str, version: int | None, output_format: str) -> None:
    with open_project() as project:
        with project.act_as(actor) as draft:
            draft.artifact(ref, path, description, version)
        now = project.state.board.get(f"{draft.artifact_path(ref)}/version")
    print_outcome(draft.record, f"{ref} v{now} of {actor} is registered.", output_format, ref=ref, version=now)
