"""Past states requested recently, so that a neighbouring one costs only a few records.

A log is only appended to, so a seq determines its state. States share most of their parts: one more costs only its
changes.
"""

from collections import OrderedDict
from threading import Lock

from renkei.engine.state import State

SPACING = 50
"""Records between two states kept during a replay: the most that a step backwards replays."""

MOST = 64
"""Most states kept, most recently used ones."""


class RecentStates:
    """Some states of one log. Safe to share between threads."""

    def __init__(self) -> None:
        self._states: OrderedDict[int, State] = OrderedDict()
        self._lock = Lock()

    def before(self, seq: int) -> State | None:
        """Return the last state at or before a record, or None."""
        with self._lock:
            found = max((one for one in self._states if one <= seq), default=None)
            if found is None:
                return None
            self._states.move_to_end(found)
            return self._states[found]

    def keep(self, state: State) -> None:
        """Keep a state, replacing the least recently used one."""
        with self._lock:
            self._states[state.seq] = state
            self._states.move_to_end(state.seq)
            if len(self._states) > MOST:
                self._states.popitem(last=False)
