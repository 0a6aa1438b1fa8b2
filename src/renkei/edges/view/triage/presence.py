"""People who are answering an entry now: noted while a person types in its form, and forgotten soon after.

It is not recorded, and known to the people of one server only.
"""

from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic

KEPT = 12.0
"""Seconds for which a person counts as answering; a page says it again while its person types."""

MOST_PEOPLE = 1000


class Presence:
    """The entry that each person answers. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._answering: dict[str, tuple[str, float]] = {}
        self._lock = Lock()

    def note(self, person: str, key: str) -> None:
        """Note that a person answers an entry; "" that it answers none now."""
        with self._lock:
            self._answering.pop(person, None)
            while len(self._answering) >= MOST_PEOPLE:
                del self._answering[next(iter(self._answering))]
            if key:
                self._answering[person] = key, self._clock() + KEPT

    def others(self, person: str) -> Mapping[str, list[str]]:
        """Return the other people who answer an entry now, by its key."""
        now, found = self._clock(), dict[str, list[str]]()
        with self._lock:
            for name, (key, until) in sorted(self._answering.items()):
                if name != person and until > now:
                    found.setdefault(key, []).append(name)
        return found
