"""The times of past posts, and which of them are possible."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

FIRST = "1990-01-01T00:00:00.000000Z"
"""The earliest time of a post; an earlier one is a fault."""


def moment(microseconds: int) -> str:
    """Return a time (UTC) given in microseconds since 1970; raises ValueError for one that does not exist."""
    try:
        return (EPOCH + timedelta(microseconds=microseconds)).isoformat(timespec="microseconds")[:26] + "Z"
    except OverflowError:
        raise ValueError("no such time") from None
