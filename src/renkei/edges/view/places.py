"""The screens as one table: what is at an address, and what the navigation lists."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from renkei.edges.view.screens import agents, conversation
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
    Place("/agents", agents.show, "agents.html", "agents"),
    Place("/agents/{agent}", agents.show_one, "agents/one.html", "agents"),
    Place("/agents/{agent}/token", agents.show_token, "agents/token.html", "agents"),
)

NAVIGATION: tuple[tuple[str, str], ...] = tuple({place.name: place.path for place in reversed(PLACES)}.items())[::-1]
"""The name and the path of each screen: the first place of each name."""
