"""The overview of a project, kept up to date."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.live import Live
from rich.text import Text

from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.rich_terminal import rich_console
from renkei.edges.cli.output.terminal import Laid
from renkei.edges.cli.output.timeline import render
from renkei.edges.cli.project_directory import known_records, last_known
from renkei.edges.cli.status.overview import blocks, overview_now
from renkei.edges.times import clock
from renkei.project.project import Project

LOOK = 1.0
"""Seconds after which it looks again: a pause or a deadline ends without a record."""

NEWEST = 40
"""The most records from which the newest lines are taken."""


def show_live(project: Project) -> None:
    """Show the overview on the whole terminal without end, and below it the newest records."""
    records = deque(known_records(project, max(last_known(project) - NEWEST, 0)), NEWEST)
    with Live(console=rich_console(), screen=True, auto_refresh=False) as live:
        for at, data in _overviews(project):
            records.extend(known_records(project, records[-1].seq if records else 0))
            live.update(_Screen(at, [*blocks(data, at)], [*render(records)]), refresh=True)


def changing(project: Project) -> Iterator[dict[str, Any]]:
    """Yield the overview now and whenever it has changed, without end."""
    before = None
    for _, data in _overviews(project):
        if data != before:
            yield data
        before = data


def _overviews(project: Project) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the time and the overview after each record, and at least every `LOOK` seconds."""
    while True:
        project.expire()
        at = project.now()
        data = overview_now(project, at)
        yield at, data
        project.wait(data["seq"], LOOK)


class _Screen:
    """The parts of an overview, and as many of the newest lines as have room below it."""

    def __init__(self, at: str, parts: list[Laid], newest: list[Paragraph]) -> None:
        self._at = at
        self._parts = parts
        self._newest = newest

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width, height = options.max_width, options.height or console.height
        lines = [line for part in self._parts for line in part.lines(width)]
        room = height - len(lines) - 2
        if len(lines) > height:
            hidden = len(lines) - height + 1
            lines = [*lines[: height - 1], Text(f"… {hidden} more lines; Ctrl-C ends", "dim")]
        elif room > 0:
            newest = [line for one in self._newest for line in one.lines(width)]
            lines += [Text(), Text(f"newest records, {clock(self._at)}; Ctrl-C ends", "bold"), *newest[-room:]]
        yield Group(*lines)
