"""Join the project on a stream from this machine.

The directory DIR, by default the current one, gets a `.renkei` whose log follows the stream at ADDRESS, such as
nats://host:4222,host2:4222/shop. Every command works there as on the machine that created the project.
"""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import credentials_option, outcome_options
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import new_project_directory
from renkei.project.machines.streams import clone
from renkei.store.layout import NAME


@click.command("clone", help=__doc__)
@click.argument("address", metavar="ADDRESS")
@click.argument("place", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@credentials_option
@outcome_options
def command(address: str, place: Path | None, credentials: str, output_format: str) -> None:
    directory = new_project_directory() if place is None else place / NAME
    with clone(address, directory, credentials) as project:
        name, records = project.state.name, project.state.seq
    sentence = f"Joined project {name} in {directory}: {counted(records, 'record')}."
    print_done(sentence, output_format, project=name, directory=str(directory), records=records)
