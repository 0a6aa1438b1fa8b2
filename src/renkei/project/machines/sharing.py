"""What a `Project` shares with its other machines beside the log."""

from abc import ABC

from renkei.store.lease import Lease
from renkei.store.port import Store


class Sharing(ABC):
    """The part of a `Project` for projects that several machines share."""

    _store: Store

    def lease(self, name: str) -> Lease | None:
        """Return the lease of something that one machine at a time may run; None if the project is on one machine."""
        return self._store.lease(name)
