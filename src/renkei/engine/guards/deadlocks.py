"""Detect cycles of waiting at the moment an edge closes one (section 5)."""

from collections.abc import Iterable, Iterator

from renkei.dispatch.graph.links import closed_by
from renkei.dispatch.graph.queries import from_least
from renkei.engine import commands as c
from renkei.engine.guards.conflicts import is_open_conflict
from renkei.engine.rows import Effect
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import report_deadlock


def cycles_closed(before: State, state: State) -> Iterator[Effect]:
    """Yield a report on every cycle of waiting closed since `before`, for its agents and the humans."""
    if state.links.order.back is before.links.order.back:
        return
    for edge in state.links.order.back:
        if edge in before.links.order.back:
            continue
        cycle = closed_by(state.links, edge)
        if any(_waits(state, name) for name in cycle) and not is_answerable(state, cycle):
            yield (SYSTEM, c.Send(report_deadlock(state, cycle)))


def open_deadlocks(state: State) -> list[tuple[str, ...]]:
    """Return the current cycles of waiting, each starting at its least node."""
    found = (closed_by(state.links, edge) for edge in state.links.order.back)
    waits = (cycle for cycle in found if any(_waits(state, name) for name in cycle) and not is_answerable(state, cycle))
    return sorted({from_least(cycle) for cycle in waits})


def is_answerable(state: State, cycle: Iterable[str]) -> bool:
    """Return whether a cycle of waiting holds an open conflict: its agents may still answer the report."""
    return any(is_open_conflict(state, name.partition(":")[2]) for name in cycle if name.startswith("message:"))


def _waits(state: State, name: str) -> bool:
    return any(True for _ in state.links.neighbours(name, "out", ("waits_for",)))
