"""List the bridges of the project: which chat each connects, and which group each channel shows."""

import click

from renkei.edges.cli.arguments.options import format_option
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.project_directory import project_directory
from renkei.errors import DocumentError
from renkei.store.layout import Layout


@click.command("list", help=__doc__)
@format_option
def command(output_format: str) -> None:
    from renkei.edges.chat.bridge.settings_file import read_settings

    layout = Layout(project_directory())
    found, faults = {}, {}
    for name in layout.bridge_names():
        try:
            found[name] = read_settings(layout, name)
        except DocumentError as error:
            faults[name] = error
    if output_format in DATA:
        listed = [{"name": name, **one.model_dump(mode="json")} for name, one in found.items()]
        print_data(output_format, [*listed, *({"name": name, "problem": str(one)} for name, one in faults.items())])
    elif found:
        rows = ((name, one.chat, _pairs(one.channels), _pairs(one.people)) for name, one in found.items())
        print_table(table(("name", "chat", "channels", "people"), rows))
    elif not faults:
        echo("There are no bridges. Add one with `renkei bridge add KIND`.")
    for name, fault in faults.items():
        echo(f"The bridge {name} cannot run. {fault}", err=True)


def _pairs(mapping: object) -> str:
    assert isinstance(mapping, dict)
    return ", ".join(f"{name} = {value}" for name, value in mapping.items())
