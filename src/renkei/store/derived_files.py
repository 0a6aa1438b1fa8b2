"""When to write the files derived from the log: the board file, the snapshots and the search index.

They are written beside the acknowledgement of a record, not before it, and only while no command waits: a burst costs
one write. Snapshots and the index have their own thread. A file that cannot be written is left as it is, since the
records are safe.
"""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress

from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.errors import LogError
from renkei.log.port import Log
from renkei.store import snapshot
from renkei.store.board_file import BoardFile
from renkei.store.layout import Layout
from renkei.store.past_states import PastStates
from renkei.store.search_index import SearchIndex
from renkei.store.settings.consents import note_own_commands

SNAPSHOT_EVERY = 1000
"""Records after which a process writes a new snapshot."""

SNAPSHOT_AT_CLOSE = 100
"""Records since the last snapshot that justify a new one when a project is closed."""


class DerivedFiles:
    """The derived files of one project, as one process writes them."""

    def __init__(self, layout: Layout, log: Log, past: PastStates, search: SearchIndex) -> None:
        self._layout = layout
        self._log = log
        self._past = past
        self._search = search
        self._board_file = BoardFile(layout)
        self._board_stale = False
        """Whether this process changed the board after the file was last written."""
        self._snapshot_seq = 0
        self._saving: threading.Thread | None = None
        self.saved: Callable[[State], None] = lambda state: None
        """Called with the state of each snapshot of the newest state, in the thread that saved it."""

    def start(self, seq: int) -> None:
        """Count from the record `seq`, the last one covered by a snapshot."""
        self._snapshot_seq = seq

    def need_board(self) -> None:
        """Write the board file with the next record, or when the project is closed, if it is missing."""
        self._board_stale |= not self._layout.board.exists()

    def observe(self, record: Record) -> None:
        """Note another process's record; that process writes the files."""
        self._board_file.touch(record.events)

    def observe_own(self, record: Record) -> None:
        """Note a record of this process."""
        note_own_commands(record)
        self._board_stale |= self._board_file.touch(record.events)

    def refresh(self, state: State, newest: Callable[[], State]) -> None:
        """Write the stale files.

        `newest` reads the log to its end: the last process to write the board writes the newest.
        """
        if state.seq - self._snapshot_seq >= SNAPSHOT_EVERY:
            self._snapshot_seq = state.seq
            self._saving = threading.Thread(target=self._save, args=(state,))
            self._saving.start()
        if self._board_stale:
            self._write_board(newest)

    def close(self, state: State, newest: Callable[[], State]) -> None:
        """Write the board if it is stale and a snapshot if worthwhile; wait for one in progress."""
        if self._board_stale:
            self._write_board(newest)
        if self._saving is not None:
            self._saving.join()
        if state.seq - self._snapshot_seq >= SNAPSHOT_AT_CLOSE:
            self._snapshot_seq = state.seq
            self._save(state)
        self._board_file.close()

    def _write_board(self, newest: Callable[[], State]) -> None:
        self._board_stale = False
        try:
            with self._board_file.held():
                self._board_file.write(newest().board)
        except (OSError, LogError):
            self._board_stale = True  # the next record or closing the project tries again

    def _save(self, state: State) -> None:
        with suppress(OSError, LogError):
            snapshot.save(self._layout.snapshot, state, self._log)
            self._past.keep(state)
        self.saved(state)
        with suppress(sqlite3.Error, OSError, LogError):
            self._search.update()
