"""Selects the part of the dependency graph to draw, and what is highlighted in it."""

from collections.abc import Collection, Iterable
from dataclasses import field

from renkei.dispatch.graph.queries import cycles
from renkei.engine.file_work.taken import links_with_files
from renkei.engine.state import State
from renkei.engine.views.contracts.work import longest_chain
from renkei.immutable.frozen import frozen

Edge = tuple[str, str, str]
"""The start, the relation and the end of an edge."""

PARTIES = ("assigned_to", "delegated_by")
"""Relations that the box of a contract also shows as text."""

WAITS = ("waits_for", "waits_for_files")
"""Relations of what waits now."""

NOTHING = "Nothing to draw. With --all, closed contracts are drawn too."


def edges_of(state: State, everything: bool) -> list[Edge]:
    """Return the edges of the graph; `everything` includes those of closed contracts."""
    closed = {f"contract:{name}" for name, entry in state.contracts.entries.items() if entry.closed}
    out = links_with_files(state).out
    found = [(start, str(relation), end) for start in out for relation, end in out[start]]
    return sorted(edge for edge in found if everything or not closed & {edge[0], edge[2]})


def nodes_of(edges: Iterable[Edge]) -> list[str]:
    """Return the nodes of the edges."""
    return sorted({one for start, _, end in edges for one in (start, end)})


def edges_near(edges: Collection[Edge], focus: str, depth: int) -> list[Edge]:
    """Return the edges between nodes that are at most `depth` edges away from `focus`, in either direction.

    The parties of a contract are followed from the focus only: through a lead, everything would be near everything.
    """
    near = {focus}
    for step in range(depth):
        pairs = [(start, end) for start, relation, end in edges if step == 0 or relation not in PARTIES]
        near |= {end for start, end in pairs if start in near} | {start for start, end in pairs if end in near}
    return [edge for edge in edges if edge[0] in near and edge[2] in near]


@frozen
class Marks:
    """The contracts of the critical path with the arrows between them, and the arrows of waiting cycles."""

    chain: frozenset[str] = field(default_factory=frozenset)
    chain_arrows: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    cycle_arrows: frozenset[tuple[str, str]] = field(default_factory=frozenset)


def marks_of(state: State) -> Marks:
    """Return the highlights of a state."""
    chain = [f"contract:{one}" for one in longest_chain(state)]
    links = links_with_files(state)
    around = cycles(links) if links.order.back else []  # without such an edge there is no cycle
    return Marks(
        frozenset(chain),
        frozenset(zip(chain[1:], chain, strict=False)),
        frozenset(pair for one in around for pair in zip(one, (*one[1:], one[0]), strict=True)),
    )
