"""Going to a screen, an agent, a contract, a decision or an entry by some letters of its name or title."""

from collections.abc import Iterator
from typing import Any

from renkei.edges.view.addresses import entry_address, page_of
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import words_in
from renkei.engine.views.titles import entry_title, title_of
from renkei.immutable.frozen import frozen

MOST_FOUND = 20

SCREENS = ("waiting", "conversation", "work", "board", "files", "contexts", "agents")
"""Screens that are found, by their names in the navigation."""

ADDRESSES = {"conversation": "/"}
"""The addresses of screens that differ from their names."""


@frozen
class Place:
    """Something that can be opened: its kind, its id, its title, and its address."""

    kind: str
    name: str
    title: str
    address: str


def show(visit: Visit) -> dict[str, Any]:
    """Return the places whose name or title has all words; names that begin with them first."""
    words = visit.query.get("q", "").casefold().split()
    found = [one for one in _places(visit) if all(word in f"{one.name} {one.title}".casefold() for word in words)]
    first = words[0] if words else ""
    found.sort(key=lambda one: not (one.name.casefold().startswith(first) or one.title.casefold().startswith(first)))
    return {"words": visit.query.get("q", ""), "found": found[:MOST_FOUND]}


def _places(visit: Visit) -> Iterator[Place]:
    state, say = visit.state, words_in(visit.locale)
    for name in SCREENS:
        yield Place("screen", "", say(f"nav.{name}"), ADDRESSES.get(name, f"/{name}"))
    for one in visit.all_waiting:
        yield Place("entry", one.ref, entry_title(state, one), entry_address(one.key))
    for each in state.everybody():
        yield Place("agent", each.id, each.role, page_of("agent", each.id))
    for name in sorted(state.contracts.entries):
        yield Place("contract", name, title_of(state, f"contract:{name}"), page_of("contract", name))
    for name in state.board.ids("pending_decisions"):
        yield Place("decision", name, title_of(state, f"decision:{name}"), page_of("decision", name))
