"""Creates a project and opens one, at any location that `renkei.project.locations` knows."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from renkei.dispatch.rules import Rule
from renkei.engine import commands as c
from renkei.engine.rules.defaults import default_rules
from renkei.engine.settle import settle
from renkei.engine.state import HUMAN, State
from renkei.errors import BadValueError, ProjectExistsError, ProjectMissingError
from renkei.project.locations import MEMORY, Access, connect
from renkei.project.project import Project, new_id, read_clock, utc_now
from renkei.protocol.primitives import Locale


def create(
    location: str | Path = MEMORY,
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
    """Create a project in a directory, or in memory, and return it open.

    `rules` are the five of the specification by default (section 5). `guarded`: suspend agents that repeat themselves
    or only exchange messages. `now` returns the time (ISO 8601) and `make_id` a unique id.

    Raises ProtocolError when a value is not allowed (nothing is written then), ProjectExistsError when the directory
    already holds a project, UnsupportedLocationError or LogError.
    """
    chosen = default_rules() if rules is None else _checked(rules, "rules", Rule)
    joining = _checked(members, "members", (c.Join, c.SetGroup))
    actions = (c.CreateProject(name, goal, phase, tuple(chosen), locale, guarded), *joining)
    # Decided once before anything exists: a refused project must leave no empty directory.
    settle(State(), c.Command("check", read_clock(now), HUMAN, actions)).to_json()
    log, store = connect(location, Access(create=True))
    project = Project(log, store, now, make_id)
    if log.last():
        project.close()
        raise ProjectExistsError(path=str(location))
    project.do(*actions, actor=HUMAN)
    project.flush()
    return project


def open(  # noqa: A001 – renkei.open reads well
    location: str | Path = ".renkei", now: Callable[[], str] = utc_now, *, read_only: bool | None = None
) -> Project:
    """Open the project in a directory; `":memory:"` creates a new one.

    `read_only`: never write, while other processes may; by default only where the directory cannot be written.

    Raises ProjectMissingError when the directory holds no project, UnsupportedLocationError, LogTooNewError when a
    later release wrote the log, or another LogError.
    """
    if str(location) == MEMORY:
        return create(MEMORY, now=now)
    log, store = connect(location, Access(read_only=read_only))
    project = Project(log, store, now)
    if not log.last():
        project.close()
        raise ProjectMissingError(path=str(location))
    return project


def _checked(values: Sequence[Any], path: str, kinds: type | tuple[type, ...]) -> tuple[Any, ...]:
    """Return values as a tuple; raises BadValueError for one that is not of the kinds."""
    names = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
    for index, value in enumerate(values):
        if not isinstance(value, kinds):
            raise BadValueError(path=f"/{path}/{index}", got=value, expected=names)
    return tuple(values)
