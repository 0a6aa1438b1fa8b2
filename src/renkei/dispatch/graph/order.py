"""A topological order of the waiting graph, updated edge by edge, so that a cycle is found when it closes.

Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs" (JEA 11, 2007): an edge that agrees
with the order costs one comparison; any other edge needs a search only between the positions of its ends. An edge that
closes a cycle is set aside in `back`, so the order of the other edges remains valid.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import field

from immutables import Map

from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

Neighbours = Callable[[str], Iterable[str]]
Edge = tuple[str, str]


def reachable(start: str, neighbours: Neighbours) -> dict[str, None]:
    """Return `start` and every node reachable from it, nearest first, as the keys of a dict."""
    found: dict[str, None] = {start: None}
    queue = deque((start,))
    while queue:
        for name in neighbours(queue.popleft()):
            if name not in found:
                found[name] = None
                queue.append(name)
    return found


@frozen
class Order:
    """Positions of nodes, each before the nodes it waits for; `back` holds the edges that close cycles.

    `first` and `last` are the lowest and the highest position assigned so far.
    """

    positions: Map[str, int] = field(default_factory=Map)
    first: int = 0
    last: int = 0
    back: tuple[Edge, ...] = ()

    def insert(self, start: str, end: str, after: Neighbours, before: Neighbours) -> "Order":
        """Return the order with one more edge; `after` and `before` yield the neighbours in the graph without it."""
        order = self._with_nodes(start, end)
        positions, back = order.positions, order.back
        if back and start in reachable(end, after):
            return replace(order, back=(*back, (start, end)))  # through an edge that closed another cycle
        low, high = positions[end], positions[start]
        if high < low:
            return order
        forward = reachable(end, lambda n: (m for m in after(n) if positions[m] <= high and (n, m) not in back))
        if start in forward:
            return replace(order, back=(*back, (start, end)))
        backward = reachable(start, lambda n: (m for m in before(n) if positions[m] >= low and (m, n) not in back))
        return order._rearranged([*order._sorted(backward), *order._sorted(forward)])

    def without(self, nodes: Iterable[str]) -> "Order":
        """Return the order without nodes that have no edges."""
        positions = self.positions
        for name in nodes:
            if name in positions:
                positions = positions.delete(name)
        return self if positions is self.positions else replace(self, positions=positions)

    def _with_nodes(self, start: str, end: str) -> "Order":
        """Assign positions to new nodes: the start of the edge before all others, its end after all others."""
        positions, first, last = self.positions, self.first, self.last
        if end not in positions:
            last += 1
            positions = positions.set(end, last)
        if start not in positions:
            first -= 1
            positions = positions.set(start, first)
        return self if positions is self.positions else Order(positions, first, last, self.back)

    def _sorted(self, nodes: Iterable[str]) -> list[str]:
        return sorted(nodes, key=self.positions.__getitem__)

    def _rearranged(self, nodes: list[str]) -> "Order":
        """Redistribute the positions of these nodes among them in the given order."""
        free = sorted(self.positions[name] for name in nodes)
        positions = self.positions.mutate()
        for name, position in zip(nodes, free, strict=True):
            positions[name] = position
        return replace(self, positions=positions.finish())
