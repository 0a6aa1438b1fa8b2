"""What is derived from the log beside it: the board file and the snapshots. Nothing depends on either."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.log.port import Log
from renkei.store import snapshot
from renkei.store.board_file import BoardFile

CLOSING = 100
"""How many records make it worth writing a snapshot when a project is closed."""

BOARD_EVERY = 50
"""After how many records the board file is written though other threads go on writing records."""


class Derived:
    """The files of one process; what cannot be written is left as it is, since the records are safe all the same."""

    def __init__(self, directory: Path, log: Log, seq: int) -> None:
        self.directory = directory
        self._log = log
        self._board_file = BoardFile(directory)
        self._board_stale = False
        self._board_seq = self._snapshot_seq = seq
        self._saving: threading.Thread | None = None

    def seen(self, record: Record) -> None:
        """Note a record, whoever appended it."""
        self._board_file.touch(record.events)

    def appended(self, record: Record) -> None:
        """Note a record of this process, which brings the files up to date."""
        self._board_stale |= self._board_file.touch(record.events)

    def refresh(self, state: State, newest: Callable[[], State], busy: bool) -> None:
        """Bring the files up to date with a state; `busy`: more is coming, which may as well wait for the rest.

        `newest` reads the log on: what others have appended since belongs on the board that is written last.
        """
        if state.seq - self._snapshot_seq >= snapshot.EVERY:
            self._snapshot_seq = state.seq
            self._saving = threading.Thread(target=self._save, args=(state,))
            self._saving.start()
        if self._board_stale and (not busy or state.seq - self._board_seq >= BOARD_EVERY):
            self._board_stale, self._board_seq = False, state.seq
            self._write_board(newest)

    def _write_board(self, newest: Callable[[], State]) -> None:
        with suppress(OSError), self._board_file.held():
            self._board_file.write(newest().board)

    def _save(self, state: State) -> None:
        last = next(iter(self._log.read(state.seq - 1)), None)
        if last is not None:
            with suppress(OSError):
                snapshot.save(self.directory, state, last.id)

    def close(self, state: State, newest: Callable[[], State]) -> None:
        """Wait for the snapshot that is being written, and write one if it is worth it; leave no board that is old."""
        if self._board_stale:
            self._board_stale = False
            self._write_board(newest)
        if self._saving is not None:
            self._saving.join()
        if state.seq - self._snapshot_seq >= CLOSING:
            self._snapshot_seq = state.seq
            self._save(state)
        self._board_file.close()
