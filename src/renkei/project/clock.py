"""The time now, and new ids, which the pure core does not have."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic

from renkei.errors import BadValueError
from renkei.protocol.primitives import later, seconds_between, utc

CATCHES_UP = 1.0
"""Seconds that a clock may be behind; within that, successive records are microseconds apart."""


def utc_now() -> str:
    """Return the time of the machine's clock (ISO 8601, UTC, microseconds)."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def read_clock(now: Callable[[], str]) -> str:
    """Return the time of a clock as UTC with microseconds; raises BadValueError for an invalid time."""
    try:
        return utc(now())
    except ValueError as error:
        raise BadValueError(path="/now", problem=f"the clock returned no time: {error}") from None


class TimeAfter:
    """The time of a project whose last record may be later than the clock, such as after the clock was set back.

    A clock far behind is not waited for: time continues from that record by the seconds elapsed since, so that pauses,
    deadlines and leases end as they should.
    """

    def __init__(self) -> None:
        self._begin: tuple[str, float] | None = None
        """A time of the project, and the seconds of the monotonic clock at that time."""

    def __call__(self, last: str, now: str) -> str:
        """Return `now` if it is after `last`, the time of the last record; otherwise a time after `last`."""
        if now > last:
            self._begin = None
            return now
        if seconds_between(now, last) < CATCHES_UP:
            self._begin = None
            return later(last, 1)
        begin, since = self._begin = self._begin or (last, monotonic())
        return max(later(begin, round((monotonic() - since) * 1_000_000)), later(last, 1))


def new_id() -> str:
    """Return a unique id of 16 hexadecimal digits."""
    return uuid.uuid4().hex[:16]
