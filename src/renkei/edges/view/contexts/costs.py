"""The costs of turns, compared with resending everything. They need all records, which are read in small steps.

The costs up to a record never change, and are kept while the project is open.
"""

from threading import Lock
from time import monotonic
from weakref import WeakKeyDictionary

from renkei.engine.views.past.turn_costs import Cost, Reader, TurnCosts
from renkei.project.project import Project

SLICE = 0.03
"""Seconds that one look reads on: nearly all that its answer takes. The page looks again 20 milliseconds later."""


class CostsSoFar:
    """The costs of a project's turns in the records read so far."""

    def __init__(self) -> None:
        self.costs = TurnCosts()
        self._reading = Lock()

    def read_on(self, project: Project, upto: int, seconds: float = SLICE) -> bool:
        """Read on for some seconds; return whether the costs are known up to a record."""
        if self.costs.seq < upto and self._reading.acquire(blocking=False):  # else another request is reading
            try:
                end = monotonic() + seconds
                for record in project.records(self.costs.seq):
                    self.costs.add(record)
                    if monotonic() > end:
                        break
            finally:
                self._reading.release()
        return self.costs.seq >= upto

    def reader(self, agent: str) -> Reader:
        """Return the costs of an agent."""
        return self.costs.readers.get(agent, Reader())

    def turn(self, agent: str, seq: int) -> Cost | None:
        """Return the cost of the turn that began with a record; None while it is not known."""
        return self.reader(agent).turns.get(seq)


_KNOWN: WeakKeyDictionary[Project, CostsSoFar] = WeakKeyDictionary()
_MAKING = Lock()


def costs_of(project: Project) -> CostsSoFar:
    """Return the known costs of a project."""
    with _MAKING:
        return _KNOWN.setdefault(project, CostsSoFar())
