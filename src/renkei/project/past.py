"""The past of a `Project`: its state after any record, the history of a field or a file, landmarks."""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

from abc import ABC, abstractmethod
from bisect import bisect_right
from heapq import merge
from itertools import islice
from operator import attrgetter

from renkei.contracts.state import Contract
from renkei.engine.apply import apply
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.files import FileWork, file_work
from renkei.engine.views.past.changes import BoardChange
from renkei.engine.views.past.field_changes import field_changes
from renkei.engine.views.past.file_log import FileLogEntry, file_log
from renkei.engine.views.past.landmarks import Landmark, landmarks
from renkei.errors import BadValueError
from renkei.files.patterns import key_of, matches, normal_path, normal_pattern
from renkei.log.collecting import seldom_collected
from renkei.log.port import Log
from renkei.project.recent_states import SPACING, RecentStates
from renkei.project.writing.writer import Writer
from renkei.protocol.primitives import utc
from renkei.store.port import Store

NEAR = 500
"""Most records replayed from a state in memory; beyond that, reading a state from the store is faster."""


class Past(ABC):
    """The past of a `Project`, and its files in work."""

    log: Log
    _store: Store
    _writer: Writer
    _recent: RecentStates

    @property
    @abstractmethod
    def state(self) -> State:
        """The state at the end of the log."""

    @abstractmethod
    def record(self, seq: int) -> Record:
        """Return one record of the log."""

    @abstractmethod
    def heartbeats(self) -> dict[str, str]:
        """Return each agent's last heartbeat."""

    @abstractmethod
    def find_contract(self, ref: str) -> Contract:
        """Return any contract."""

    def state_at(self, seq: int) -> State:
        """Return the state after the record `seq`; raises BadValueError for a record that does not exist."""
        last = self.log.last()
        if not 0 <= seq <= last:
            raise BadValueError(path="seq", got=seq, problem=f"seq {seq} does not exist; the last is {last}")
        known = self._writer.known
        if seq == known.seq:
            return known
        state = self._recent.before(seq)
        if state is None or seq - state.seq > NEAR:
            state = self._store.past_state(seq) or State()
        with seldom_collected:
            for record in islice(self.log.read(state.seq), seq - state.seq):
                state = apply(state, record)
                self._store.keep(state)
                if state.seq % SPACING == 0:
                    self._recent.keep(state)
        self._recent.keep(state)
        return state

    def seq_at(self, at: str) -> int:
        """Return the last record at or before a time (UTC, ISO 8601), or 0.

        It looks at a few records only. Raises BadValueError for a text that is no time.
        """
        try:
            wanted = utc(at)
        except ValueError:
            raise BadValueError(path="/at", got=at, expected="a time such as 2026-01-05T10:00:00Z") from None
        return bisect_right(range(1, self.log.last() + 1), wanted, key=lambda seq: self.record(seq).at)

    def field_changes(self, path: str, before: int | None = None, limit: int = 10) -> list[BoardChange]:
        """Return the newest changes of one field of the board, newest first: those of about `limit` records.

        An added entry is a change of each of its fields. `before`: only changes before this record, such as the oldest
        of the previous page. Empty for a field never written. Raises BadValueError.
        """
        if limit < 1:
            raise BadValueError(path="/limit", got=limit, expected="1 or more")
        state = self.state if before is None else self.state_at(max(0, before - 1))
        return field_changes(state, path, limit, self.record, self.state_at)

    def landmarks(self) -> list[Landmark]:
        """Return the landmarks of the log, by seq: decisions, blockers, suspensions, closed contracts."""
        return landmarks(self.state, self.log.newest_about("contract"), self.log.seqs_about("suspension"))

    def files(self) -> list[FileWork]:
        """Return the files that are reserved, that contracts at work will change, or that were changed, by path."""
        return file_work(self.state, self.heartbeats())

    def file_log(self, path: str) -> list[FileLogEntry]:
        """Return who changed a file, for which contract and by whose decision, the oldest change first.

        `path` may also be a pattern or a directory. Empty for unchanged files. Raises BadValueError.
        """
        name = key_of(normal_path(path, "/path"))
        keys = list(self.log.names("file"))
        if name in keys:
            keys = [name]
        else:
            pattern = normal_pattern(path, "/path")
            keys = [key for key in keys if matches(pattern, key)]
        found = [file_log(self.log.records_about("file", key), key, self._about) for key in sorted(keys)]
        return list(merge(*found, key=attrgetter("seq")))

    def _about(self, contract: str) -> tuple[Contract, list[Record]]:
        return self.find_contract(contract), list(self.log.records_about("contract", contract))
