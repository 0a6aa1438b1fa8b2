"""Queries over the whole dependency graph: who waits, what a change affects, critical path, cycles."""

from collections.abc import Iterable

from renkei.dispatch.graph.links import WAITING, Links, Relation, to_networkx
from renkei.dispatch.graph.order import reachable

AFFECTING: tuple[Relation, ...] = ("reads", "depends_on", "waits_for", "touches")
"""Relations that pass a change on: from what changed to what reads it, depends on it or waits for it."""


def who_waits_for(links: Links, node: str) -> list[str]:
    """Return everything that waits for a node, directly or indirectly, the nearest first."""
    return _upstream(links, node, WAITING)


def affected_by(links: Links, node: str) -> list[str]:
    """Return everything that a change of a node affects: contracts, what depends on them, then their assignees."""
    found = _upstream(links, node, AFFECTING)
    agents = [end for one in found for end in links.neighbours(one, "out", ("assigned_to",))]
    return list(dict.fromkeys((*found, *agents)))


def _upstream(links: Links, node: str, relations: tuple[Relation, ...]) -> list[str]:
    found = reachable(node, lambda name: links.neighbours(name, "in", relations))
    return [one for one in found if one != node]


def cycles(links: Links) -> list[tuple[str, ...]]:
    """Return every cycle of waiting in which an agent waits, each beginning at its least node."""
    import networkx  # slow to import, and few questions need it

    graph = to_networkx(links, links.out)
    waiting = {one for one in links.out if any(True for _ in links.neighbours(one, "out", ("waits_for",)))}
    found = [tuple(cycle) for cycle in networkx.simple_cycles(graph) if waiting & set(cycle)]
    return sorted(from_least(cycle) for cycle in found)


def from_least(cycle: tuple[str, ...]) -> tuple[str, ...]:
    """Return the same cycle, beginning at its least node."""
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]


def critical_path(links: Links, unsettled: Iterable[str]) -> list[str]:
    """Return the longest chain of unsettled contracts that depend on each other, what must be done first at the front.

    Empty when the dependencies form a cycle.
    """
    import networkx

    wanted = {f"contract:{name}" for name in unsettled}
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(sorted(wanted))
    for one in sorted(wanted):
        graph.add_edges_from((end, one) for end in links.neighbours(one, "out", ("depends_on",)) if end in wanted)
    if not networkx.is_directed_acyclic_graph(graph):
        return []
    path: list[str] = networkx.dag_longest_path(graph)
    return path
