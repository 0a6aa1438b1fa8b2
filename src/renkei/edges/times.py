"""How times of the log, which are in UTC, are shown to people: in the local time zone. Programs are given UTC."""

import os
import re
import time
from datetime import UTC, datetime, timedelta

DAYS = {"today": 0, "yesterday": 1, "今日": 0, "昨日": 1}
"""Words for days, and how many days ago each is."""

_NAMED = re.compile(r"(?:(?P<day>\d{4}-\d\d-\d\d|[^\W\d]+)\s*)?(?P<time>\d{1,2}:\d\d(?::\d\d)?)?")


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


def named_time(text: str, now: str) -> str | None:
    """Return the time that a person names, in UTC: `02:14`, `yesterday 14:00`, `2026-01-05 10:00`, `2026-01-05T10:00Z`.

    A time of day without a day is the last one that is not after `now`. None for any other text.
    """
    found = _NAMED.fullmatch(text.strip().lower())
    try:
        wanted = datetime.fromisoformat(text.strip()) if found is None else _named(found, _local(now))
        return wanted.astimezone(UTC).isoformat()
    except (LookupError, OverflowError, ValueError):
        return None


def _named(found: re.Match[str], now: datetime) -> datetime:
    """Return the local time of a match; raises LookupError or ValueError if it is none."""
    named, clock_time = found["day"], found["time"] or "0:00"
    if named is None and found["time"] is None:
        raise ValueError("no time")
    hour, minute, second = (*map(int, clock_time.split(":")), 0)[:3]
    if named is not None and named not in DAYS:
        on = datetime.fromisoformat(named)
        return datetime(on.year, on.month, on.day, hour, minute, second)
    wanted = now.replace(hour=hour, minute=minute, second=second, tzinfo=None) - timedelta(days=DAYS[named or "today"])
    is_later = named is None and wanted > now.replace(tzinfo=None)
    return wanted - timedelta(days=1) if is_later else wanted


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
