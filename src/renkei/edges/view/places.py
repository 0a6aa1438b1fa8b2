"""The screens as one table: what is at an address, and what the navigation lists."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from renkei.edges.view.screens import agents, compose, conversation, decision, message_text, search, waiting
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
    Place("/threads/{thread:path}", conversation.show_thread, "conversation.html", "conversation"),
    Place("/messages/{message}", conversation.show_message, "conversation.html", "conversation"),
    Place("/messages/{message}/text", message_text.show, "message_text.html", "conversation"),
    Place("/compose", compose.show, "composing.html", "conversation"),
    Place("/compose/contract", compose.show_contract, "composing.html", "conversation"),
    Place("/search", search.show, "search.html", "conversation"),
    Place("/agents", agents.show, "agents.html", "agents"),
    Place("/agents/{agent}", agents.show_one, "agents/one.html", "agents"),
    Place("/agents/{agent}/token", agents.show_token, "agents/token.html", "agents"),
)

NAVIGATION: tuple[tuple[str, str], ...] = tuple({place.name: place.path for place in reversed(PLACES)}.items())[::-1]
"""The name and the path of each screen: the first place of each name."""
