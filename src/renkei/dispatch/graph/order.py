"""A topological order of who waits for what, kept as edges come and go, so that a cycle is found when it closes.

Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs" (JEA 11, 2007): an edge that
agrees with the order costs one comparison; another one searches only between the positions of its ends. An edge that
closes a cycle is kept aside (`back`), since the rest of the order still holds without it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from immutables import Map

Neighbours = Callable[[str], Iterable[str]]
Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Order:
    """Positions of nodes: whoever waits stands before what it waits for; `back` are the edges that close cycles."""

    positions: Map[str, int] = field(default_factory=Map)
    first: int = 0
    last: int = 0
    back: tuple[Edge, ...] = ()

    def insert(self, start: str, end: str, after: Neighbours, before: Neighbours) -> "Order":
        """Give the order with an edge more; `after` and `before` give neighbours in the graph without it."""
        order = self._with(start, end)
        if order.back and start in order._reach(end, after, lambda at: True):
            return replace(order, back=(*order.back, (start, end)))  # through an edge that closed another cycle
        low, high = order.positions[end], order.positions[start]
        if high < low:
            return order
        aside = set(order.back)
        forward = order._reach(end, lambda n: (m for m in after(n) if (n, m) not in aside), lambda at: at <= high)
        if start in forward:
            return replace(order, back=(*order.back, (start, end)))
        backward = order._reach(start, lambda n: (m for m in before(n) if (m, n) not in aside), lambda at: at >= low)
        return order._moved([*order._sorted(backward), *order._sorted(forward)])

    def without(self, nodes: Iterable[str]) -> "Order":
        """Give the order without nodes that have no edges."""
        positions = self.positions
        for name in nodes:
            if name in positions:
                positions = positions.delete(name)
        return self if positions is self.positions else replace(self, positions=positions)

    def _with(self, start: str, end: str) -> "Order":
        """Give new nodes a place: one that waits before everything, one that is waited for after everything."""
        positions, first, last = self.positions, self.first, self.last
        if end not in positions:
            last += 1
            positions = positions.set(end, last)
        if start not in positions:
            first -= 1
            positions = positions.set(start, first)
        return self if positions is self.positions else Order(positions, first, last, self.back)

    def _reach(self, start: str, step: Neighbours, within: Callable[[int], bool]) -> dict[str, None]:
        seen: dict[str, None] = {start: None}
        for name in (queue := [start]):
            for other in step(name):
                if other not in seen and within(self.positions[other]):
                    seen[other] = None
                    queue.append(other)
        return seen

    def _sorted(self, nodes: Iterable[str]) -> list[str]:
        return sorted(nodes, key=self.positions.__getitem__)

    def _moved(self, nodes: list[str]) -> "Order":
        """Deal the positions of some nodes out anew, in the given order."""
        places = sorted(self.positions[name] for name in nodes)
        positions = self.positions.mutate()
        for name, place in zip(nodes, places, strict=True):
            positions[name] = place
        return replace(self, positions=positions.finish())
