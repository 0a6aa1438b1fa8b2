"""Make a token, with which a participant uses the project over a network, and print it.

Whoever has the token acts as the participant, so keep it secret. It is shown only now; the project keeps a hash of
it. It ends with `renkei token revoke`, with --expires, or when the participant leaves.
"""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.durations import DURATION
from renkei.edges.cli.arguments.options import outcome_options
from renkei.edges.cli.output.outcome import print_done
from renkei.edges.cli.project_directory import open_project


@click.command("create", help=__doc__)
@click.option(
    "--for",
    "holder",
    metavar="ID",
    required=True,
    help="Whom the token lets in.",
    shell_complete=completion.participants,
)
@click.option(
    "--expires", type=DURATION, metavar="TIME", help="How long it is valid: 90m, 12h or 7d; by default without end."
)
@outcome_options
def command(holder: str, expires: float | None, output_format: str) -> None:
    with open_project() as project:
        token = project.create_token(holder, expires)
        made = project.tokens()[-1]
    data = {"id": made.id, "for": holder, "expires": made.expires, "token": token}
    print_done(token, output_format, **data)
