"""Show who works, who waits for whom, what is unread, and what waits for you.

Items that wait for people have the groups of the view: those that hold other agents, those to do, and those to read.
Each shows its age and the number of agents that it holds.

Also lists problems of running processes, deadlocks, requests without a reply, overdue replies, contracts over their
limits, and what would wake each agent. With --watch, the screen is kept up to date and shows the newest records until
you press Ctrl-C. On a pipe and as JSON Lines, the status is printed again whenever it changes.

With several directories, shows what waits for people in all of these projects. NAME=DIR names a project.
"""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from renkei.edges.cli.arguments.options import format_option, utc_option
from renkei.edges.cli.output.echo import DATA, json_text, print_data
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.project_directory import VARIABLE, directory_in, open_project
from renkei.edges.cli.several_projects import opened_projects
from renkei.edges.cli.status.overview import blocks, overview_now
from renkei.edges.cli.status.triage import GROUPS, triage, triage_tables
from renkei.project.project import Project


@click.command("status", help=__doc__)
@click.option("--watch", is_flag=True, help="Keep the screen up to date until you press Ctrl-C.")
@utc_option
@format_option
@click.argument("directories", nargs=-1, metavar="[DIR|NAME=DIR]...", type=click.Path(file_okay=False))
def command(watch: bool, output_format: str, directories: tuple[str, ...]) -> None:
    if len(directories) > 1:
        if watch:
            raise click.UsageError("--watch shows one project.")
        _show_several(directories, output_format)
        return
    for one in directories:
        os.environ[VARIABLE] = str(directory_in(Path(one)))
    with open_project() as project:
        if not watch:
            project.expire()
            now = project.now()
            _print(overview_now(project, now), now, output_format)
        else:
            _watch(project, output_format)


def _show_several(directories: Sequence[str], output_format: str) -> None:
    """Print what waits for people in several projects, as one list."""
    with ExitStack() as stack:
        opened, problems = opened_projects(stack, directories)
        rows, now = list[dict[str, Any]](), max(one.project.now() for one in opened)
        for one in opened:
            one.project.expire()
            rows += [{"project": one.name, **row} for row in triage(one.project.state)]
        rows.sort(key=lambda row: list(GROUPS).index(row["group"]))
    if output_format in DATA:
        data = {"projects": [one.name for one in opened], "problems": problems, "for_humans": rows}
        print_data(output_format, data)
        return
    out = console()
    for block in triage_tables(rows, now):
        out.print(block)
    if not rows:
        out.print(Paragraph(Text("Nothing waits for people.", "dim")))


def _watch(project: Project, output_format: str) -> None:
    from renkei.edges.cli.status.live import changing, show_live  # rich is slow to import

    if output_format in DATA:
        for data in changing(project):
            click.echo(json_text(data))
    elif console().is_terminal:
        show_live(project)
    else:
        for data in changing(project):
            _print(data, project.now(), output_format)


def _print(data: dict[str, Any], now: str, output_format: str) -> None:
    if output_format in DATA:
        print_data(output_format, data)
        return
    out = console()
    for block in blocks(data, now):
        out.print(block)
