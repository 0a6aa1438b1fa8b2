"""A clock that a test moves."""

from datetime import timedelta
from threading import Lock

from renkei.protocol.primitives import later, utc

START = "2026-01-05T09:00:00Z"
"""A Monday morning."""


class ManualClock:
    """The time of a project: `create(now=clock)`. Any number of projects and threads may share one.

    It moves by a microsecond whenever it is looked at, so that no two records have the same time, and by `advance`,
    which lets deadlines, leases and pauses pass. Waiting itself, such as the `timeout` of `wait_for_work`, takes real
    seconds.
    """

    def __init__(self, at: str = START) -> None:
        self._lock = Lock()
        self.at = at

    @property
    def at(self) -> str:
        """Its time (ISO 8601, UTC, microseconds). Assign any time with an offset; it raises ValueError for others."""
        return self._at

    @at.setter
    def at(self, at: str) -> None:
        self._at = utc(at)

    def __call__(self) -> str:
        """Return a time that no look has returned before."""
        return self._after(timedelta(microseconds=1))

    def advance(self, seconds: float = 0, *, minutes: float = 0, hours: float = 0, days: float = 0) -> str:
        """Move it, and return its new time. `project.tick()` then applies the deadlines that have passed."""
        return self._after(timedelta(seconds=seconds, minutes=minutes, hours=hours, days=days))

    def _after(self, by: timedelta) -> str:
        with self._lock:
            self._at = later(self._at, by // timedelta(microseconds=1))
            return self._at
