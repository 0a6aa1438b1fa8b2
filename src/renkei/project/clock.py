"""What the core does not have: the time now, and new ids."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime

from renkei.errors import BadValueError
from renkei.protocol.primitives import utc


def utc_now() -> str:
    """Return the time of the machine's clock (ISO 8601, UTC, microseconds)."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def read_clock(now: Callable[[], str]) -> str:
    """Return the time of a clock as UTC with microseconds; raises BadValueError for one that returns no time."""
    try:
        return utc(now())
    except ValueError as error:
        raise BadValueError(path="/now", problem=f"the clock returned no time: {error}") from None


def new_id() -> str:
    """Return an id that is unique: 16 hexadecimal digits."""
    return uuid.uuid4().hex[:16]
