"""The dependency graph: who and what is connected to whom and what, kept as an index in both directions.

Nodes are texts, `kind:id`. Direct neighbours cost one look-up and nothing is imported for them; questions about the
whole graph (cycles, reach, order) build a networkx graph of the part that matters.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from immutables import Map, MapMutation

from renkei.dispatch.graph.order import Order

if TYPE_CHECKING:
    import networkx

Relation = Literal[
    "waits_for",  # agent → what its `blocked_by` names
    "works_on",  # agent → contract
    "assigned_to",  # contract → agent
    "delegated_by",  # contract → agent
    "depends_on",  # contract → contract
    "reads",  # contract → artifact
    "touches",  # contract → decision
    "made_by",  # artifact → agent
    "owned_by",  # decision → agent
    "asked_by",  # decision → agent
    "owed_by",  # message → agent who owes the reply
]
Direction = Literal["out", "in"]
Hop = tuple[Direction, tuple[Relation, ...]]

RESPONSIBLE: dict[str, tuple[Relation, ...]] = {
    "contract": ("assigned_to", "delegated_by"),
    "decision": ("owned_by",),
    "artifact": ("made_by",),
    "message": ("owed_by",),
}
"""Relations from each kind of node to who is responsible for it, the first that leads anywhere."""

WAITING: tuple[Relation, ...] = ("waits_for", "assigned_to", "depends_on", "owned_by", "made_by", "owed_by")
"""Relations along which waiting goes on: whoever waits for X waits for whom X is waiting on."""


def node(kind: str, name: str) -> str:
    """Name a node of the graph."""
    return f"{kind}:{name}"


@dataclass(frozen=True, slots=True)
class Links:
    """Every edge twice: by where it starts and by where it ends; `order` knows which edges close cycles of waiting."""

    out: Map[str, tuple[tuple[Relation, str], ...]] = field(default_factory=Map)
    into: Map[str, tuple[tuple[Relation, str], ...]] = field(default_factory=Map)
    order: Order = field(default_factory=Order)

    def add(self, start: str, relation: Relation, end: str) -> "Links":
        """Add an edge; one that is there stays as it is."""
        edges = self.out.get(start, ())
        if (relation, end) in edges:
            return self
        order = self._ordered(self.order, start, end) if relation in WAITING else self.order
        out = self.out.set(start, (*edges, (relation, end)))
        return Links(out, self.into.set(end, (*self.into.get(end, ()), (relation, start))), order)

    def remove(self, start: str, relation: Relation) -> "Links":
        """Remove the edges of one relation that start at a node."""
        gone = [end for kind, end in self.out.get(start, ()) if kind == relation]
        if not gone:
            return self
        out, into = self.out.mutate(), self.into.mutate()
        _keep(out, start, [edge for edge in out[start] if edge[0] != relation])
        for end in gone:
            _keep(into, end, [edge for edge in into[end] if edge != (relation, start)])
        links = Links(out.finish(), into.finish(), self.order)._without_places((start, *gone))
        return links._reordered() if relation in WAITING and self.order.back else links

    def let_go(self, start: str) -> "Links":
        """Remove every edge that starts at a node."""
        links = self
        for relation in dict.fromkeys(relation for relation, _ in self.out.get(start, ())):
            links = links.remove(start, relation)
        return links

    def _without_places(self, names: Iterable[str]) -> "Links":
        """Forget the places of nodes that have no edge any more."""
        lonely = [one for one in names if one not in self.out and one not in self.into]
        return replace(self, order=self.order.without(lonely)) if lonely else self

    def _ordered(self, order: Order, start: str, end: str) -> Order:
        def after(name: str) -> Iterator[str]:
            return self.neighbours(name, "out", WAITING)

        def before(name: str) -> Iterator[str]:
            return self.neighbours(name, "in", WAITING)

        return order.insert(start, end, after, before)

    def _reordered(self) -> "Links":
        """Try again the edges that closed a cycle: one of its other edges may be gone."""
        order = self.order
        for edge in order.back:
            order = replace(order, back=tuple(other for other in order.back if other != edge))
            if edge[1] in self.neighbours(edge[0], "out", WAITING):
                order = self._ordered(order, *edge)
        return replace(self, order=order)

    def neighbours(self, start: str, direction: Direction, relations: tuple[Relation, ...]) -> Iterator[str]:
        """Yield the nodes one edge away."""
        edges = (self.out if direction == "out" else self.into).get(start, ())
        return (end for relation, end in edges if relation in relations)

    def responsible(self, start: str) -> tuple[str, ...]:
        """Give the agents who answer for a node: itself if it is one."""
        kind, _, name = start.partition(":")
        if kind == "agent":
            return (name,)
        for relation in RESPONSIBLE.get(kind, ()):
            found = tuple(end.partition(":")[2] for end in self.neighbours(start, "out", (relation,)))
            if found:
                return found
        return ()


def _keep(
    edges: MapMutation[str, tuple[tuple[Relation, str], ...]], name: str, left: list[tuple[Relation, str]]
) -> None:
    if left:
        edges[name] = tuple(left)
    else:
        del edges[name]


def agents_along(links: Links, starts: Iterable[str], hops: tuple[Hop, ...]) -> dict[str, tuple[str, ...]]:
    """Follow hops from the starts and give the agents responsible for what is reached, each with what led to it."""
    found: dict[str, tuple[str, ...]] = {}
    frontier = list(dict.fromkeys(starts))
    for direction, relations in hops:
        frontier = list(
            dict.fromkeys(end for start in frontier for end in links.neighbours(start, direction, relations))
        )
    for reached in frontier:
        for agent in links.responsible(reached):
            found[agent] = (*found.get(agent, ()), reached)
    return found


def closed_by(links: Links, edge: tuple[str, str]) -> tuple[str, ...]:
    """Give the nodes of the cycle of waiting that an edge closes, in order, from where the edge starts."""
    import networkx  # slow to import, and most waiting closes no cycle

    start, end = edge
    seen = dict.fromkeys((end,))
    for name in (queue := [end]):
        fresh = [one for one in links.neighbours(name, "out", WAITING) if one not in seen]
        seen.update(dict.fromkeys(fresh))
        queue += fresh
    path = networkx.shortest_path(to_networkx(links, seen), end, start) if end != start else [start]
    return (start, *path[:-1])


def to_networkx(links: Links, nodes: Iterable[str]) -> "networkx.DiGraph[str]":
    """Build a networkx graph of the edges along which waiting goes on, for questions that need all of it."""
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for name in nodes:
        graph.add_edges_from((name, end) for end in links.neighbours(name, "out", WAITING))
    return graph
