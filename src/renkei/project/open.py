"""Open a project at any location known to `renkei.project.locations`."""

from collections.abc import Callable
from pathlib import Path

from renkei.errors import ProjectMissingError
from renkei.project.clock import utc_now
from renkei.project.locations import MEMORY, Access, connect
from renkei.project.project import Project


def open(  # noqa: A001 – renkei.open reads well
    location: str | Path = ".renkei", now: Callable[[], str] = utc_now, *, read_only: bool | None = None
) -> Project:
    """Open the project in a directory, or the one in its `.renkei`; `":memory:"` creates a new one.

    `read_only`: never write, while other processes may; by default only if the directory cannot be written.

    Raises BadValueError for a value that is not a location, ProjectMissingError if the directory holds no project,
    UnsupportedLocationError, LogTooNewError if a later release wrote the log, or another LogError.
    """
    if str(location) == MEMORY:
        from renkei.project.create import create  # imports what reads and checks documents

        return create(MEMORY, now=now)
    log, store = connect(location, Access(read_only=read_only))
    project = Project(log, store, now)
    if not log.last():
        project.close()
        raise ProjectMissingError(path=str(location))
    return project
