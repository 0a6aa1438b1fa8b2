"""Finds the project that a command works on: $RENKEI_PROJECT, or the nearest one at or above the current directory."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

import click

import renkei
from renkei.edges.cli.arguments.person import check_person, way
from renkei.edges.cli.output.echo import echo
from renkei.edges.cli.output.progress import show_reading
from renkei.engine.record import Record
from renkei.errors import ProjectMissingError, RecordUnfitError
from renkei.project.project import Project
from renkei.store.layout import NAME, Layout

VARIABLE = "RENKEI_PROJECT"
"""The environment variable that names a project, so that none is searched for."""


def open_project(directory: Path | None = None) -> Project:
    """Open the project in a directory, or else the one that a command works on.

    When the command is done, edits of `board.yaml` that had to be copied are reported. Raises ProjectMissingError, or
    NotAPersonError.
    """
    layout = Layout(directory or project_directory())
    before = layout.edited_boards()
    project = renkei.open(layout.directory).through(way())
    with suppress(RecordUnfitError):  # what is before that record is shown
        show_reading(project)
    if not project.log.is_current:
        known = f"This is what was known here at {project.state.at}, and nothing can be written."
        echo(f"note: the servers of the project's stream do not answer. {known}", err=True)
    state = project.state
    if project.unfit is not None:
        known = f"This is what was known after record {state.seq}, and nothing can be written."
        echo(f"note: {project.unfit.message} {known}", err=True)
    check_person(state)
    running = click.get_current_context(silent=True)  # there is none while a shell completes
    if running is not None:
        running.call_on_close(lambda: _report_edits(layout, before))
    return project


def known_records(project: Project, after: int = 0) -> Iterator[Record]:
    """Yield the records after a seq, up to one that does not fit those before it, which `open_project` has reported."""
    return islice(project.records(after), max(0, last_known(project) - after))


def last_known(project: Project) -> int:
    """Return the seq of the last record, or of the record before one that does not fit those before it."""
    return project.log.last() if project.unfit is None else project.state.seq


def _report_edits(layout: Layout, before: Sequence[Path]) -> None:
    for file in layout.edited_boards():
        if file not in before:
            echo(f"note: board.yaml was edited, and the edits are not applied: they are now in {file}.", err=True)
            echo("  `renkei board edit` opens them; `renkei board apply FILE` writes them.", err=True)


def project_directory() -> Path:
    """Return the directory of the project; raises ProjectMissingError when there is none."""
    given = os.environ.get(VARIABLE)
    if given:
        return directory_in(Path(given))
    here = Path.cwd()
    places = (directory_in(here), *(parent / NAME for parent in here.parents))
    found = next((place for place in places if Layout(place).holds_project), None)
    if found is None:
        raise ProjectMissingError(path=str(here))
    return found


def directory_in(place: Path) -> Path:
    """Return the directory of the project of `place`: `.renkei` in it, or `place` itself if the log is there."""
    return place if not Layout(place / NAME).holds_project and Layout(place).holds_project else place / NAME


def new_project_directory() -> Path:
    """Return where a new project is created: $RENKEI_PROJECT, or `.renkei` in the current directory."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else Path(NAME)


def project_name(directory: Path) -> str:
    """Return the name of a project: that of the directory that holds `.renkei`, or of the project's own directory."""
    full = directory.absolute()
    holder = full.parent if full.name == NAME else full
    return "-".join(holder.name.split()) or "project"
