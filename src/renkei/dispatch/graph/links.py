"""The dependency graph of agents, contracts, artifacts, decisions and messages, indexed in both directions.

A node is a string, `kind:id`. Finding neighbours takes one look-up; queries over the whole graph (cycles, critical
path) build a networkx graph of the relevant part.
"""

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from immutables import Map, MapMutation

from renkei.dispatch.graph.order import Order, reachable
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

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
    "waits_for_files",  # contract → contract at work on its files, or agent that has reserved them
]
Direction = Literal["out", "in"]
Hop = tuple[Direction, tuple[Relation, ...]]

RESPONSIBLE: dict[str, tuple[Relation, ...]] = {
    "contract": ("assigned_to", "delegated_by"),
    "decision": ("owned_by",),
    "artifact": ("made_by",),
    "message": ("owed_by",),
}
"""Relations from each kind of node to the agents responsible for it; the first relation with an edge counts."""

WAITING: tuple[Relation, ...] = (
    "waits_for",
    "assigned_to",
    "depends_on",
    "owned_by",
    "made_by",
    "owed_by",
    "waits_for_files",
)
"""Transitive relations of waiting: anyone who waits for X also waits for everything X waits for."""


def node(kind: str, name: str) -> str:
    """Build the name of a node."""
    return f"{kind}:{name}"


@frozen
class Links:
    """The edges, by their start (`out`) and by their end (`into`).

    `order` finds edges that close cycles of waiting; `waiting` holds the nodes that wait for something.
    """

    out: Map[str, tuple[tuple[Relation, str], ...]] = field(default_factory=Map)
    into: Map[str, tuple[tuple[Relation, str], ...]] = field(default_factory=Map)
    order: Order = field(default_factory=Order)
    waiting: Map[str, bool] = field(default_factory=Map)

    def add(self, start: str, relation: Relation, end: str) -> "Links":
        """Return the graph with an edge; adding an existing edge changes nothing."""
        edges = self.out.get(start, ())
        if (relation, end) in edges:
            return self
        order = self._ordered(self.order, start, end) if relation in WAITING else self.order
        out = self.out.set(start, (*edges, (relation, end)))
        into = self.into.set(end, (*self.into.get(end, ()), (relation, start)))
        return Links(out, into, order, self.waiting.set(start, True) if relation == "waits_for" else self.waiting)

    def remove(self, start: str, relation: Relation) -> "Links":
        """Return the graph without the edges of one relation that start at a node."""
        ends = [end for kind, end in self.out.get(start, ()) if kind == relation]
        if not ends:
            return self
        out, into = self.out.mutate(), self.into.mutate()
        _set_edges(out, start, [edge for edge in out[start] if edge[0] != relation])
        for end in ends:
            _set_edges(into, end, [edge for edge in into[end] if edge != (relation, start)])
        waiting = self.waiting.delete(start) if relation == "waits_for" else self.waiting
        links = Links(out.finish(), into.finish(), self.order, waiting)._without_positions((start, *ends))
        return links._reordered() if relation in WAITING and self.order.back else links

    def without(self, start: str) -> "Links":
        """Return the graph without any edge that starts at a node."""
        links = self
        for relation in dict.fromkeys(relation for relation, _ in self.out.get(start, ())):
            links = links.remove(start, relation)
        return links

    def _without_positions(self, names: Iterable[str]) -> "Links":
        """Drop the positions of nodes that have no edge left."""
        isolated = [name for name in names if name not in self.out and name not in self.into]
        return replace(self, order=self.order.without(isolated)) if isolated else self

    def _ordered(self, order: Order, start: str, end: str) -> Order:
        def after(name: str) -> Iterator[str]:
            return self.neighbours(name, "out", WAITING)

        def before(name: str) -> Iterator[str]:
            return self.neighbours(name, "in", WAITING)

        return order.insert(start, end, after, before)

    def _reordered(self) -> "Links":
        """Re-insert the edges that closed a cycle: another edge of that cycle may have been removed."""
        order = self.order
        for edge in order.back:
            order = replace(order, back=tuple(other for other in order.back if other != edge))
            if edge[1] in self.neighbours(edge[0], "out", WAITING):
                order = self._ordered(order, *edge)
        return replace(self, order=order)

    def neighbours(self, start: str, direction: Direction, relations: tuple[Relation, ...]) -> Iterator[str]:
        """Yield the nodes that are one edge away."""
        edges = (self.out if direction == "out" else self.into).get(start, ())
        return (end for relation, end in edges if relation in relations)

    def responsible(self, start: str) -> tuple[str, ...]:
        """Return the agents responsible for a node; for an agent, itself."""
        kind, _, name = start.partition(":")
        if kind == "agent":
            return (name,)
        for relation in RESPONSIBLE.get(kind, ()):
            agents = tuple(end.partition(":")[2] for end in self.neighbours(start, "out", (relation,)))
            if agents:
                return agents
        return ()


def _set_edges(
    edges: MapMutation[str, tuple[tuple[Relation, str], ...]], name: str, left: list[tuple[Relation, str]]
) -> None:
    if left:
        edges[name] = tuple(left)
    else:
        del edges[name]


def agents_along(links: Links, starts: Iterable[str], hops: tuple[Hop, ...]) -> dict[str, tuple[str, ...]]:
    """Map each agent responsible for a node at the end of the hops to those nodes."""
    by_agent: dict[str, tuple[str, ...]] = {}
    frontier = list(dict.fromkeys(starts))
    for direction, relations in hops:
        frontier = list(
            dict.fromkeys(end for start in frontier for end in links.neighbours(start, direction, relations))
        )
    for reached in frontier:
        for agent in links.responsible(reached):
            by_agent[agent] = (*by_agent.get(agent, ()), reached)
    return by_agent


def closed_by(links: Links, edge: tuple[str, str]) -> tuple[str, ...]:
    """Return the nodes of the cycle of waiting closed by an edge, starting with the edge's start."""
    import networkx  # slow to import, and most waiting closes no cycle

    start, end = edge
    if start == end:
        return (start,)
    waited_for = reachable(end, lambda name: links.neighbours(name, "out", WAITING))
    path = networkx.shortest_path(to_networkx(links, waited_for), end, start)
    return (start, *path[:-1])


def to_networkx(links: Links, nodes: Iterable[str]) -> "networkx.DiGraph[str]":
    """Build a networkx graph of the edges of waiting that start at these nodes."""
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for name in nodes:
        graph.add_edges_from((name, end) for end in links.neighbours(name, "out", WAITING))
    return graph
