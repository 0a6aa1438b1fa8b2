"""Move old records to a compressed archive.

Moves all but the newest records to `archive.db`, at about a tenth of their size. Nothing is lost: replay, search and
all other commands also read the archive. Other processes can keep working.
"""

from pathlib import Path

import click

from renkei.edges.cli.arguments.options import outcome_options
from renkei.edges.cli.output.echo import print_done
from renkei.edges.cli.output.rich_terminal import rich_console
from renkei.edges.cli.output.terminal import counted
from renkei.edges.cli.project_directory import project_directory
from renkei.project.locations import open_log

KEEP = 1000
"""Records to leave in the log by default: the ones that are read most."""


@click.command("compact", help=__doc__)
@click.option("--keep", default=KEEP, show_default=True, type=click.IntRange(0), help="Records to leave in the log.")
@outcome_options
def command(keep: int, output_format: str) -> None:
    directory = project_directory()
    log = open_log(directory, read_only=False)
    before = _size(directory)
    with rich_console(stderr=True).status("compressing …"):
        moved = log.compact(log.last() - keep)
    log.close()
    after = _size(directory)
    sentence = f"Moved {counted(moved, 'record')} to the archive: {before:,} bytes before, {after:,} after."
    print_done(sentence, output_format, moved=moved, bytes_before=before, bytes_after=after)


def _size(directory: Path) -> int:
    return sum(file.stat().st_size for file in directory.glob("*.db*"))
