"""Past states that were asked for a moment ago, so that the next one beside them costs a few records.

A log is only appended to, so a seq determines its state. States share most of their parts: one more costs what changed.
"""

from collections import OrderedDict
from threading import Lock

from renkei.engine.state import State

SPACING = 50
"""Records between two states that are kept of a replay, so that a step backwards replays at most so many."""

MOST = 64
"""How many are kept: those that were used last."""


class RecentStates:
    """Some states of one log. Safe to share between threads."""

    def __init__(self) -> None:
        self._states: OrderedDict[int, State] = OrderedDict()
        self._lock = Lock()

    def before(self, seq: int) -> State | None:
        """Return the last state at or before a record; None when there is none."""
        with self._lock:
            found = max((one for one in self._states if one <= seq), default=None)
            if found is None:
                return None
            self._states.move_to_end(found)
            return self._states[found]

    def keep(self, state: State) -> None:
        """Keep a state, instead of the one that was not used for the longest time."""
        with self._lock:
            self._states[state.seq] = state
            self._states.move_to_end(state.seq)
            if len(self._states) > MOST:
                self._states.popitem(last=False)
