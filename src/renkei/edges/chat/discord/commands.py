"""The commands that Discord offers while one types: one for each act, with its arguments as options."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.edges.chat.bridge.commands import described, parameters
from renkei.protocol.primitives import Locale

Json = dict[str, Any]

TEXT = 3
"""The type of an option that takes a text."""

LONGEST_HELP = 100

BECAUSE = "because"
"""The option whose text is a reason."""


def application_commands(locale: Locale) -> list[Json]:
    """Return the commands as Discord registers them."""
    return [
        {"name": name, "description": text[:LONGEST_HELP], "type": 1, "options": list(_options(name))}
        for name, text in described(locale)
    ]


def _options(command: str) -> Iterator[Json]:
    found = sorted(parameters(command), key=lambda one: not one[1])  # required ones stand first
    for name, required in found:
        yield {"type": TEXT, "name": name, "description": name, "required": required}


def line_of(data: Mapping[str, Any]) -> str:
    """Return a command that a user chose as a line."""
    given = {str(one["name"]): str(one.get("value", "")) for one in _sequence(data.get("options"))}
    words = [given[name] for name, _ in parameters(str(data["name"])) if name in given and name != BECAUSE]
    reason = [BECAUSE, given[BECAUSE]] if BECAUSE in given else []
    return " ".join(("/" + str(data["name"]), *words, *reason))


def _sequence(found: object) -> Sequence[Mapping[str, Any]]:
    return found if isinstance(found, list) else ()
