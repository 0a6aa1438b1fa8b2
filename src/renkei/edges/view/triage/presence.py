"""People who are answering an entry now: noted while a person types in its form, and forgotten soon after.

It is not recorded, and known to the people of one server only.
"""

from collections import deque
from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic

KEPT = 12.0
"""Seconds for which a person counts as answering; a page says it again while its person types."""

MOST_PEOPLE = 1000

LONGEST_KEY = 1000
"""Characters of an entry's key that is noted. Ids and paths of the board are shorter; a cut key would name another."""

MOST_CHANGES = 20
"""Changes of one person within `KEPT` that are noted. Each of them is sent to all open pages."""


class Presence:
    """The entry that each person answers. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._answering: dict[str, tuple[str, float]] = {}
        self._changes: dict[str, deque[float]] = {}
        self._lock = Lock()

    def note(self, person: str, key: str) -> bool | None:
        """Note that a person answers an entry; "" that it answers none now.

        Return whether others know it already, or None for a change that is not noted, because there were too many.
        """
        now = self._clock()
        key = key if len(key) <= LONGEST_KEY else ""
        with self._lock:
            before, until = self._answering.get(person, ("", 0.0))
            is_known = key == (before if until > now else "")
            if not is_known and not self._may_change(person, now):
                return None
            self._answering.pop(person, None)
            while len(self._answering) >= MOST_PEOPLE:
                del self._answering[next(iter(self._answering))]
            if key:
                self._answering[person] = key, now + KEPT
            return is_known

    def _may_change(self, person: str, now: float) -> bool:
        """Count a change of a person; return whether it is within the limit."""
        changes = self._changes.pop(person, None) or deque[float](maxlen=MOST_CHANGES)
        while len(self._changes) >= MOST_PEOPLE:
            del self._changes[next(iter(self._changes))]
        self._changes[person] = changes
        if len(changes) == MOST_CHANGES and changes[0] > now - KEPT:
            return False
        changes.append(now)
        return True

    def others(self, person: str) -> Mapping[str, list[str]]:
        """Return the other people who answer an entry now, by its key."""
        now, found = self._clock(), dict[str, list[str]]()
        with self._lock:
            for name, (key, until) in sorted(self._answering.items()):
                if name != person and until > now:
                    found.setdefault(key, []).append(name)
        return found
