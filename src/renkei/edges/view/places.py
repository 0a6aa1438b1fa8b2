"""The screens as one table: what is at an address, and what the navigation lists."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from renkei.edges.view.screens import contract, conversation, decision, graph, waiting, work
from renkei.edges.view.visit import Visit


@dataclass(frozen=True, slots=True)
class Place:
    """A screen: its path, what it shows, and its template. `name` is its place in the navigation."""

    path: str
    screen: Callable[[Visit], Mapping[str, Any]]
    template: str
    name: str


PLACES: tuple[Place, ...] = (
    Place("/", conversation.show, "conversation.html", "conversation"),
    Place("/waiting", waiting.show, "waiting.html", "waiting"),
    Place("/decisions/{decision}", decision.show, "decision.html", "waiting"),
    Place("/work", work.show, "work.html", "work"),
    Place("/work/{contract}", contract.show, "contract.html", "work"),
    Place("/graph", graph.show, "graph.html", "work"),
)

NAVIGATION: tuple[tuple[str, str], ...] = tuple({place.name: place.path for place in reversed(PLACES)}.items())[::-1]
"""The name and the path of each screen: the first place of each name."""
