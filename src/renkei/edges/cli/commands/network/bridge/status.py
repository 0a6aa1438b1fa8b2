"""Show how far each bridge is: whether it runs, what it has not posted yet, what the chat refused, what is wrong."""

from typing import TYPE_CHECKING

import click

from renkei.edges.cli.arguments.options import format_option
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.errors import DocumentError
from renkei.immutable.replacing import replace
from renkei.store.layout import Layout
from renkei.wording.visible import one_line

if TYPE_CHECKING:
    from renkei.edges.chat.bridge.status import BridgeStatus
    from renkei.project.project import Project


@click.command("status", help=__doc__)
@format_option
def command(output_format: str) -> None:
    layout = Layout(project_directory())
    with open_project() as project:
        found = [_status(project, layout, name) for name in layout.bridge_names()]
    if output_format in DATA:
        print_data(output_format, [one.as_dict() for one in found])
    elif found:
        rows = (
            (one.name, "yes" if one.runs else "no", str(one.behind), str(one.refused), one.problem or "–")
            for one in found
        )
        print_table(table(("name", "runs", "not posted yet", "refused", "problem"), rows))
    else:
        echo("There are no bridges. Add one with `renkei bridge add KIND`.")


def _status(project: "Project", layout: Layout, name: str) -> "BridgeStatus":
    """Return how far a bridge is; settings that cannot be read are its problem."""
    from renkei.edges.chat.bridge.problems import in_words
    from renkei.edges.chat.bridge.settings_file import read_settings
    from renkei.edges.chat.bridge.status import bridge_status

    found = bridge_status(project, layout, name)
    try:
        read_settings(layout, name)
    except DocumentError as error:
        return replace(found, problem=one_line(in_words(error)))
    return found
