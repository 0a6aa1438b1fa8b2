"""States along a log, each a compressed snapshot, so that a past state costs few records instead of all.

They are disposable like the newest snapshot. Their number is bounded: when there are too many, every second one is
deleted.
"""

from contextlib import suppress
from pathlib import Path

from renkei.engine.state import State
from renkei.errors import LogError
from renkei.log.atomic_write import make_plain_directory
from renkei.log.port import Log
from renkei.store import snapshot

SPACING = 1000
"""Records between two states while there are few."""

MOST = 256
"""Most states kept."""


class PastStates:
    """The states in a folder beside a log; `read_only`: none is added or deleted."""

    def __init__(self, folder: Path, log: Log, *, read_only: bool = False) -> None:
        self._folder = folder
        self._log = log
        self._read_only = read_only

    def before(self, seq: int) -> State | None:
        """Return the last state at or before a record that fits the log, or None."""
        for at in reversed(self._seqs()):
            if at <= seq:
                state = snapshot.load(self._path(at), self._log)
                if state is not None and state.seq == at:
                    return state
                self._delete(at)
        return None

    def keep(self, state: State) -> None:
        """Add a state unless another is near."""
        seqs = self._seqs()
        if self._read_only or any(abs(state.seq - other) < SPACING for other in seqs):
            return
        with suppress(OSError, LogError):
            make_plain_directory(self._folder)
            snapshot.save(self._path(state.seq), state, self._log)
        if len(seqs) >= MOST:
            for old in seqs[::2]:
                self._delete(old)

    def _path(self, seq: int) -> Path:
        return self._folder / f"{seq}{snapshot.COMPRESSED}"

    def _seqs(self) -> list[int]:
        """Return the seqs of the states, ascending."""
        with suppress(OSError):
            return sorted(int(one.stem) for one in self._folder.glob(f"*{snapshot.COMPRESSED}") if one.stem.isdecimal())
        return []

    def _delete(self, seq: int) -> None:
        if not self._read_only:
            with suppress(OSError):
                self._path(seq).unlink(missing_ok=True)
