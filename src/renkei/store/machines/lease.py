"""Something that one machine of a project runs at a time, such as a bridge: a lease in a shared value.

The holder renews a count. The clocks of two machines are never compared: another machine measures with its own clock
how long the count has not changed. A holder may be suspended at any time and wake up after another machine took over,
so it renews its lease before each thing that must not be done twice. Only one machine can replace the value, so this
fails as soon as the lease is lost.
"""

import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from renkei.errors import LogError
from renkei.immutable.frozen import frozen
from renkei.log.replication.stream import Stream

LEASES = "leases/"
"""Prefix of the keys of shared values."""

RENEWED = 2.0
"""Seconds between two renewals of a holder, and between two looks of a machine that waits."""

LASTS = 10.0
"""Seconds without a renewal after which another machine may take over."""

Kept = Mapping[str, Any]
"""The data that a holder leaves for the next one, as JSON."""


@frozen
class _Value:
    machine: str
    holder: str
    """The id of the process, "" after a release."""
    count: int
    kept: Kept


NOBODY = _Value("", "", 0, {})


class Lease:
    """The lease with a `name`, as a process on a `machine` takes it. Threads may share it.

    Every method raises StreamUnavailableError, and LogUncertainError if the answer of the servers was lost.
    """

    def __init__(self, stream: Stream, name: str, machine: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.holder = secrets.token_hex(8)
        """Identifies this process as a holder."""
        self.found = NOBODY
        """The last value seen: whose it is, and what its holder kept."""
        self._stream = stream
        self._key = LEASES + name
        self._machine = machine
        self._clock = clock
        self._lock = threading.Lock()
        self.is_held = False
        """Whether this process had the lease when it was last renewed."""
        self._written: bytes | None = None
        self._seen: tuple[_Value, float] | None = None
        """A value of another holder, and when it was first seen."""

    def take(self, former: str = "") -> bool:
        """Take the lease if it is free or its holder is gone; return whether this process has it.

        `former`: the id of an earlier holder that is known to have ended. What the last holder kept stays.
        """
        with self._lock:
            looked = self._clock()
            try:
                before = self._stream.read_shared().get(self._key)
            except LogError:
                self._seen = None  # the holder could not renew either
                raise
            self.found = found = _parsed(before)
            if found.holder not in ("", former, self.holder) and not self._is_gone(found, looked):
                return False
            value = self._encoded(found.count + 1, found.kept, self.holder)
            if not self._stream.change_shared(self._key, before, value):
                return False
            self._written, self.is_held = value, True
            return True

    def _is_gone(self, found: _Value, looked: float) -> bool:
        """Return whether a holder has not renewed its lease for long."""
        if self._seen is None or self._seen[0] != found:
            self._seen = (found, self._clock())
        return looked - self._seen[1] > LASTS

    def renew(self, kept: Callable[[], Kept]) -> bool:
        """Renew the lease; return False if another machine has it. The next holder is given what `kept` returns."""
        return self._replace(self.holder, kept)

    def release(self, kept: Callable[[], Kept]) -> None:
        """Let another machine take the lease at once."""
        self._replace("", kept)

    def _replace(self, holder: str, kept: Callable[[], Kept]) -> bool:
        with self._lock:
            while self.is_held:
                value = self._encoded(_parsed(self._written).count + 1, kept(), holder)
                if self._stream.change_shared(self._key, self._written, value):
                    self._written, self.is_held = value, holder != ""
                    return True
                self._written = self._stream.read_shared().get(self._key)
                self.found = _parsed(self._written)
                self.is_held = self.found.holder == self.holder  # an answer of the servers was lost
            return False

    def _encoded(self, count: int, kept: Kept, holder: str) -> bytes:
        return json.dumps({"machine": self._machine, "holder": holder, "count": count, "kept": kept}).encode()


def _parsed(value: bytes | None) -> _Value:
    """Parse a value; return NOBODY if renkei did not write it."""
    try:
        found = _Value(**json.loads(value or b"{}"))
    except (ValueError, TypeError, RecursionError):
        return NOBODY
    kinds = [type(one) for one in (found.machine, found.holder, found.count, found.kept)]
    return found if kinds == [str, str, int, dict] else NOBODY
