"""Pauses before something that failed is tried again: for members of a team, and for the loop of `Project.run`."""

from renkei.immutable.frozen import frozen

MOST_DOUBLINGS = 30
"""How often a pause may double: after an outage of a day, the power of two would be too large."""


@frozen
class Pauses:
    """Seconds before a failed call is repeated; each pause doubles the previous one.

    After `told` failures in a row, participants that rely on the agent are notified.
    """

    first: float = 1.0
    longest: float = 60.0
    told: int = 5

    def after(self, failures: int) -> float:
        """Return the seconds to wait after so many failures in a row."""
        return float(min(self.first * 2 ** min(failures - 1, MOST_DOUBLINGS), self.longest))


OF_HANDLERS = Pauses(told=3)
"""The pauses after a handler that raises, in `Project.run`."""
