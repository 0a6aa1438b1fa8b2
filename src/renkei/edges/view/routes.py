"""The table of screens: their addresses and their entries in the navigation."""

from collections.abc import Callable, Mapping
from typing import Any

from renkei.edges.view.screens import (
    agents,
    artifact,
    board,
    compose,
    contexts,
    contract,
    conversation,
    day,
    decision,
    delivered,
    files,
    go,
    graph,
    message_text,
    search,
    waiting,
    work,
)
from renkei.edges.view.visit import Visit
from renkei.immutable.frozen import frozen


@frozen
class Screen:
    """A screen: its path, its function, and its template. `name` is its entry in the navigation."""

    path: str
    show: Callable[[Visit], Mapping[str, Any]]
    template: str
    name: str


SCREENS: tuple[Screen, ...] = (
    Screen("/", conversation.show, "conversation.html", "conversation"),
    Screen("/threads/{thread:path}", conversation.show_thread, "conversation.html", "conversation"),
    Screen("/messages/{message}", conversation.show_message, "conversation.html", "conversation"),
    Screen("/messages/{message}/text", message_text.show, "message_text.html", "conversation"),
    Screen("/compose", compose.show, "composing.html", "conversation"),
    Screen("/compose/contract", compose.show_contract, "composing.html", "conversation"),
    Screen("/search", search.show, "search.html", "conversation"),
    Screen("/go", go.show, "go.html", "conversation"),
    Screen("/waiting", waiting.show, "waiting.html", "waiting"),
    Screen("/decisions/{decision}", decision.show, "decision.html", "waiting"),
    Screen("/day", day.show, "day.html", "day"),
    Screen("/day/{agent}/{seq}", day.show_turn, "day/turn.html", "day"),
    Screen("/board", board.show, "board.html", "board"),
    Screen("/board/field", board.show_field, "board_field.html", "board"),
    Screen("/board/yaml", board.show_yaml, "board_yaml.html", "board"),
    Screen("/artifact", artifact.show, "artifact.html", "board"),
    Screen("/work", work.show, "work.html", "work"),
    Screen("/work/{contract}", contract.show, "contract.html", "work"),
    Screen("/graph", graph.show, "graph.html", "work"),
    Screen("/files", files.show, "files.html", "files"),
    Screen("/files/log", files.show_log, "files/log.html", "files"),
    Screen("/contexts", contexts.show_agents, "contexts.html", "contexts"),
    Screen("/contexts/{agent}", contexts.show_now, "contexts/now.html", "contexts"),
    Screen("/contexts/{agent}/why", delivered.show, "contexts/why.html", "contexts"),
    Screen("/contexts/{agent}/costs", contexts.show_costs, "contexts/costs.html", "contexts"),
    Screen("/contexts/{agent}/{seq}", contexts.show_given, "contexts/given.html", "contexts"),
    Screen("/agents", agents.show, "agents.html", "agents"),
    Screen("/agents/{agent}", agents.show_one, "agents/one.html", "agents"),
    Screen("/agents/{agent}/token", agents.show_token, "agents/token.html", "agents"),
)
"""The screens: address, the function that returns what is shown, template, and entry of the navigation."""

NAVIGATION: tuple[tuple[str, str], ...] = tuple(
    (name, next(screen.path for screen in SCREENS if screen.name == name))
    for name in dict.fromkeys(("waiting", *(screen.name for screen in SCREENS)))
)
"""The name of each entry of the navigation, and the path of its first screen; what waits for the person comes first."""
