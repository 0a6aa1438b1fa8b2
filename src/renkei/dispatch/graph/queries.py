"""Queries over the whole dependency graph: waiting nodes, effects of a change, critical path, cycles."""

from collections.abc import Iterable

from renkei.dispatch.graph.links import WAITING, Links, Relation, to_networkx
from renkei.dispatch.graph.order import reachable

AFFECTING: tuple[Relation, ...] = ("reads", "depends_on", "waits_for", "touches")
"""Relations that propagate a change: to nodes that read, depend on or wait for the changed one."""


def who_waits_for(links: Links, node: str) -> list[str]:
    """Return everything that waits for a node, directly or indirectly, nearest first."""
    return _upstream(links, node, WAITING)


def affected_by(links: Links, node: str) -> list[str]:
    """Return everything affected by a change of a node: contracts, their dependants, then the assignees."""
    nodes = _upstream(links, node, AFFECTING)
    agents = [end for name in nodes for end in links.neighbours(name, "out", ("assigned_to",))]
    return list(dict.fromkeys((*nodes, *agents)))


def _upstream(links: Links, node: str, relations: tuple[Relation, ...]) -> list[str]:
    nodes = reachable(node, lambda name: links.neighbours(name, "in", relations))
    return [name for name in nodes if name != node]


def cycles(links: Links) -> list[tuple[str, ...]]:
    """Return every cycle of waiting that includes an agent, each starting at its least node."""
    import networkx  # slow to import, and few questions need it

    graph = to_networkx(links, links.out)
    waiting = {name for name in links.out if any(True for _ in links.neighbours(name, "out", ("waits_for",)))}
    closed = [tuple(cycle) for cycle in networkx.simple_cycles(graph) if waiting & set(cycle)]
    return sorted(from_least(cycle) for cycle in closed)


def from_least(cycle: tuple[str, ...]) -> tuple[str, ...]:
    """Return the same cycle, starting at its least node."""
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]


def critical_path(links: Links, unsettled: Iterable[str]) -> list[str]:
    """Return the longest chain of unsettled contracts that depend on each other, first to do first.

    Empty when the dependencies form a cycle.
    """
    import networkx

    wanted = {f"contract:{name}" for name in unsettled}
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(sorted(wanted))
    for name in sorted(wanted):
        graph.add_edges_from((end, name) for end in links.neighbours(name, "out", ("depends_on",)) if end in wanted)
    if not networkx.is_directed_acyclic_graph(graph):
        return []
    path: list[str] = networkx.dag_longest_path(graph)
    return path
