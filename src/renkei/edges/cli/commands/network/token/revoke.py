"""Revoke the token with this ID, which `renkei token list` shows: it is refused from now on."""

import click

from renkei.edges.cli.arguments.options import outcome_options
from renkei.edges.cli.output.outcome import print_done
from renkei.edges.cli.project_directory import open_project


@click.command("revoke", help=__doc__)
@click.argument("token", metavar="ID")
@outcome_options
def command(token: str, output_format: str) -> None:
    with open_project() as project:
        project.revoke_token(token)
    print_done(f"Revoked the token {token}.", output_format, id=token)
