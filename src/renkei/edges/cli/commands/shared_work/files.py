"""Reserve files, and see who works on them: overlaps are reported before they become conflicts."""

from dataclasses import asdict

import click

from renkei.edges.cli.arguments.options import format_option, pager_option, utc_option
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.file_log import lines_in_short
from renkei.edges.cli.output.tables import print_rows
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import open_project
from renkei.edges.times import shown_time
from renkei.engine.views.files import FileWork

command = LazyGroup("files", sections={"Commands": ("list", "reserve", "release", "policy", "report")}, help=__doc__)


@command.command("list")
@click.option("--overlaps", is_flag=True, help="Only files on which several agents work.")
@pager_option
@utc_option
@format_option
def list_files(overlaps: bool, output_format: str) -> None:
    """List the files that participants have reserved, plan in contracts at work, or have changed."""
    with open_project() as project:
        found = [one for one in project.files() if one.others or not overlaps]
    columns = ("path", "what", "agent", "contract", "lines", "also")
    print_rows(output_format, [asdict(one) for one in found], columns, map(_cells, found), "No files in work.")


def _cells(one: FileWork) -> list[str | Text]:
    also = Text(", ".join(one.others), "bold red" if one.conflicts else "yellow")
    return [one.path, _what(one), one.agent, one.contract or "", lines_in_short(one.lines), also]


def _what(one: FileWork) -> str:
    """Return how a file is in work; of a reservation also until when."""
    if one.until is None:
        return one.kind or one.hold
    return f"{one.hold}{', shared,' if one.shared else ''} until {shown_time(one.until)}"
