"""The dependency graph as a picture: its whole open part, or the neighbourhood of one node."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from renkei.dispatch.graph.queries import cycles
from renkei.drawing.edges import WAITS, Edge, edges_near, edges_of, nodes_of
from renkei.drawing.notations import DRAW
from renkei.drawing.style import heads
from renkei.drawing.svg import Picture, picture
from renkei.drawing.words import Words
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import is_known, words_in
from renkei.engine.file_work.taken import links_with_files
from renkei.engine.references import find_node
from renkei.engine.state import State
from renkei.engine.views.contracts.work import longest_chain
from renkei.errors import ExtraMissingError, UnknownReferenceError
from renkei.protocol.primitives import Locale

MOST_NODES = 80
"""Things that one picture shows."""

DEEPEST = 4

LISTED = 400
"""Relations that the list shows."""


class UnknownNodeError(UnknownReferenceError):
    """The graph has no such thing."""

    code = "UNKNOWN_NODE"
    template = "The project has nothing with the id {node!r}."
    hint_template = "Give the id of a contract, a participant, an artifact or a decision."


def show(visit: Visit) -> dict[str, Any]:
    """Return the picture, and the same as a list; raises UnknownNodeError."""
    state, wanted = visit.state, visit.query.get("of", "").strip()
    focus = _node(state, wanted) if wanted else ""
    with_closed = bool(focus) or visit.query.get("closed", "") == "yes"
    links = links_with_files(state)
    every = edges_of(state, with_closed)
    depth = visit.number("depth", 1, least=1, most=DEEPEST)
    edges, is_cut = _chosen(every, focus, depth)
    count = len(nodes_of(edges))
    fits = count <= MOST_NODES
    drawn = _drawn(visit, edges, focus) if fits and (edges or focus) else None
    return {
        "focus": focus,
        "wanted": wanted,
        "depth": depth,
        "depths": range(1, DEEPEST + 1),
        "with_closed": visit.query.get("closed", "") == "yes",
        "count": count,
        "fits": fits,
        "is_cut": is_cut,
        "picture": drawn,
        "heads": heads(),
        "size": "fit" if visit.query.get("size", "") == "fit" else "full",
        "is_empty": not edges and not focus,
        "mermaid": DRAW["mermaid"](edges, state) if drawn is None and edges and fits else "",
        "rows": edges[:LISTED],
        "unlisted": max(0, len(edges) - LISTED),
        "cycles": cycles(links) if links.order.back else [],
        "chain": [f"contract:{one}" for one in longest_chain(state)],
        "near": lambda node: near_address(visit, node),
        "waits": WAITS,
        "say": words_of(visit.locale),
    }


def _node(state: State, wanted: str) -> str:
    """Return the node that an address names: itself, or an id of something."""
    known = wanted if ":" in wanted and (wanted in state.links.out or wanted in state.links.into) else None
    _kind, colon, name = wanted.partition(":")
    found = known or find_node(state, name if colon else wanted)
    is_linked = found in state.links.out or found in state.links.into
    if known is None and not is_linked and find_kind(state, found) is None:
        raise UnknownNodeError(node=wanted)
    return found


def find_kind(state: State, node: str) -> str | None:
    """Return the kind of a thing that the state holds, though nothing is linked to it; None for no such thing."""
    kind, _, name = node.partition(":")
    holds = {
        "contract": name in state.contracts.entries,
        "agent": name in state.actors,
        "decision": name in state.board.ids("pending_decisions"),
        "artifact": any(True for _ in state.board.artifact_owners(name)),
    }
    return kind if holds.get(kind) else None


def _chosen(every: list[Edge], focus: str, depth: int) -> tuple[list[Edge], bool]:
    """Return the edges near the focus, and whether they were cut to its neighbours because there are too many."""
    if not focus:
        return every, False
    found = edges_near(every, focus, depth)
    if len(nodes_of(found)) <= MOST_NODES or depth == 1:
        return found, False
    return edges_near(every, focus, 1), True


def _drawn(visit: Visit, edges: list[Edge], focus: str) -> Picture | None:
    """Return the picture; None without the extra that finds the layout."""
    try:
        return picture(edges, visit.state, words_of(visit.locale), lambda node: near_address(visit, node), focus)
    except ExtraMissingError:
        return None


def near_address(visit: Visit, node: str) -> str:
    """Return the address of the picture around a node."""
    return "/graph?" + urlencode(dict(_parameters(visit, node)))


def _parameters(visit: Visit, node: str) -> Iterator[tuple[str, str]]:
    yield "of", node
    if visit.at is not None:
        yield "at", str(visit.at)
    if visit.query.get("size", "") == "fit":
        yield "size", "fit"


def words_of(locale: Locale) -> Words:
    """Return the words of the picture in a language; those of statuses are the words of the cards."""
    say = words_in(locale)

    def word(key: str) -> str:
        kind, _, name = key.partition(".")
        own = (f"graph.{key}", f"contract.{name}" if kind == "status" else "", key)
        found = next((one for one in own if is_known(one)), None)
        return say(found) if found else name.replace("_", " ")

    return word
