"""The asynchronous form of `renkei.project.past`, written by `make docs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renkei.engine.state import State
from renkei.engine.views.files import FileWork
from renkei.engine.views.past.changes import BoardChange
from renkei.engine.views.past.file_log import FileLogEntry
from renkei.engine.views.past.landmarks import Landmark
from renkei.project.coroutines.form import AsyncForm

if TYPE_CHECKING:
    pass


class PastMethods(AsyncForm):
    """The past of a `Project`, and its files in work."""

    async def state_at(self, seq: int) -> State:
        """Return the state after the record `seq`; raises BadValueError for a record that does not exist."""
        return await self._calls.run(lambda: self._project.state_at(seq))

    async def seq_at(self, at: str) -> int:
        """Return the last record at or before a time (UTC, ISO 8601), or 0.

        It looks at a few records only. Raises BadValueError for a text that is no time.
        """
        return await self._calls.run(lambda: self._project.seq_at(at))

    async def field_changes(self, path: str, before: int | None = None, limit: int = 10) -> list[BoardChange]:
        """Return the newest changes of one field of the board, newest first: those of about `limit` records.

        An added entry is a change of each of its fields. `before`: only changes before this record, such as the oldest
        of the previous page. Empty for a field never written. Raises BadValueError.
        """
        return await self._calls.run(lambda: self._project.field_changes(path, before, limit))

    async def landmarks(self) -> list[Landmark]:
        """Return the landmarks of the log, by seq: decisions, blockers, suspensions, closed contracts."""
        return await self._calls.run(lambda: self._project.landmarks())

    async def files(self) -> list[FileWork]:
        """Return the files that are reserved, that contracts at work will change, or that were changed, by path."""
        return await self._calls.run(lambda: self._project.files())

    async def file_log(self, path: str) -> list[FileLogEntry]:
        """Return who changed a file, for which contract and by whose decision, the oldest change first.

        `path` may also be a pattern or a directory. Empty for unchanged files. Raises BadValueError.
        """
        return await self._calls.run(lambda: self._project.file_log(path))
