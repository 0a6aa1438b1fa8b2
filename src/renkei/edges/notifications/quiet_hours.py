"""Quiet hours: a time of the day in which a person is not disturbed, in the person's time zone."""

import re
from datetime import datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator

_HOURS = re.compile(r"([0-9]{1,2})(?::([0-9]{2}))?-([0-9]{1,2})(?::([0-9]{2}))?")


def _checked_hours(text: str) -> str:
    if text and _span(text) is None:
        raise ValueError("write two different times of the day, such as 22-7 or 22:30-7")
    return text


def _checked_zone(name: str) -> str:
    try:
        _zone(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("write the name of a time zone, such as Europe/Berlin or Asia/Tokyo") from None
    return name


QuietHours = Annotated[str, AfterValidator(_checked_hours)]
"""Two times of the day, such as `22-7` or `22:30-7`; "" for no quiet hours."""

TimeZone = Annotated[str, AfterValidator(_checked_zone)]
"""The name of a time zone, such as `Europe/Berlin`; "" for that of the machine."""


def quiet_for(hours: str, zone: str, now: str) -> float:
    """Return the seconds until the quiet hours end, at a time (UTC); 0 outside of them."""
    span = _span(hours) if hours else None
    if span is None:
        return 0.0
    local = local_time(now, zone)
    start, end = span
    of_day = local.time()
    is_quiet = start <= of_day < end if start < end else of_day >= start or of_day < end
    if not is_quiet:
        return 0.0
    date = local.date() + timedelta(days=of_day >= end)
    ends = datetime.combine(date, end, ZoneInfo(zone)) if zone else datetime.combine(date, end).astimezone()
    return max(1.0, ends.timestamp() - local.timestamp())  # a clock set back repeats an hour


def local_time(at: str, zone: str) -> datetime:
    """Return a time (UTC) in a time zone; "" is that of the machine."""
    return datetime.fromisoformat(at).astimezone(_zone(zone))


def _zone(name: str) -> ZoneInfo | None:
    return ZoneInfo(name) if name else None


def _span(text: str) -> tuple[time, time] | None:
    """Return the times at which quiet hours begin and end; None for an invalid text. 24 is midnight."""
    found = _HOURS.fullmatch(text)
    if found is None:
        return None
    numbers = [int(one or 0) for one in found.groups()]
    try:
        start, end = time(numbers[0] % 24, numbers[1]), time(numbers[2] % 24, numbers[3])
    except ValueError:
        return None
    return None if start == end or numbers[0] > 24 or numbers[2] > 24 else (start, end)
