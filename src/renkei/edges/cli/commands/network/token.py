"""Make, list and revoke tokens, with which participants use the project over a network."""

from typing import Any

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import format_option, outcome_options, utc_option
from renkei.edges.cli.arguments.points import DURATION
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.tables import print_rows
from renkei.edges.cli.project_directory import open_project
from renkei.edges.reaching.devices import remove_session
from renkei.edges.times import shown_time
from renkei.project.project import Project
from renkei.store.tokens import Token

command = LazyGroup("token", sections={"Commands": ("create", "list", "revoke")}, help=__doc__)


@command.command("create")
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
def create_token(holder: str, expires: float | None, output_format: str) -> None:
    """Make a token, with which a participant uses the project over a network, and print it.

    Anyone who has the token acts as the participant, so keep it secret. It is shown only now; the project keeps a hash.
    It ends with `renkei token revoke`, with --expires, or when the participant leaves.
    """
    with open_project() as project:
        token = project.create_token(holder, expires)
        made = project.tokens()[-1]
    data = {"id": made.id, "for": holder, "expires": made.expires, "token": token}
    print_done(token, output_format, **data)


@command.command("list")
@utc_option
@format_option
def list_tokens(output_format: str) -> None:
    """List the tokens of the project: ids, holders, uses, and expiry times. The tokens themselves are not kept.

    The use is `api`, or `view` for the session of a person's browser.
    """
    with open_project() as project:
        found = [_as_data(project, one) for one in project.tokens()]
    columns, none = (
        ("id", "for", "use", "created", "expires", "valid"),
        "There are no tokens. Make one with `renkei token create --for ID`.",
    )
    print_rows(output_format, found, columns, map(_cells, found), none)


def _as_data(project: Project, token: Token) -> dict[str, Any]:
    return {
        "id": token.id,
        "for": token.actor,
        "use": "view" if token.is_session else "api",
        "created": token.created,
        "expires": token.expires,
        "valid": project.is_valid_token(token),
    }


def _cells(one: dict[str, Any]) -> tuple[str, ...]:
    expires = shown_time(one["expires"]) if one["expires"] else "never"
    return one["id"], one["for"], one["use"], shown_time(one["created"]), expires, "yes" if one["valid"] else "no"


@command.command("revoke")
@click.argument("token", metavar="ID")
@outcome_options
def revoke_token(token: str, output_format: str) -> None:
    """Revoke the token with this ID, which `renkei token list` shows: it no longer works.

    A session of the view ends with the browser that was added to notifications in it.
    """
    with open_project() as project:
        project.revoke_token(token)
        remove_session(project, token)
    print_done(f"Revoked the token {token}.", output_format, id=token)
