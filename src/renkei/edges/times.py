"""How times of the log, which are in UTC, are shown to people: in the local time zone. Programs are given UTC."""

import os
import time
from datetime import datetime


def use_utc() -> None:
    """Show all times of this process in UTC."""
    os.environ["TZ"] = "UTC"
    time.tzset()


def shown_time(at: str) -> str:
    """Return a time with its date and time zone, such as `2026-01-05T10:00:00+01:00`; empty for no time."""
    return _local(at).isoformat().replace("+00:00", "Z") if at else ""


def clock(at: str) -> str:
    """Return the time of day, such as `10:00:00`."""
    return f"{_local(at):%H:%M:%S}"


def clock_beside(at: str, now: str) -> str:
    """Return the time of day, with the date before it where that is not the date of `now`."""
    date = f"{_local(at):%Y-%m-%d}"
    return clock(at) if date == f"{_local(now):%Y-%m-%d}" else f"{date} {clock(at)}"


def local_input(at: str) -> str:
    """Return a time as the field `datetime-local` of a form holds it, without a zone; "" for a text that is no time."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%dT%H:%M}" if at else ""
    except (ValueError, OverflowError):
        return ""


def day(at: str) -> str:
    """Return the date with the time zone, such as `2026-01-05 +01:00`."""
    date, zone = _local(at).isoformat()[:10], _local(at).isoformat()[19:]
    return f"{date} {zone.replace('+00:00', 'UTC')}"


class Days:
    """Says when the day changes, so that a list of times shows each date once."""

    def __init__(self) -> None:
        self._last = ""

    def new(self, at: str) -> str:
        """Return the day of a time, or an empty string when it is that of the time before."""
        before, self._last = self._last, day(at)
        return self._last if self._last != before else ""


def _local(at: str) -> datetime:
    return datetime.fromisoformat(at).replace(microsecond=0).astimezone()
