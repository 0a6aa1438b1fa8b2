"""Move the project to a stream on servers, or back into its directory.

With ADDRESS, such as nats://host:4222/shop, the log is copied to a new stream, and the directory follows it. With
--to-directory, the log in this directory is the project again, on this machine alone.

Others can work until the copy is complete. Then their programs fail and must be started again. On the other machines of
an old stream, run the same command. If it is interrupted, repeat it: no record is lost, and only one location accepts
records at any time.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

import renkei
from renkei.edges.cli.arguments.options import credentials_option, outcome_options
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import project_directory
from renkei.project.machines.moving import Progress, ignore, move


@click.command("move", help=__doc__)
@click.argument("address", metavar="[ADDRESS]", required=False, default="")
@click.option("--to-directory", is_flag=True, help="Keep the log in the project's directory alone.")
@credentials_option
@outcome_options
def command(address: str, to_directory: bool, credentials: str, output_format: str) -> None:
    if bool(address) == to_directory:
        raise click.UsageError("Give the ADDRESS of a stream, or --to-directory.")
    directory = project_directory()
    with _shown() as progress:
        location = move(directory, address, credentials, progress)
    with renkei.open(directory) as project:
        name, records = project.state.name, project.state.seq
    sentence = f"Project {name} is in {location} now: {counted(records, 'record')}."
    print_done(sentence, output_format, project=name, location=location, records=records)


@contextmanager
def _shown() -> Iterator[Progress]:
    """Yield a function that shows on a terminal how far the records are."""
    if not sys.stderr.isatty():
        yield ignore
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn  # slow to import
    from rich.progress import Progress as Bars

    from renkei.edges.cli.output.rich_terminal import rich_console

    columns = (TextColumn("{task.description} the records"), BarColumn(), MofNCompleteColumn())
    with Bars(*columns, console=rich_console(stderr=True), transient=True) as bars:
        bar = bars.add_task("reading", total=None)
        yield lambda step, done, total: bars.update(bar, description=step, completed=done, total=total)
