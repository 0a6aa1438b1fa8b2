"""Times in words mean what a person means by them, in English and Japanese."""

from datetime import datetime

import pytest

from renkei.engine.search.moments import read_moment

FRIDAY = datetime(2026, 11, 20, 15, 30)

MEANINGS = {
    "today": "2026-11-20T00:00:00",
    "Yesterday": "2026-11-19T00:00:00",
    "yesterday 14:00": "2026-11-19T14:00:00",
    "friday": "2026-11-20T00:00:00",
    "saturday": "2026-11-14T00:00:00",
    "mon": "2026-11-16T00:00:00",
    "monday 9:05": "2026-11-16T09:05:00",
    "14:00": "2026-11-20T14:00:00",
    "16:00": "2026-11-19T16:00:00",
    "2026-11-01": "2026-11-01T00:00:00",
    "2026/1/5": "2026-01-05T00:00:00",
    "2026-11-01 08:15": "2026-11-01T08:15:00",
    "2026-11-01t08:15:30z": "2026-11-01T08:15:30+00:00",
    "2026-11-01T08:15+09:00": "2026-11-01T08:15:00+09:00",
    "11-21": "2025-11-21T00:00:00",
    "90m": "2026-11-20T14:00:00",
    "2h": "2026-11-20T13:30:00",
    "3d": "2026-11-17T15:30:00",
    "1w": "2026-11-13T15:30:00",
    "今日": "2026-11-20T00:00:00",
    "昨日": "2026-11-19T00:00:00",
    "一昨日": "2026-11-18T00:00:00",
    "昨日14時": "2026-11-19T14:00:00",
    "おととい9時30分": "2026-11-18T09:30:00",
    "月曜日": "2026-11-16T00:00:00",
    "月曜14:00": "2026-11-16T14:00:00",
    "11月3日": "2026-11-03T00:00:00",
    "11月3日14時": "2026-11-03T14:00:00",
    "2025年12月24日": "2025-12-24T00:00:00",
    "2時間前": "2026-11-20T13:30:00",
    "3日前": "2026-11-17T15:30:00",
}


@pytest.mark.parametrize(("text", "meaning"), MEANINGS.items())
def test_a_time_in_words_is_read(text: str, meaning: str) -> None:
    found = read_moment(text, FRIDAY)
    assert found is not None
    assert found.isoformat() == meaning


@pytest.mark.parametrize(
    "text",
    ["", "soon", "25:00", "14:61", "2026-13-01", "2026-02-30", "999999w", "0001-01-01", "9999-12-31", "-1d", "13月1日"],
)
def test_anything_else_is_no_time(text: str) -> None:
    assert read_moment(text, FRIDAY) is None


def test_a_day_that_last_year_did_not_have_is_no_time() -> None:
    assert read_moment("2-29", datetime(2028, 1, 5)) is None
