"""Ask a member of a team to end, or without NAME all of them, the lead too. Works while another process runs the team.

Each finishes what it does, answers and leaves; its open work goes back. It may refuse while it has work in progress:
the answer is in your inbox. One that does not answer in time counts as dead.
"""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options, reason_option
from renkei.edges.cli.output.outcome import print_done
from renkei.edges.cli.project_directory import open_project
from renkei.errors import UnknownActorError


@click.command("stop", help=__doc__)
@click.argument("name", metavar="[NAME]", required=False, shell_complete=completion.participants)
@reason_option
@as_option
@outcome_options
def command(name: str | None, reason: str, actor: str, output_format: str) -> None:
    from renkei.edges.team.shutdown import request_shutdown

    with open_project() as project:
        state = project.state
        members = [one.id for one in state.everybody() if not one.human]
        if name is not None and name not in members:
            raise UnknownActorError(actor=name, known=", ".join(members))
        asked = [one for one in members if name in (None, one)]
        ids = {one: request_shutdown(project, one, reason, actor=actor).message_id for one in asked}
    sentence = f"Asked to end: {', '.join(ids)}." if ids else "There is no member."
    print_done(sentence, output_format, asked=ids)
