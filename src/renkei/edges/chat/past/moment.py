"""The times of past posts, and which of them are possible."""

import re
from datetime import UTC, datetime, timedelta

from renkei.errors import BadValueError

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

FIRST = "1990-01-01T00:00:00.000000Z"
"""The earliest time of a post; an earlier one is a fault."""


def moment(microseconds: int) -> str:
    """Return a time (UTC) given in microseconds since 1970; raises ValueError for one that does not exist."""
    try:
        return (EPOCH + timedelta(microseconds=microseconds)).isoformat(timespec="microseconds")[:26] + "Z"
    except OverflowError:
        raise ValueError("no such time") from None


_TS = re.compile(r"(\d{1,12})\.(\d{6})")


def moment_of(ts: str) -> str:
    """Return the time of a time stamp of Slack; raises BadValueError."""
    found = _TS.fullmatch(ts)
    if found is None:
        raise BadValueError(path="/ts", got=ts, expected="seconds and microseconds, such as 1700000000.000100")
    return moment(int(found[1]) * 1_000_000 + int(found[2]))


def seconds_of(at: str) -> float:
    """Return a time (UTC) in seconds since 1970; 0 for ""."""
    return datetime.fromisoformat(at).timestamp() if at else 0.0
