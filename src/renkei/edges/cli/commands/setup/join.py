"""Add agents or humans to the project."""

import click

from renkei.edges.cli.arguments.members import join
from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.project_directory import open_project


@click.command("join", help=__doc__)
@click.argument("actors", nargs=-1, required=True, metavar="ID[:ROLE]…")
@click.option("--lead", is_flag=True, help="Join as leads, who may write every agent's entry and the project's fields.")
@click.option("--human", is_flag=True, help="Join as humans.")
@as_option
@outcome_options
def command(actors: tuple[str, ...], lead: bool, human: bool, actor: str, output_format: str) -> None:
    with open_project() as project:
        record = project.do(*(join(one, lead, human) for one in actors), actor=actor)
        participants = [one.id for one in project.state.everybody()]
    sentence = f"Participants: {', '.join(participants)}."
    print_outcome(record, sentence, output_format, participants=participants)
