"""Shows how far a long log is read when a project is opened: one that has no snapshot of its state."""

import sys
from time import monotonic

from renkei.project.project import Project

MANY = 10_000
"""Records that are read in less than a second."""

PATIENCE = 1.0
"""Seconds of reading before the progress is shown."""


def show_reading(project: Project) -> None:
    """Read a long log to its end, and show the progress on a terminal when that takes longer than `PATIENCE`."""
    if not sys.stderr.isatty() or project.unread <= MANY:
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # slow to import

    from renkei.edges.cli.output.rich_terminal import rich_console

    columns = (TextColumn("reading the log"), BarColumn(), MofNCompleteColumn())
    progress = Progress(*columns, console=rich_console(stderr=True), transient=True, auto_refresh=False)
    bar = progress.add_task("", total=project.log.last())
    start = monotonic()
    try:
        for seq in project.read_on():
            progress.update(bar, completed=seq)
            if monotonic() - start >= PATIENCE:
                progress.start()
                progress.refresh()
    finally:
        if progress.live.is_started:
            progress.stop()
