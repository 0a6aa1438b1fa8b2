"""The dependency graph as a picture: its whole open part, or the neighbourhood of one node."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from renkei.dispatch.graph.queries import cycles
from renkei.drawing.edges import WAITS, Edge, edges_near, edges_of, nodes_of
from renkei.drawing.notations import DRAW
from renkei.drawing.now import Grouped, grouped, of_now
from renkei.drawing.style import heads
from renkei.drawing.svg import Picture, picture
from renkei.drawing.words import Words
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import is_known, words_in
from renkei.engine.file_work.taken import links_with_files
from renkei.engine.references import find_node
from renkei.engine.state import State
from renkei.engine.views.contracts.work import longest_chain
from renkei.engine.views.titles import title_of
from renkei.errors import ExtraMissingError, UnknownReferenceError
from renkei.protocol.primitives import Locale

MOST_NODES, MOST_DRAWN = 80, 600
"""Things that a picture shows without groups, and boxes that it draws at most with opened groups."""

KINDS = ("contract", "agent", "decision", "artifact")
USUAL_KINDS = ("contract", "agent", "decision")
"""The kinds of things that can be shown, and those that are."""

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
    with_closed = visit.query.get("closed", "") == "yes"
    kinds = [one for one in KINDS if one in visit.query.getlist("kind")] or list(USUAL_KINDS)
    found = _nodes(state, wanted) if wanted else []
    focus = found[0] if len(found) == 1 else ""
    every = edges_of(state, bool(focus) or with_closed)
    if not focus.startswith("message:"):
        every = of_now(every, state, KINDS, True, ()) if focus else of_now(every, state, kinds, with_closed)
    depth = visit.number("depth", 1, least=1, most=DEEPEST)
    edges, is_cut = _chosen(every, focus, depth)
    opened = [f"group:{one}" for one in visit.query.getlist("open")]
    made = grouped(edges, state, opened, MOST_NODES, focus)
    fits = len(nodes_of(made.edges)) <= MOST_DRAWN
    drawn = _drawn(visit, made, focus, () if focus else found) if fits and (edges or focus) else None
    return {
        "focus": focus,
        "wanted": wanted,
        "found": found if len(found) > 1 else [],
        "depth": depth,
        "depths": range(1, DEEPEST + 1),
        "with_closed": with_closed,
        "kinds": KINDS,
        "chosen": kinds,
        "opened": [one for one in opened if one in made.members],
        "shut": lambda group: _address(visit, opened=[one for one in opened if one != group]),
        "grouped": bool(made.members),
        "count": len(nodes_of(edges)),
        "is_cut": is_cut,
        "picture": drawn,
        "heads": heads(),
        "is_empty": not edges and not focus,
        "mermaid": DRAW["mermaid"](edges, state) if drawn is None and edges else "",
        "rows": edges[:LISTED],
        "unlisted": max(0, len(edges) - LISTED),
        "cycles": [one for one in map(_without_messages, _cycles(state)) if len(one) > 1],
        "chain": [f"contract:{one}" for one in longest_chain(state)],
        "near": lambda node: near_address(visit, node),
        "titled": lambda node: title_of(state, node) or node.partition(":")[2],
        "waits": WAITS,
        "say": words_of(visit.locale),
    }


def _cycles(state: State) -> list[Sequence[str]]:
    links = links_with_files(state)
    return list(cycles(links)) if links.order.back else []


def _without_messages(cycle: Sequence[str]) -> list[str]:
    return [one for one in cycle if not one.startswith("message:")]


def _nodes(state: State, wanted: str) -> list[str]:
    """Return the node that an address names by its id, else those whose title has its words.

    Raises UnknownNodeError for none.
    """
    known = wanted if ":" in wanted and (wanted in state.links.out or wanted in state.links.into) else None
    _kind, colon, name = wanted.partition(":")
    found = known or find_node(state, name if colon else wanted)
    if found in state.links.out or found in state.links.into or find_kind(state, found) is not None:
        return [found]
    words = wanted.lower()
    titled = [one for one in nodes_of(edges_of(state, True)) if words in title_of(state, one).lower()]
    if not titled:
        raise UnknownNodeError(node=wanted)
    return titled


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


def _drawn(visit: Visit, made: Grouped, focus: str, found: Sequence[str]) -> Picture | None:
    """Return the picture; None without the extra that finds the layout."""
    say = words_of(visit.locale)
    try:
        return picture(made.edges, visit.state, say, lambda one: near_address(visit, one), focus, made.members, found)
    except ExtraMissingError:
        return None


def near_address(visit: Visit, node: str) -> str:
    """Return the address of the picture around a node; of a group, that of the picture with its members."""
    kind, _, name = node.partition(":")
    if kind == "group":
        return _address(visit, opened=[*(f"group:{one}" for one in visit.query.getlist("open")), f"group:{name}"])
    at = [] if visit.at is None else [("at", str(visit.at))]
    return f"/graph?{urlencode([('of', node), *at])}"


def _address(visit: Visit, opened: Sequence[str]) -> str:
    """Return the address of the same picture with other groups opened."""
    kept = [one for one in visit.query.multi_items() if one[0] not in ("open", "lang")]
    opened_names = [("open", one.removeprefix("group:")) for one in dict.fromkeys(opened)]
    return f"/graph?{urlencode([*kept, *opened_names])}"


def words_of(locale: Locale) -> Words:
    """Return the words of the picture in a language; those of statuses are the words of the cards."""
    say = words_in(locale)

    def word(key: str) -> str:
        kind, _, name = key.partition(".")
        own = (f"graph.{key}", f"contract.{name}" if kind == "status" else "", key)
        found = next((one for one in own if is_known(one)), None)
        return say(found) if found else name.replace("_", " ")

    return word
