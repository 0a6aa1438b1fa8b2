"""The files in work as a tree, with who changes, plans or has reserved them, for which contract, and overlaps."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from renkei.edges.view.visit import Visit
from renkei.engine.views.files import FileWork, file_work
from renkei.engine.views.past.file_log import FileLogEntry
from renkei.immutable.frozen import frozen

MOST_FILES = 400
"""Files and patterns that the tree shows."""

MOST_CHANGES = 100
"""Newest changes of a file that its page shows."""


@frozen
class ShownPath:
    """A file or a pattern of the tree: its name in its directory, and the work on it."""

    name: str
    work: tuple[FileWork, ...]


@frozen
class Directory:
    """A directory of the tree. A directory that holds only another directory is shown together with it."""

    path: str
    name: str
    directories: "tuple[Directory, ...]"
    files: tuple[ShownPath, ...]


def show(visit: Visit) -> dict[str, Any]:
    """Return the tree of the files that the filters of the address let through."""
    every = file_work(visit.state, visit.alive)
    agent, only = visit.query.get("agent", ""), visit.query.get("overlaps", "")
    found = [one for one in every if agent in ("", one.agent) and (one.others or not only)]
    paths = [(path, tuple(work)) for path, work in groupby(found, key=lambda one: one.path)]
    return {
        "tree": directory(paths[:MOST_FILES]),
        "counts": {
            "files": len({one.path for one in every}),
            "agents": len({one.agent for one in every}),
            "overlaps": len({one.path for one in every if one.others}),
        },
        "hidden": max(0, len(paths) - MOST_FILES),
        "agents": sorted({one.agent for one in every}),
        "filters": {"agent": agent, "overlaps": only},
        "policy": visit.state.files.policy,
    }


def directory(paths: Iterable[tuple[str, tuple[FileWork, ...]]], path: str = "", name: str = "") -> Directory:
    """Return the directory that holds some paths, which are sorted; theirs are relative to it."""
    within = [(*_split(one), work) for one, work in paths]
    files = tuple(ShownPath(last, work) for first, last, work in within if not first)
    inside = sorted((one for one in within if one[0]), key=lambda one: one[0])
    directories = tuple(
        directory(((last, work) for _, last, work in rows), f"{path}{first}/", first)
        for first, rows in groupby(inside, key=lambda one: one[0])
    )
    if name and len(directories) == 1 and not files:
        (only,) = directories
        return Directory(only.path, f"{name}/{only.name}", only.directories, only.files)
    return Directory(path, name, directories, files)


def _split(path: str) -> tuple[str, str]:
    """Return the first directory of a path, and the rest; patterns that begin with a wildcard are in none."""
    first, _, rest = path.partition("/")
    return (first, rest) if rest and not set("*?").intersection(first) else ("", path)


def show_log(visit: Visit) -> dict[str, Any]:
    """Return who changed a file, the newest change first; raises BadValueError for a path outside the repository."""
    path = visit.query.get("path", "").strip()
    found = [one for one in visit.project.file_log(path) if one.seq <= visit.seq] if path else []
    return {
        "path": path,
        "changes": list(_days(found[::-1][:MOST_CHANGES])),
        "hidden": max(0, len(found) - MOST_CHANGES),
        "now_by": [one for one in file_work(visit.state, visit.alive) if one.path == path],
    }


def _days(changes: Sequence[FileLogEntry]) -> Iterator[tuple[str, FileLogEntry]]:
    """Yield each change with its day, where that is another one than the change before has."""
    last = ""
    for one in changes:
        day = one.at[:10]
        yield (day if day != last else ""), one
        last = day
