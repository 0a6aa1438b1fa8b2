"""The commands that Discord offers while one types: one for each act, with its arguments as options."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.edges.chat.bridge.commands import described, parameters
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

Json = dict[str, Any]

ROW, INPUT, PARAGRAPH = 1, 4, 2
"""The types of a form's rows and inputs, and the style of an input with several lines."""

LONGEST_TITLE, LONGEST_REASON = 45, 2000

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


def form_of(command: str, locale: Locale) -> Json:
    """Return a form that asks for the reason of a command."""
    asked = {"type": INPUT, "custom_id": BECAUSE, "style": PARAGRAPH, "label": say(locale, "chat.reason")}
    fields = [{"type": ROW, "components": [{**asked, "required": True, "max_length": LONGEST_REASON}]}]
    return {"custom_id": command, "title": command.removeprefix("/")[:LONGEST_TITLE], "components": fields}


def submitted(form: Mapping[str, Any]) -> str:
    """Return the command of a form, with the reason that a user wrote."""
    rows = (one for row in _sequence(form.get("components")) for one in _sequence(row.get("components")))
    reason = next((str(one.get("value", "")) for one in rows if one.get("custom_id") == BECAUSE), "")
    return f"{form.get('custom_id', '')} {BECAUSE} {reason}"


def _sequence(found: object) -> Sequence[Mapping[str, Any]]:
    return found if isinstance(found, list) else ()
