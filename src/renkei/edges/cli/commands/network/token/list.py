"""List the tokens of the project: their ids, whom they let in, and until when. The tokens themselves are not kept."""

from typing import Any

import click

from renkei.edges.cli.arguments.options import format_option, utc_option
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.project_directory import open_project
from renkei.edges.times import shown_time
from renkei.project.project import Project
from renkei.store.tokens import Token


@click.command("list", help=__doc__)
@utc_option
@format_option
def command(output_format: str) -> None:
    with open_project() as project:
        found = [_as_data(project, one) for one in project.tokens()]
    if output_format in DATA:
        print_data(output_format, found)
    elif found:
        print_table(table(("id", "for", "created", "expires", "valid"), (_cells(one) for one in found)))
    else:
        echo("There are no tokens. Make one with `renkei token create --for ID`.")


def _as_data(project: Project, token: Token) -> dict[str, Any]:
    return {
        "id": token.id,
        "for": token.actor,
        "created": token.created,
        "expires": token.expires,
        "valid": project.is_valid_token(token),
    }


def _cells(one: dict[str, Any]) -> tuple[str, ...]:
    expires = shown_time(one["expires"]) if one["expires"] else "never"
    return one["id"], one["for"], shown_time(one["created"]), expires, "yes" if one["valid"] else "no"
