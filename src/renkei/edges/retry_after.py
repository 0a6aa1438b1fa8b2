"""How long a server asks its clients to wait."""

from math import isfinite


def seconds_to_wait(header: str) -> float:
    """Return the seconds in a header such as `Retry-After`; 0 for a date, and for any other text."""
    try:
        seconds = float(header)
    except ValueError:
        return 0.0
    return max(0.0, seconds) if isfinite(seconds) else 0.0
