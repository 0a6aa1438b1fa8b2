"""The dependency graph as people read it: work, participants, decisions and artifacts, grouped if there are many.

Messages are no boxes: an agent that waits for a reply waits for the participant that owes it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from renkei.dispatch.graph.links import Relation
from renkei.documents.json_pointer import join
from renkei.drawing.edges import Edge, nodes_of
from renkei.engine.state import State
from renkei.immutable.frozen import frozen

IN_WORDS: tuple[Relation, ...] = ("delegated_by", "works_on")
"""Relations that the boxes of work say in words, or that `assigned_to` says as well."""

Group = str
"""The node of a group: `group:` and the node or role that its members share."""


@frozen
class Grouped:
    """Edges between groups and single nodes, and the members of each group."""

    edges: list[Edge]
    members: Mapping[Group, Sequence[str]]


def of_now(
    edges: Iterable[Edge],
    state: State,
    kinds: Collection[str],
    everything: bool,
    without: Collection[Relation] = IN_WORDS,
) -> list[Edge]:
    """Return the edges between things of some kinds, without messages.

    Work that has others is without some relations. `everything`: with decisions that were made.
    """
    every = list(edges)
    linked = {one for edge in every if edge[1] not in without for one in edge[::2]}
    edges = [edge for edge in every if edge[1] not in without or not linked.issuperset(_work(edge))]
    debtors: dict[str, list[str]] = {}
    for start, relation, end in edges:
        if relation == "owed_by":
            debtors.setdefault(start, []).append(end)
    moved = [(start, relation, to) for start, relation, end in edges for to in debtors.get(end, (end,)) if to != start]
    return sorted({edge for edge in moved if all(_is_shown(one, state, kinds, everything) for one in edge[::2])})


def _work(edge: Edge) -> list[str]:
    return [one for one in edge[::2] if one.startswith("contract:")]


def _is_shown(node: str, state: State, kinds: Collection[str], everything: bool) -> bool:
    kind, _, name = node.partition(":")
    is_made = kind == "decision" and state.board.get(join("pending_decisions", name, "status")) == "resolved"
    return kind in kinds and (everything or not is_made)


def grouped(edges: list[Edge], state: State, opened: Collection[Group], most: int, alone: str = "") -> Grouped:
    """Return edges in which nodes are grouped if there are more than `most`.

    The members of `opened` stay single, and so does the node `alone`.
    """
    nodes = [one for one in nodes_of(edges) if one != alone]
    if len(nodes) <= most:
        return Grouped(edges, {})
    for shared in SHARED:
        members: dict[Group, list[str]] = {}
        for one in nodes:
            members.setdefault(f"group:{shared(state, one)}", []).append(one)
        if len(members) <= most:
            break
    groups = {name: found for name, found in members.items() if len(found) > 1}
    place = {one: name for name, found in groups.items() if name not in opened for one in found}
    moved = [(place.get(start, start), relation, place.get(end, end)) for start, relation, end in edges]
    counts = Counter((start, end) for start, _, end in moved)

    def is_main(start: str, end: str) -> bool:
        """Return whether most arrows between two groups lead this way; the list has the others."""
        both_ways = start in groups and end in groups
        return not both_ways or (counts[start, end], start) > (counts[end, start], end)

    return Grouped(sorted({edge for edge in moved if edge[0] != edge[2] and is_main(edge[0], edge[2])}), groups)


def _root(state: State, node: str) -> str:
    """Return the contract that a contract is a part of, directly or through others."""
    kind, _, name = node.partition(":")
    seen = {name}
    while kind == "contract" and (entry := state.contracts.entries.get(name)) is not None:
        if entry.terms.parent is None or entry.terms.parent in seen:
            break
        name = entry.terms.parent
        seen.add(name)
    return f"{kind}:{name}"


def _worker(state: State, node: str) -> str:
    """Return the participant that is responsible for a node, else who may take it."""
    owner = next(iter(state.links.responsible(node)), "")
    return f"agent:{owner}" if owner else "role:"


def _role(state: State, node: str) -> str:
    """Return the role of the participant that is responsible for a node."""
    actor = state.actors.get(_worker(state, node).partition(":")[2])
    return f"role:{actor.role if actor is not None else ''}"


SHARED: tuple[Callable[[State, str], str], ...] = (_root, _worker, _role)
"""Functions that return the shared property of a group's members; the first with few enough groups is used."""
