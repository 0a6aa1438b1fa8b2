"""List the groups with their members, or define one.

A message to a group reaches its members.
"""

import click

from renkei.edges.cli.arguments.options import format_option
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import DATA, print_data
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.project_directory import open_project
from renkei.engine.state import EVERYBODY


@click.group(
    "group",
    cls=LazyGroup,
    sections={"Commands": ("set",)},
    invoke_without_command=True,
    help=__doc__,
)
@format_option
@click.pass_context
def command(ctx: click.Context, output_format: str) -> None:
    if ctx.invoked_subcommand is not None:
        return
    with open_project() as project:
        state = project.state
        found = {one: list(state.members(one)) for one in (EVERYBODY, *sorted(state.groups))}
    if output_format in DATA:
        print_data(output_format, found)
        return
    print_table(table(("group", "members"), [(one, ", ".join(members)) for one, members in found.items()]))
