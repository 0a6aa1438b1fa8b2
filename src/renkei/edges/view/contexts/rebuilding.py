"""Contexts that were built again for a screen, the last few of each project.

A slider asks for the same context again and again. A turn's context follows from its record, and a preview from
the state, so a cached context cannot be wrong.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from weakref import WeakKeyDictionary

from renkei.budget.context.reading import Reading
from renkei.edges.view.visit import Visit
from renkei.engine.state import State
from renkei.engine.views.agent_context.given import Given, Rebuilt, preview, rebuild
from renkei.project.project import Project

MOST_CONTEXTS = 8
"""Contexts that are kept for each project."""

StateAndContext = tuple[State, Rebuilt | None]
"""The state that a context was built from, and the context."""


class _Recent:
    """The most recently used contexts."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, StateAndContext] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], StateAndContext]) -> StateAndContext:
        with self._lock:
            found = self._kept.get(key)
        if found is None:
            found = make()
        with self._lock:
            self._kept[key] = found
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_CONTEXTS:
                self._kept.popitem(last=False)
        return found


_OF: WeakKeyDictionary[Project, _Recent] = WeakKeyDictionary()
_MAKING = Lock()


def _recent(project: Project) -> _Recent:
    with _MAKING:
        return _OF.setdefault(project, _Recent())


def given_then(project: Project, seq: int, event: Given) -> StateAndContext:
    """Return the context of the turn or news that a record holds."""

    def make() -> StateAndContext:
        state = project.state_at(event.seen)
        return state, rebuild(state, event)

    return _recent(project).get(("given", seq, event.agent), make)


def given_now(visit: Visit, agent: str, reading: Reading) -> StateAndContext:
    """Return the context that an agent would read in the state shown."""
    key = ("preview", visit.seq, agent, reading.budget, reading.rendering, reading.locale)
    return _recent(visit.project).get(key, lambda: (visit.state, preview(visit.state, agent, reading)))
