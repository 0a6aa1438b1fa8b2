"""Times as people say them: the time of day, and with it the day where that is another one."""

from datetime import datetime

from markupsafe import Markup

from renkei.edges.times import shown_time
from renkei.edges.view.words import words_in
from renkei.protocol.primitives import Locale

WEEK = 7
"""Days after which a weekday no longer says which day it was."""

RELATIVE = {0: "moment.today", 1: "moment.yesterday", -1: "moment.tomorrow"}
"""The sentence of a time by how many days ago it was."""


def moment_words(at: str, now: str, locale: Locale) -> str:
    """Return when something was or is due, as people say it on the day of `now`, such as `yesterday 21:49`."""
    then, today = _local(at), _local(now)
    days = (today.date() - then.date()).days
    key = RELATIVE.get(days) or ("moment.this_week" if 1 < days < WEEK else _of_year("moment", then, today))
    return words_in(locale)(key, clock=f"{then:%H:%M}", **_names(then, locale))


def day_words(at: str, now: str, locale: Locale) -> str:
    """Return the day of a time, with its year where that is another one than that of `now`."""
    then = _local(at)
    return words_in(locale)(_of_year("day", then, _local(now)), **_names(then, locale))


def day_of(at: str) -> str:
    """Return the date of a time here, such as `2026-01-05`."""
    return f"{_local(at):%Y-%m-%d}"


def time_element(at: str, now: str, locale: Locale = "en") -> Markup:
    """Return a time as an element; its title is all of it."""
    return Markup('<time datetime="{}" title="{}">{}</time>').format(at, shown_time(at), moment_words(at, now, locale))


def _of_year(key: str, then: datetime, today: datetime) -> str:
    return f"{key}.this_year" if then.year == today.year else f"{key}.other_year"


def _names(then: datetime, locale: Locale) -> dict[str, object]:
    t = words_in(locale)
    names = {"weekday": t(f"weekday.{then.isoweekday()}"), "month": t(f"month.{then.month}")}
    return {**names, "day": then.day, "year": then.year}


def _local(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone()
