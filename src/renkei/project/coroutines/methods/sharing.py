"""The asynchronous form of `renkei.project.machines.sharing`, written by `make docs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renkei.log.replication.stream import Standing
from renkei.project.coroutines.form import AsyncForm
from renkei.project.machines.sharing import Machine
from renkei.store.machines.lease import Lease
from renkei.store.settings.personal import Change, Settings

if TYPE_CHECKING:
    pass


class SharingMethods(AsyncForm):
    """The part of a `Project` for projects that several machines share."""

    async def settings(self, person: str) -> Settings:
        """Return what a person has set for itself, such as how far it has read; raises UnknownActorError."""
        return await self._calls.run(lambda: self._project.settings(person))

    async def change_settings(self, person: str, changed: Change) -> None:
        """Replace a person's settings by the result of a function, called with the present ones. No record is written.

        Raises UnknownActorError, or LogNotWritableError.
        """
        await self._calls.run(lambda: self._project.change_settings(person, changed))

    async def lease(self, name: str) -> Lease | None:
        """Return the lease of something that one machine at a time may run; None if the project is on one machine."""
        return await self._calls.run(lambda: self._project.lease(name))

    async def servers(self) -> Standing | None:
        """Return the servers of the project's stream, as they were seconds ago; None if the project has none."""
        return await self._calls.run(lambda: self._project.servers())

    async def signed_by(self, seq: int) -> str | None:
        """Return the machine whose signature of a record is right; None if that is unknown.

        Projects on one machine have no signatures. Raises LogError.
        """
        return await self._calls.run(lambda: self._project.signed_by(seq))

    async def machines(self) -> list[Machine]:
        """Return the machines of the project by name, with this one; nothing if the project is on one machine.

        Another machine tells the others what it has some seconds after a new record, and only while a process follows
        the log there. Without the servers, only this machine is known.
        """
        return await self._calls.run(lambda: self._project.machines())
