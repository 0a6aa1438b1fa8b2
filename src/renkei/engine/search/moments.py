"""Read a time in words, such as `yesterday`, `monday 14:00`, `2h` or 昨日14時, as people write it in a search.

Days and times of day without a date mean the last one: `monday` on a Monday is today, and `14:00` in the morning was
yesterday.
"""

import re
from datetime import datetime, time, timedelta

DAYS = {"today": 0, "yesterday": 1, "今日": 0, "本日": 0, "昨日": 1, "一昨日": 2, "おととい": 2}
"""Day in words → how many days ago it is."""

_WEEKDAYS = (
    ("monday", "mon", "月曜", "月曜日"),
    ("tuesday", "tue", "火曜", "火曜日"),
    ("wednesday", "wed", "水曜", "水曜日"),
    ("thursday", "thu", "木曜", "木曜日"),
    ("friday", "fri", "金曜", "金曜日"),
    ("saturday", "sat", "土曜", "土曜日"),
    ("sunday", "sun", "日曜", "日曜日"),
)
WEEKDAYS = {word: number for number, words in enumerate(_WEEKDAYS) for word in words}
"""Weekday in words → its number, as in `datetime.weekday`."""

UNITS = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800, "分前": 60, "時間前": 3600, "日前": 86_400, "週間前": 604_800}
"""Unit of a duration → its seconds."""

EXAMPLES = "today, yesterday, monday, 2026-11-20, 14:00, monday 14:00, 90m, 2h, 3d, 1w"
"""The forms of a time, for messages."""

YEARS = range(1970, 2999)
"""Years that a search can name."""

_AGO = re.compile(rf"([0-9]{{1,6}})({'|'.join(UNITS)})")
_DATE = re.compile(r"(?:([0-9]{4})[-/年])?([0-9]{1,2})[-/月]([0-9]{1,2})日?")
_CLOCK = re.compile(r"(?:^|(?<=[\sTt曜日い]))([0-9]{1,2})(?::([0-9]{2})|時(?:([0-9]{1,2})分)?)$")


def read_moment(text: str, now: datetime) -> datetime | None:
    """Return the time that a text names, in the zone of `now` unless it names another; None for any other text.

    `now` is a local time without a zone. A day begins at midnight.
    """
    text = text.strip().lower()
    try:
        found = _ago(text, now) or _iso(text) or _day_and_clock(text, now)
    except (ValueError, OverflowError):  # there is no such day
        return None
    return found if found is not None and found.year in YEARS else None


def _ago(text: str, now: datetime) -> datetime | None:
    found = _AGO.fullmatch(text)
    return now - timedelta(seconds=int(found[1]) * UNITS[found[2]]) if found else None


def _iso(text: str) -> datetime | None:
    """Return a date with a time in ISO 8601, perhaps with a zone."""
    return datetime.fromisoformat(text.upper()) if re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[t ]", text) else None


def _day_and_clock(text: str, now: datetime) -> datetime | None:
    found = _CLOCK.search(text)
    clock = time(int(found[1]), int(found[2] or found[3] or 0)) if found else time()
    named = text[: found.start()].strip() if found else text
    day = _day(named, now) if named or not found else now
    if day is None:
        return None
    moment = datetime.combine(day.date(), clock)
    return moment if named or moment <= now else moment - timedelta(days=1)


def _day(text: str, now: datetime) -> datetime | None:
    if text in DAYS:
        return now - timedelta(days=DAYS[text])
    if text in WEEKDAYS:
        return now - timedelta(days=(now.weekday() - WEEKDAYS[text]) % 7)
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = (int(one or 0) for one in found.groups())
    if year:
        return datetime(year, month, day)
    that = now.replace(month=month, day=day)
    return that if that <= now else that.replace(year=that.year - 1)
