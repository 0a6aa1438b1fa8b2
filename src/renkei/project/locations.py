"""The kinds of project locations: one row for each, which connects a log and the store beside it.

A location is written as `:memory:`, as the path of a directory, or as `SCHEME://…`. Another kind of log is a module in
`renkei.log`, one in `renkei.store`, and a row here.
"""

import os
import re
from collections.abc import Callable
from os import PathLike
from pathlib import Path

from renkei.errors import (
    BadValueError,
    LogNotWritableError,
    ProjectMissingError,
    UnsupportedLocationError,
    UnsupportedSystemError,
)
from renkei.immutable.frozen import frozen
from renkei.log.memory import MemoryLog
from renkei.log.port import Log
from renkei.log.posix import IS_SUPPORTED
from renkei.log.sqlite import SqliteLog
from renkei.store import stream_file
from renkei.store.directory import DirectoryStore, keep_out_of_git
from renkei.store.layout import NAME, Layout
from renkei.store.memory import MemoryStore
from renkei.store.port import Store
from renkei.store.stream_file import StreamFile

MEMORY = ":memory:"

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")


@frozen
class Access:
    """How a location is used.

    `create`: create missing files. `read_only`: None means if it cannot be written. `stream`: what a new project's log
    follows.
    """

    create: bool = False
    read_only: bool | None = None
    stream: StreamFile | None = None


Connect = Callable[[str, Access], tuple[Log, Store]]


def connect_memory(location: str, access: Access) -> tuple[Log, Store]:
    """Return a new log in memory."""
    log = MemoryLog()
    return log, MemoryStore(log)


def connect_directory(location: str, access: Access) -> tuple[Log, Store]:
    """Return the log in a directory, or in its `.renkei` if present; raises ProjectMissingError, LogError."""
    _check_system()
    directory = Path(location).absolute()
    if access.create:
        return _create_directory(directory, access.stream)
    within = directory / NAME
    if Layout(within).holds_project and not Layout(directory).holds_project:
        directory = within
    if (following := _following(directory, access.read_only)) is not None:
        from renkei.project.machines.streams import connect_shared  # most projects have no stream

        return connect_shared(directory, following)
    log = open_log(directory, read_only=access.read_only)
    return log, DirectoryStore(directory, log, read_only=log.read_only)


def _check_system() -> None:
    """Raise UnsupportedSystemError, before anything is written, if this system cannot keep a log in files."""
    if not IS_SUPPORTED:
        raise UnsupportedSystemError(act="keep a project in a directory")


def _create_directory(directory: Path, stream: StreamFile | None) -> tuple[Log, Store]:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if stream is not None:
            stream_file.save(Layout(directory), stream)
    except (OSError, ValueError) as error:
        raise LogNotWritableError(path=str(directory), reason=getattr(error, "strerror", "") or str(error)) from error
    keep_out_of_git(directory)
    if stream is not None:
        from renkei.project.machines.streams import connect_shared

        shared, store = connect_shared(directory, stream)
        store.introduce()
        return shared, store
    log = SqliteLog(Layout(directory).log, create=True)
    return log, DirectoryStore(directory, log)


LOCATIONS: dict[str, tuple[str, Connect]] = {
    "memory": (f"`{MEMORY}`", connect_memory),
    "directory": ("the path of a directory", connect_directory),
}
"""Each kind of location with the way to write it. A scheme is the name of a kind."""


def connect(location: str | Path, access: Access) -> tuple[Log, Store]:
    """Return the log and the store at a location.

    Raises BadValueError for a value that is not a location, UnsupportedLocationError for an unknown kind,
    UnsupportedSystemError, ProjectMissingError, or LogError.
    """
    supported = " or ".join(form for form, _ in LOCATIONS.values())
    if not isinstance(location, str | PathLike) or location == "":
        raise BadValueError(path="/location", got=location, expected=supported)
    kind = _kind_of(location)
    if kind not in LOCATIONS:
        raise UnsupportedLocationError(location=str(location), kind=kind, supported=supported)
    return LOCATIONS[kind][1](str(location), access)


def open_log(directory: Path, *, read_only: bool | None = None) -> SqliteLog:
    """Open the log in a project's directory; raises ProjectMissingError without one, or LogError.

    `read_only`: None means if the directory or the log cannot be written. A log that follows a stream catches up first,
    unless it is opened read-only or no server answers.
    """
    _check_system()
    if (following := _following(directory, read_only)) is not None:
        from renkei.project.machines.streams import open_replica

        return open_replica(directory, following)
    if not Layout(directory).log.is_file():
        raise ProjectMissingError(path=str(directory))
    read_only = not is_writable(directory) if read_only is None else read_only
    return SqliteLog(Layout(directory).log, read_only=read_only, create=False)


def _following(directory: Path, read_only: bool | None) -> StreamFile | None:
    """Return what the log in a directory follows, None if it follows nothing or is only read."""
    if not Layout(directory).holds_project:
        raise ProjectMissingError(path=str(directory))
    is_read = not is_writable(directory) if read_only is None else read_only
    return None if is_read else stream_file.load(Layout(directory))


def is_writable(directory: Path) -> bool:
    """Return whether this process may write a project's directory and its log."""
    files = (directory, Layout(directory).log)
    return all(os.access(path, os.W_OK) for path in files if path.exists())


def _kind_of(location: str | Path) -> str:
    if str(location) == MEMORY:
        return "memory"
    scheme = _SCHEME.match(location) if isinstance(location, str) else None
    return scheme[1].lower() if scheme else "directory"
