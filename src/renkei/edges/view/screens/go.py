"""Going to a screen, an agent, a contract, a decision or an entry by some letters of its name or title."""

from collections.abc import Iterator
from typing import Any

from renkei.edges.entry_address import entry_address
from renkei.edges.view.addresses import page_of
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import words_in
from renkei.engine.views.titles import entry_title, title_of
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

MOST_FOUND = 20

SCREENS = ("waiting", "conversation", "day", "work", "board", "files", "contexts", "agents")
"""Screens that are found, by their names in the navigation."""

ADDRESSES = {"conversation": "/"}
"""The addresses of screens that differ from their names."""


@frozen
class Target:
    """Something that can be opened: its kind, its id, its title, and its address."""

    kind: str
    name: str
    title: str
    address: str


def show(visit: Visit) -> dict[str, Any]:
    """Return the targets whose name or title has all words; names that begin with them first."""
    words = visit.query.get("q", "").casefold().split()
    found = [one for one in _targets(visit) if all(word in f"{one.name} {one.title}".casefold() for word in words)]
    first = words[0] if words else ""
    found.sort(key=lambda one: not (one.name.casefold().startswith(first) or one.title.casefold().startswith(first)))
    shown = [replace(one, address=_then(visit, one.address)) for one in found[:MOST_FOUND]]
    return {"words": visit.query.get("q", ""), "found": shown}


def _then(visit: Visit, address: str) -> str:
    """Return an address at the record that is shown, so that nothing leads out of the past."""
    return address + (visit.in_past.replace("?", "&") if "?" in address else visit.in_past)


def _targets(visit: Visit) -> Iterator[Target]:
    state, say = visit.state, words_in(visit.locale)
    for name in SCREENS:
        yield Target("screen", "", say(f"nav.{name}"), ADDRESSES.get(name, f"/{name}"))
    for one in visit.all_waiting:
        yield Target("entry", one.ref, entry_title(state, one), entry_address(one.key))
    for each in state.everybody():
        yield Target("agent", each.id, each.role, page_of("agent", each.id))
    for name in sorted(state.contracts.entries):
        yield Target("contract", name, title_of(state, f"contract:{name}"), page_of("contract", name))
    for name in state.board.ids("pending_decisions"):
        yield Target("decision", name, title_of(state, f"decision:{name}"), page_of("decision", name))
