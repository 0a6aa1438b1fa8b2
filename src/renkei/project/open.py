"""Making a project and opening one: in a directory, or in memory."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.rules.defaults import default_rules
from renkei.engine.settle import settle
from renkei.engine.state import HUMAN, State
from renkei.errors import ProjectExistsError, ProjectMissingError
from renkei.log.memory import MemoryLog
from renkei.project.project import Project, new_id, utc_now
from renkei.protocol.primitives import Locale, utc

MEMORY = ":memory:"
LOG_NAME = "log.db"


def create(
    path: str | Path = MEMORY,
    name: str = "project",
    goal: str = "",
    phase: str = "start",
    rules: Sequence[Rule] | None = None,
    locale: Locale = "en",
    members: Sequence[c.Join | c.SetGroup] = (),
    guarded: bool = True,
    now: Callable[[], str] = utc_now,
    make_id: Callable[[], str] = new_id,
) -> Project:
    """Make a project in a new directory, or in memory. `rules` are the specification's five by default.

    Raises ProtocolError when something is not allowed (nothing is on disk then), ProjectExistsError when the directory holds
    a project already.
    """
    chosen = tuple(default_rules() if rules is None else rules)
    parts = (c.CreateProject(name, goal, phase, chosen, locale, guarded), *members)
    settle(State(), c.Command("check", utc(now()), HUMAN, parts)).to_json()
    if str(path) == MEMORY:
        project = Project(MemoryLog(), None, now, make_id)
    else:
        directory = Path(path).absolute()
        directory.mkdir(parents=True, exist_ok=True)
        project = _on_disk(directory, now, make_id, create=True)
        if project.log.last():
            project.close()
            raise ProjectExistsError(path=str(directory))
    project.do(*parts, actor=HUMAN)
    return project


def open(  # noqa: A001 – renkei.open reads well
    path: str | Path = ".renkei", now: Callable[[], str] = utc_now, *, read_only: bool | None = None
) -> Project:
    """Open the project in a directory, or a new one in memory for `":memory:"`.

    `read_only`: only look, whatever others write meanwhile; by default where the place cannot be written. Raises
    ProjectMissingError when there is none, LogTooNewError when a later release wrote it.
    """
    if str(path) == MEMORY:
        return create(MEMORY, now=now)
    directory = Path(path).absolute()
    if not (directory / LOG_NAME).is_file():
        raise ProjectMissingError(path=str(directory))
    looking = not writable(directory) if read_only is None else read_only
    project = _on_disk(directory, now, new_id, read_only=looking)
    if not project.log.last():
        project.close()
        raise ProjectMissingError(path=str(directory))
    return project


def writable(directory: Path) -> bool:
    """Tell whether the log in a directory can be written here."""
    return all(os.access(place, os.W_OK) for place in (directory, directory / LOG_NAME))


def _on_disk(
    directory: Path,
    now: Callable[[], str],
    make_id: Callable[[], str],
    *,
    read_only: bool = False,
    create: bool = False,
) -> Project:
    from renkei.log.sqlite import SqliteLog  # not needed for projects in memory

    log = SqliteLog(directory / LOG_NAME, read_only=read_only, create=create)
    return Project(log, directory, now, make_id, read_only=read_only)
