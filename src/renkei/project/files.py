"""What a `Project` says about files: those in work, and who changed a file."""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

from abc import ABC, abstractmethod
from heapq import merge
from operator import attrgetter

from renkei.contracts.state import Contract
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.files import FileWork, file_work
from renkei.engine.views.past.file_log import FileLogEntry, file_log
from renkei.files.patterns import matches, normal_pattern
from renkei.log.port import Log


class FilesInWork(ABC):
    """The files of a `Project`."""

    log: Log

    @property
    @abstractmethod
    def state(self) -> State:
        """The state at the end of the log."""

    @abstractmethod
    def heartbeats(self) -> dict[str, str]:
        """Return each agent's last heartbeat."""

    @abstractmethod
    def find_contract(self, ref: str) -> Contract:
        """Return any contract."""

    def files(self) -> list[FileWork]:
        """Return the files that are reserved, that contracts at work will change, or that were changed, by path."""
        return file_work(self.state, self.heartbeats())

    def file_log(self, path: str) -> list[FileLogEntry]:
        """Return who changed a file, for which contract and by whose decision, the oldest change first.

        `path` may be a pattern or a directory. Empty for files that nobody changed. Raises BadValueError.
        """
        pattern = normal_pattern(path, "/path")
        keys = [key for key in self.log.names("file") if matches(pattern, key)]
        found = [file_log(self.log.records_about("file", key), key, self._about) for key in sorted(keys)]
        return list(merge(*found, key=attrgetter("seq")))

    def _about(self, contract: str) -> tuple[Contract, list[Record]]:
        return self.find_contract(contract), list(self.log.records_about("contract", contract))
