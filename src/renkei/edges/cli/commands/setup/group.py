"""Set the members of the group NAME, or list all groups.

A message to a group reaches its members. The members given replace those of before.
"""

import click

from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, outcome_options
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.outcome import print_outcome
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.project_directory import open_project
from renkei.engine.state import EVERYBODY, State


@click.command("group", help=__doc__)
@click.argument("name", required=False, metavar="[NAME", shell_complete=completion.groups)
@click.argument("members", nargs=-1, metavar="MEMBER…]", shell_complete=completion.participants)
@as_option
@outcome_options
def command(name: str | None, members: tuple[str, ...], actor: str, output_format: str) -> None:
    if name is not None and not members:
        raise click.UsageError("Give the members of the group too.")
    with open_project() as project:
        if name is None:
            _list(project.state, output_format)
            return
        record = project.set_group(name, members, actor=actor)
    print_outcome(record, f"{name}: {', '.join(members)}.", output_format, group=name, members=list(members))


def _list(state: State, output_format: str) -> None:
    found = {one: list(state.members(one)) for one in (EVERYBODY, *sorted(state.groups))}
    if output_format in DATA:
        print_data(output_format, found)
        return
    print_table(table(("group", "members"), [(one, ", ".join(members)) for one, members in found.items()]))
