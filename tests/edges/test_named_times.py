"""Times as people name them."""

import pytest

from renkei.edges.times import named_time

NOW = "2026-03-02T09:30:00.000000Z"


@pytest.fixture(autouse=True)
def _in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("02:14", "2026-03-02T02:14:00+00:00"),
        ("2:14", "2026-03-02T02:14:00+00:00"),
        ("02:14:59", "2026-03-02T02:14:59+00:00"),
        ("23:50", "2026-03-01T23:50:00+00:00"),
        ("today 23:50", "2026-03-02T23:50:00+00:00"),
        ("Yesterday 14:00", "2026-03-01T14:00:00+00:00"),
        (" yesterday ", "2026-03-01T00:00:00+00:00"),
        ("昨日 14:00", "2026-03-01T14:00:00+00:00"),
        ("昨日14:00", "2026-03-01T14:00:00+00:00"),
        ("2026-01-05 10:00", "2026-01-05T10:00:00+00:00"),
        ("2026-01-05", "2026-01-05T00:00:00+00:00"),
        ("2026-01-05T10:00:00+01:00", "2026-01-05T09:00:00+00:00"),
        ("2026-01-05T10:00:00.000000Z", "2026-01-05T10:00:00+00:00"),
    ],
)
def test_a_named_time_is_found(text: str, wanted: str) -> None:
    assert named_time(text, NOW) == wanted


@pytest.mark.parametrize(
    "text", ["", "soon", "25:00", "12:60", "2026-02-30 10:00", "0001-01-01", "monday 10:00", "9" * 50]
)
def test_anything_else_is_no_time(text: str) -> None:
    assert named_time(text, NOW) in (None, "0001-01-01T00:00:00+00:00")
