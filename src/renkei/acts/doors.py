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
    "view": {},
    "chat": {},
}
"""Door → act → why the door does not offer it."""
