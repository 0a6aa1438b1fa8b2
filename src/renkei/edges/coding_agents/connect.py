"""Connects a program to a project for one directory, and disconnects it.

`connected.json` in the project's directory lists the written values with a digest of each. It is written before the
values, so that `disconnect` finds all of them after a kill at any point.
"""

import difflib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from renkei.edges.coding_agents.json_text import has_comments
from renkei.edges.coding_agents.program import CONNECTED, JoiningAgent, Program
from renkei.edges.coding_agents.settings_file import SettingsFile, Written
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, write_atomically


@frozen
class Connection:
    """A connected program: its agent, its directory, and the values written there."""

    program: str
    agent: str
    directory: str
    values: tuple[Written, ...]


@frozen
class SettingsChange:
    """The changes of connecting or disconnecting: the files, and the connections afterwards."""

    project: Path
    files: tuple[SettingsFile, ...]
    connections: tuple[Connection, ...]
    kept: tuple[Written, ...] = ()
    """Values that were changed or removed since they were written, and so stay as they are."""

    @property
    def is_empty(self) -> bool:
        """Whether no file changes."""
        return not any(one.changed for one in self.files)

    def difference(self) -> str:
        """Return the changes in the files as a unified diff."""
        return "".join(line for one in self.files for line in _difference(one))

    def write(self) -> None:
        """Write everything; raises OSError."""
        added = any(one.after is not None and one.changed for one in self.files)
        if added:
            save_connections(self.project, self.connections)
        for one in self.files:
            if one.changed:
                one.write()
        save_connections(self.project, self.connections)


def connecting(program: Program, member: JoiningAgent, directory: Path) -> SettingsChange:
    """Return the changes that connect a program; another agent of the same program and directory is replaced.

    Raises DocumentError for a settings file that cannot be read, or BadValueError.
    """
    known = connections(member.project)
    ours = next((one for one in known if _is(one, program.name, directory)), None)
    values = program.settings(member)
    files = _files(directory, [one.file for one in values] + [one.file for one in (ours.values if ours else ())])
    earlier: dict[tuple[str, str, str], Written] = {}
    if ours is not None and ours.agent != member.agent:
        for one in reversed(ours.values):
            files[one.file].take(one)
    elif ours is not None:
        earlier = {(one.file, one.pointer, one.digest): one for one in ours.values}
    written = []
    for value in values:
        one = files[value.file].add(value)
        written.append(_continued(one, earlier.get((one.file, one.pointer, one.digest))))
    for file in files.values():
        if not program.reads_comments and file.path.suffix == ".json" and has_comments(file.after or ""):
            problem = f"{program.title} does not read {file.name}, since it contains comments or trailing commas"
            raise BadValueError(path="", problem=problem, hint="Remove them, then retry. Nothing was changed.")
    rest = tuple(one for one in known if one is not ours)
    new = Connection(program.name, member.agent, str(directory), tuple(written))
    return SettingsChange(member.project, tuple(files.values()), (*rest, new))


def _continued(written: Written, earlier: Written | None) -> Written:
    """Return the record of a value, continued from an earlier connection that wrote it."""
    if earlier is None:
        return written
    if written.before:
        return earlier
    return written if written.made is not None else replace(written, made=earlier.made)


def disconnecting(program: str, project: Path, directory: Path) -> SettingsChange | None:
    """Return the changes that disconnect a program, or None. Raises DocumentError, or BadValueError."""
    known = connections(project)
    ours = next((one for one in known if _is(one, program, directory)), None)
    if ours is None:
        return None
    files = _files(directory, [one.file for one in ours.values])
    kept = tuple(one for one in reversed(ours.values) if not files[one.file].take(one))
    return SettingsChange(project, tuple(files.values()), tuple(one for one in known if one is not ours), kept)


def missing(connection: Connection) -> Iterator[Written]:
    """Yield values that were changed or removed since they were written."""
    files = _files(Path(connection.directory), [one.file for one in connection.values])
    yield from (one for one in connection.values if files[one.file].find(one.pointer, one.digest) is None)


def connections(project: Path) -> tuple[Connection, ...]:
    """Return the programs connected to a project; raises OSError, or BadValueError for an invalid file."""
    path = project / CONNECTED
    if not path.exists():
        return ()
    try:
        return tuple(_read(one) for one in json.loads(read_plain(path))["connections"])
    except (ValueError, TypeError, KeyError, RecursionError):
        problem = f"{path} cannot be read"
        raise BadValueError(path="", problem=problem, hint="Delete it, and connect the programs again.") from None


def find_connection(project: Path, program: str, directory: Path) -> Connection | None:
    """Return a program's connection for a directory; None if it has none."""
    return next((one for one in connections(project) if _is(one, program, directory)), None)


def save_connections(project: Path, found: Sequence[Connection]) -> None:
    """Write the connections, or delete the file if there are none."""
    if not found:
        (project / CONNECTED).unlink(missing_ok=True)
        return
    text = json.dumps({"connections": [asdict(one) for one in found]}, ensure_ascii=False, indent=2)
    write_atomically(project / CONNECTED, text.encode() + b"\n", durable=True)


def _read(data: dict[str, Any]) -> Connection:
    values = tuple(Written(**one) for one in data["values"])
    return Connection(data["program"], data["agent"], data["directory"], values)


def _is(connection: Connection, program: str, directory: Path) -> bool:
    return connection.program == program and connection.directory == str(directory)


def _files(directory: Path, names: Sequence[str]) -> dict[str, SettingsFile]:
    return {name: SettingsFile(directory, name) for name in dict.fromkeys(names)}


def _difference(file: SettingsFile) -> Iterator[str]:
    before, after = (text.splitlines(keepends=True) if text else [] for text in (file.before, file.after))
    old = file.name if file.before is not None else "/dev/null"
    new = file.name if file.after is not None else "/dev/null"
    for line in difflib.unified_diff(before, after, old, new):
        yield line if line.endswith("\n") else f"{line}\n"
