"""Quiet hours: when they begin and end, in the person's time zone, also on the days that clocks change."""

import pytest

from renkei.edges.notifications.destination import Destination
from renkei.edges.notifications.quiet_hours import quiet_for
from renkei.errors import BadValueError

HOUR = 3600.0


def destination(**values: object) -> Destination:
    return Destination.model_validate({"id": "d1", "person": "human", "url": "ntfy://x", **values})


@pytest.mark.parametrize(
    ("hours", "zone", "now", "seconds"),
    [
        ("22-7", "UTC", "2026-01-05T21:59:59.000000Z", 0),
        ("22-7", "UTC", "2026-01-05T22:00:00.000000Z", 9 * HOUR),
        ("22-7", "UTC", "2026-01-06T06:30:00.000000Z", HOUR / 2),
        ("22-7", "UTC", "2026-01-06T07:00:00.000000Z", 0),
        ("12:30-13", "UTC", "2026-01-06T12:45:00.000000Z", HOUR / 4),
        ("20-24", "UTC", "2026-01-06T23:00:00.000000Z", HOUR),
        ("22-7", "Asia/Tokyo", "2026-01-05T13:00:00.000000Z", 9 * HOUR),
        ("22-7", "Asia/Tokyo", "2026-01-05T22:00:00.000000Z", 0),
        ("22-7", "Europe/Berlin", "2026-03-28T21:00:00.000000Z", 8 * HOUR),
        ("22-7", "Europe/Berlin", "2026-10-24T20:00:00.000000Z", 10 * HOUR),
        ("", "UTC", "2026-01-05T23:00:00.000000Z", 0),
    ],
)
def test_quiet_hours_end_at_the_time_of_the_person(hours: str, zone: str, now: str, seconds: float) -> None:
    assert quiet_for(hours, zone, now) == seconds


def test_quiet_hours_without_a_zone_are_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert quiet_for("22-7", "", "2026-01-05T13:00:00.000000Z") == 9 * HOUR
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("hours", ["22", "22-22", "25-7", "22-7:60", "-", "22-7 ", "22–7", "0-24"])
def test_wrong_quiet_hours_are_rejected(hours: str) -> None:
    with pytest.raises(BadValueError, match="two different times"):
        destination(quiet_hours=hours)


@pytest.mark.parametrize("zone", ["Mars", "../../etc/passwd", "/etc/localtime", "Europe"])
def test_an_unknown_time_zone_is_rejected(zone: str) -> None:
    with pytest.raises(BadValueError, match="time zone"):
        destination(time_zone=zone)
