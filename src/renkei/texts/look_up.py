"""How readers look up text that was omitted: one table for each interface.

Commands, calls and paths are the same in every language.
"""

from collections.abc import Mapping
from typing import Literal

Interface = Literal["command_line", "tools", "http"]
"""How an agent reaches the project: the command line, the tools of `renkei mcp`, or the HTTP API."""

LOOK_UP: Mapping[Interface, Mapping[str, str]] = {
    "command_line": {
        "board": "renkei board show",
        "board_log": "renkei board log",
        "board_log_after": "renkei board log --after {seq}",
        "context": "renkei context --agent {agent}",
        "contract": "renkei contract show {id}",
        "contracts": "renkei contract list",
        "contracts_of": "renkei contract list --agent {agent}",
        "inbox": "renkei inbox",
        "obligations": "renkei obligations --agent {agent}",
        "ready": "renkei contract list --ready",
        "reopen": "renkei contract reopen {id}",
    },
    "tools": {
        "board": "read_board",
        "board_log": 'read_board {{"path": "/changelog"}}',
        "board_log_after": 'read_board {{"path": "/changelog"}}',
        "context": 'next_turn {{"fresh": true, "budget": 20000}}',
        "contract": 'list_work {{"contract": "{id}"}}',
        "contracts": 'list_work {{"which": "mine"}}',
        "contracts_of": 'list_work {{"which": "mine"}}',
        "inbox": 'find_messages {{"limit": 100}}',
        "obligations": 'list_work {{"which": "mine"}}',
        "ready": 'list_work {{"which": "ready"}}',
        "reopen": 'take_work {{"contract": "{id}", "act": "reopen"}}',
    },
    "http": {
        "board": "GET /api/board",
        "board_log": "GET /api/board/changes",
        "board_log_after": "GET /api/board/changes?after={seq}",
        "context": "GET /api/context?budget=20000",
        "contract": "GET /api/contracts/{id}",
        "contracts": "GET /api/contracts",
        "contracts_of": "GET /api/contracts?which=mine",
        "inbox": "GET /api/inbox",
        "obligations": "GET /api/obligations",
        "ready": "GET /api/contracts?which=ready",
        "reopen": "POST /api/acts/reopen",
    },
}
"""Interface and subject → instruction."""


def look_up(interface: Interface, what: str, **values: object) -> str:
    """Return how to look something up through an interface; raises KeyError for an unknown subject."""
    return LOOK_UP[interface][what].format_map(values)
