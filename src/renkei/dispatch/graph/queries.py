"""What the dependency graph answers: who waits for this, what does it feed, the critical path, cycles of waiting.

These look at more than neighbours; what needs an algorithm is networkx's work.
"""

from collections.abc import Iterable

from renkei.dispatch.graph.links import WAITING, Links, Relation, to_networkx

FEEDS: tuple[Relation, ...] = ("reads", "depends_on", "waits_for", "touches")
"""Relations along which a change is felt: from what is changed to who reads, depends on or waits for it."""


def who_waits_for(links: Links, node: str) -> list[str]:
    """Give everything that waits for a node, directly or through others, the nearest first."""
    return _spread(links, node, WAITING)


def fed_by(links: Links, node: str) -> list[str]:
    """Give everything that a change of a node is felt by: contracts, what depends on them, and their agents."""
    found = _spread(links, node, FEEDS)
    agents = [end for one in found for end in links.neighbours(one, "out", ("assigned_to",))]
    return list(dict.fromkeys((*found, *agents)))


def _spread(links: Links, node: str, relations: tuple[Relation, ...]) -> list[str]:
    seen = dict.fromkeys((node,))
    for name in (queue := [node]):
        for start in links.neighbours(name, "in", relations):
            if start not in seen:
                seen[start] = None
                queue.append(start)
    return [one for one in seen if one != node]


def cycles(links: Links) -> list[tuple[str, ...]]:
    """Give every cycle of waiting in which an agent waits."""
    import networkx  # slow to import, and few questions need it

    graph = to_networkx(links, links.out)
    waiting = {one for one in links.out if any(True for _ in links.neighbours(one, "out", ("waits_for",)))}
    found = [tuple(cycle) for cycle in networkx.simple_cycles(graph) if waiting & set(cycle)]
    return sorted(_from_least(cycle) for cycle in found)


def _from_least(cycle: tuple[str, ...]) -> tuple[str, ...]:
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]


def critical_path(links: Links, unsettled: Iterable[str]) -> list[str]:
    """Give the longest chain of unsettled contracts that wait for each other, the first to be done first."""
    import networkx

    wanted = {f"contract:{name}" for name in unsettled}
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(sorted(wanted))
    for one in sorted(wanted):
        graph.add_edges_from((end, one) for end in links.neighbours(one, "out", ("depends_on",)) if end in wanted)
    if not networkx.is_directed_acyclic_graph(graph):
        return []
    path: list[str] = networkx.dag_longest_path(graph) if wanted else []
    return path


def layers(links: Links, nodes: Iterable[str]) -> list[list[str]]:
    """Put nodes into layers for drawing: each below what it waits for; cycles share a layer."""
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    kept = set(nodes)
    graph.add_nodes_from(sorted(kept))
    for one in sorted(kept):
        graph.add_edges_from((end, one) for _, end in links.out.get(one, ()) if end in kept and end != one)
    condensed = networkx.condensation(graph)
    rows = networkx.topological_generations(condensed)
    return [sorted(name for part in row for name in condensed.nodes[part]["members"]) for row in rows]
