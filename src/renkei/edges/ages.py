"""How long ago something was, and how long it lasts, in the largest unit: `3 h`. Said alike by all edges."""

from renkei.protocol.primitives import Locale, seconds_between
from renkei.texts.catalogue import texts
from renkei.texts.say import fill

UNITS = (("days", 86_400), ("hours", 3600), ("minutes", 60), ("seconds", 1))
"""Units from the longest, with their seconds."""


def age(at: str, now: str, locale: Locale = "en") -> str:
    """Return how long ago a time was, such as `3 h`."""
    return lasting(seconds_between(at, now), locale)


def lasting(seconds: float, locale: Locale = "en") -> str:
    """Return a time span in its largest unit, such as `3 h`; none is shorter than `0 s`."""
    unit, length = next((one for one in UNITS if seconds >= one[1]), UNITS[-1])
    return fill(texts(locale, "view")[f"unit.{unit}"], {"count": max(0, int(seconds // length))}, "")
