"""The destinations of a person's projects on this machine, in one file outside of every project.

Addresses of services hold tokens. So they are kept like consents: no log, backup or copied directory contains them,
only the owner can read the file, and cages hide it from commands. A destination belongs to a project in the directory
where it was added. A copy of that directory sends nothing.
"""

import json
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.errors import UnknownDestinationError
from renkei.errors import AlreadyExistsError, BadValueError, LogBrokenError, LogNotWritableError
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.writer_lock import WriterLock
from renkei.project.consenting import project_id
from renkei.project.project import Project
from renkei.store.settings.consents import OWNER_ONLY, consents_path

_Row = dict[str, Any]


@frozen
class Destinations:
    """The destinations of one project in one directory."""

    path: Path
    project: str
    directory: str

    @classmethod
    def of(cls, project: Project) -> "Destinations":
        """Return those of a project, in the file of the person who runs this process."""
        directory = "" if project.directory is None else str(project.directory.resolve())
        return cls(consents_path(os.environ).with_name("notifications.json"), project_id(project), directory)

    def load(self) -> tuple[Destination, ...]:
        """Return the destinations in the order in which they were added; raises LogBrokenError."""
        try:
            return tuple(Destination.model_validate(one["destination"]) for one in self._rows() if self._is_ours(one))
        except (BadValueError, KeyError):
            raise self._broken() from None

    def find(self, name: str) -> Destination:
        """Return the destination with an id; raises UnknownDestinationError, or LogBrokenError."""
        known = {one.id: one for one in self.load()}
        if name not in known:
            raise UnknownDestinationError(destination=name, known=", ".join(known) or "none")
        return known[name]

    def add(self, one: Destination) -> None:
        """Add a destination; raises AlreadyExistsError, LogBrokenError, or LogNotWritableError."""

        def added(rows: list[_Row]) -> list[_Row]:
            if any(self._is_ours(row) and row["destination"].get("id") == one.id for row in rows):
                raise AlreadyExistsError(name=one.id, what="a destination with this address for this person")
            found = {"project": self.project, "directory": self.directory, "destination": one.model_dump(mode="json")}
            return [*rows, found]

        self._change(added)

    def replace(self, one: Destination) -> None:
        """Replace a destination; raises UnknownDestinationError, LogBrokenError, or LogNotWritableError."""
        self.find(one.id)
        content = one.model_dump(mode="json")

        def replaced(row: _Row) -> _Row:
            is_it = self._is_ours(row) and row["destination"].get("id") == one.id
            return {**row, "destination": content} if is_it else row

        self._change(lambda rows: [replaced(row) for row in rows])

    def remove(self, name: str) -> None:
        """Remove a destination; raises UnknownDestinationError, LogBrokenError, or LogNotWritableError."""
        self.find(name)
        self._change(
            lambda rows: [one for one in rows if not (self._is_ours(one) and one["destination"].get("id") == name)]
        )

    def _is_ours(self, row: _Row) -> bool:
        return (row.get("project"), row.get("directory")) == (self.project, self.directory)

    def _rows(self) -> list[_Row]:
        try:
            found = json.loads(read_plain(self.path))
        except FileNotFoundError:
            return []
        except (OSError, ValueError, RecursionError):
            raise self._broken() from None
        is_list = isinstance(found, list) and all(isinstance(one, dict) for one in found)
        if not is_list or not all(isinstance(one.get("destination"), dict) for one in found):
            raise self._broken()
        return list(found)

    def _broken(self) -> LogBrokenError:
        return LogBrokenError(path=str(self.path), reason="it is not a list of destinations")

    def _change(self, changed: Callable[[list[_Row]], list[_Row]]) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with closing(WriterLock(self.path.with_suffix(".lock"))) as lock, lock.held():
                data = json.dumps(changed(self._rows()), indent=1).encode() + b"\n"
                write_atomically(self.path, data, durable=True, mode=OWNER_ONLY)
        except OSError as error:
            raise LogNotWritableError(path=str(self.path), reason=error.strerror or str(error)) from error
