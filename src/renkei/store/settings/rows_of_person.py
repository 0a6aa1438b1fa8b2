"""A file of the person who runs this process, outside of every project, with rows that belong to projects.

Such a file may hold secrets, such as an address with a token, or decide where messages go. So no log, backup or
copied directory contains it, only the owner can read it, and cages hide it from commands. A row belongs to a project in
the directory where it was added: a copy of that directory has none.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from renkei.errors import LogBrokenError, LogNotWritableError
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.writer_lock import WriterLock
from renkei.store.settings.consents import OWNER_ONLY

Value = dict[str, Any]


@frozen
class RowsOfPerson:
    """The rows of one project in one directory. `kind` is the key of the value in a row, such as `destination`."""

    path: Path
    project: str
    directory: str
    kind: str

    def load(self) -> list[Value]:
        """Return the values in the order in which they were added; raises LogBrokenError."""
        return [one[self.kind] for one in self._rows() if self._is_ours(one)]

    def change(self, changed: Callable[[list[Value]], Sequence[Value]]) -> None:
        """Replace the values of the project; raises LogBrokenError, or LogNotWritableError."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with closing(WriterLock(self.path.with_suffix(".lock"))) as lock, lock.held():
                others = [one for one in self._rows() if not self._is_ours(one)]
                ours = [self._row(one) for one in changed(self.load())]
                data = json.dumps([*others, *ours], indent=1).encode() + b"\n"
                write_atomically(self.path, data, durable=True, mode=OWNER_ONLY)
        except OSError as error:
            raise LogNotWritableError(path=str(self.path), reason=error.strerror or str(error)) from error

    def broken(self) -> LogBrokenError:
        """Return the error for a file that does not hold such rows."""
        return LogBrokenError(path=str(self.path), reason=f"it is not a list of {self.kind}s")

    def _row(self, value: Value) -> Value:
        return {"project": self.project, "directory": self.directory, self.kind: value}

    def _is_ours(self, row: Value) -> bool:
        return (row.get("project"), row.get("directory")) == (self.project, self.directory)

    def _rows(self) -> list[Value]:
        try:
            found = json.loads(read_plain(self.path))
        except FileNotFoundError:
            return []
        except (OSError, ValueError, RecursionError):
            raise self.broken() from None
        is_list = isinstance(found, list) and all(isinstance(one, dict) for one in found)
        if not is_list or not all(isinstance(one.get(self.kind), dict) for one in found):
            raise self.broken()
        return list(found)
