"""The screens as one table: what is at an address, and what the navigation lists."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from renkei.edges.view.screens import agents, board, board_field, board_yaml, compose, contexts, contract, conversation, decision, delivered, graph, message_text, search, waiting, work
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
    Place("/board", board.show, "board.html", "board"),
    Place("/board/field", board_field.show, "board_field.html", "board"),
    Place("/board/yaml", board_yaml.show, "board_yaml.html", "board"),
    Place("/contexts", contexts.show_agents, "contexts.html", "contexts"),
    Place("/contexts/{agent}", contexts.show_now, "contexts/now.html", "contexts"),
    Place("/contexts/{agent}/why", delivered.show, "contexts/why.html", "contexts"),
    Place("/contexts/{agent}/costs", contexts.show_costs, "contexts/costs.html", "contexts"),
    Place("/contexts/{agent}/{seq}", contexts.show_given, "contexts/given.html", "contexts"),
    Place("/work", work.show, "work.html", "work"),
    Place("/work/{contract}", contract.show, "contract.html", "work"),
    Place("/graph", graph.show, "graph.html", "work"),
    Place("/agents", agents.show, "agents.html", "agents"),
    Place("/agents/{agent}", agents.show_one, "agents/one.html", "agents"),
    Place("/agents/{agent}/token", agents.show_token, "agents/token.html", "agents"),
)

NAVIGATION: tuple[tuple[str, str], ...] = tuple(
    (name, next(place.path for place in PLACES if place.name == name))
    for name in dict.fromkeys(place.name for place in PLACES)
)
"""The name and the path of each screen: the first place of each name."""
