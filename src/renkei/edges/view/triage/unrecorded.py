"""Answers that were rejected after their page was left: their people see them on their next pages.

A browser sends the answers of a page that it leaves without waiting for the outcome. If the page lives on, such as in
another tab, it sends them once more and shows the outcome itself.
"""

from collections.abc import Callable
from threading import Lock
from time import monotonic

SHOWN = 120.0
"""Seconds for which pages show a rejected answer."""

MOST = 200
"""Answers that are known at most; the oldest is forgotten first."""


class Unrecorded:
    """The rejected answers of all people, each under the id of its command. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._known: dict[str, tuple[str, str, float]] = {}
        self._lock = Lock()

    def add(self, person: str, command: str, text: str) -> None:
        """Keep why an answer was rejected; "" if its page shows that."""
        with self._lock:
            known = self._known.pop(command, None)
            while len(self._known) >= MOST:
                del self._known[next(iter(self._known))]
            self._known[command] = (person, "" if known and not known[1] else text, self._clock() + SHOWN)

    def of(self, person: str) -> list[str]:
        """Return what pages of a person show now."""
        now = self._clock()
        with self._lock:
            known = tuple(self._known.values())
        return [text for owner, text, until in known if owner == person and text and until > now]
