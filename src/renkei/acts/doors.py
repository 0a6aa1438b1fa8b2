"""Which door omits which act, and why. A door offers every other act."""

from typing import Literal

Door = Literal["library", "cli", "http", "tools", "view", "chat"]

OMITTED: dict[Door, dict[str, str]] = {
    "library": {},
    "cli": {},
    "http": {
        "verify": "runs commands on the machine of the server",
    },
    "tools": {},
    "view": {
        "add_artifact": "people have no entry on the board; its page adds an artifact to any agent's entry",
        "verify": "runs commands on the machine of the server",
    },
    "chat": {
        "send": "takes a document; a chat takes one in a fenced block",
        "post": "a post in the chat is one",
        "reply": "a reply in the chat is one",
        "open_contract": "takes a document; `delegate` opens a contract in one line",
        "verify": "runs commands on the machine of the bridge",
        "write": "takes paths and values; the view and the command line edit the board",
        "add_artifact": "people have no artifacts of their own on the board",
        "set_rules": "takes a document",
        "add_rules": "takes a document",
    },
}
"""Door → act → why the door does not offer it."""
