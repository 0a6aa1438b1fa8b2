"""The newest snapshot that a machine shared, so that a new machine replays few records instead of all.

It is kept beside the stream by its hash, and a shared value holds the hash. A snapshot is trusted only if it has this
hash and fits the log of this machine, as a snapshot in a file must. Any other is ignored, so that the records are
replayed. Every machine still reads all records from the stream.
"""

import json
from contextlib import suppress
from typing import Any

from renkei.engine.state import State
from renkei.errors import LogError
from renkei.immutable.frozen import frozen
from renkei.log.port import Log
from renkei.log.replication.stream import Stream
from renkei.store import snapshot

SNAPSHOT = "snapshot"
"""The key of the shared value."""

EVERY = 5000
"""Records after which a machine shares a new snapshot."""


@frozen
class _Shared:
    seq: int
    sha256: str


NONE = _Shared(0, "")


class SharedSnapshots:
    """The shared snapshots of a project. Its methods raise nothing: without a snapshot, records are replayed."""

    def __init__(self, stream: Stream, log: Log) -> None:
        self._stream = stream
        self._log = log

    def load(self, after: int) -> State | None:
        """Return the state of the newest snapshot if it fits the log and is at least `EVERY` records after a seq."""
        if self._log.last() - after < EVERY:
            return None
        with suppress(LogError):
            found = self._newest(self._stream.read_shared().get(SNAPSHOT))
            if found.seq - after >= EVERY:
                state = snapshot.decode(self._stream.snapshots.get(found.sha256), self._log)
                return state if state is not None and state.seq == found.seq else None
        return None

    def offer(self, state: State) -> None:
        """Share the snapshot of a state if the newest one is `EVERY` records older."""
        with suppress(LogError):
            before = self._stream.read_shared().get(SNAPSHOT)
            former = self._newest(before)
            if state.seq - former.seq < EVERY:
                return
            name = self._stream.snapshots.put(snapshot.encode(state, self._log))
            if self._stream.change_shared(SNAPSHOT, before, _encoded(_Shared(state.seq, name))):
                self._drop_all_but(name, former.sha256)  # another machine may be about to read the former one

    def _drop_all_but(self, *kept: str) -> None:
        """Delete the other snapshots, such as one whose machine was killed before it was named."""
        for name in self._stream.snapshots.names().difference(kept):
            self._stream.snapshots.drop(name)

    def _newest(self, value: bytes | None) -> _Shared:
        """Return what is in the shared value; NONE if renkei did not write it, or if it belongs to another log."""
        with suppress(ValueError, TypeError, KeyError, OverflowError, RecursionError):
            found: Any = json.loads(value or b"{}")
            if found["sha256"] and isinstance(found["sha256"], str) and 0 < int(found["seq"]) <= self._log.last():
                return _Shared(int(found["seq"]), found["sha256"])
        return NONE


def _encoded(shared: _Shared) -> bytes:
    return json.dumps({"seq": shared.seq, "sha256": shared.sha256}).encode()
