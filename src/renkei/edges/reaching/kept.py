"""Where the project keeps what reaches people: among the settings of people, in a file that only the owner can read.

All machines of a project share it, so any of their servers can send to a device and check an answer. No participant can
have the id under which it is kept. One change at a time replaces all of it, so a device and the key of its answer links
end together.
"""

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from renkei.engine.state import SYSTEM
from renkei.project.project import Project

Kept = dict[str, JsonValue]

DEVICES = "devices"
PUSH_KEY = "push_key"
ANSWER_KEYS = "answer_keys"
"""The names of what is kept."""


def kept(project: Project) -> Mapping[str, JsonValue]:
    """Return what is kept; nothing without it, or if it cannot be read."""
    return project.settings(SYSTEM)


def change(project: Project, changed: Callable[[Kept], Kept]) -> None:
    """Replace what is kept by the result of a function, one caller at a time; raises LogError."""
    project.change_settings(SYSTEM, lambda now: changed(dict(now)))


def rows(found: Mapping[str, JsonValue], name: str) -> dict[str, dict[str, JsonValue]]:
    """Return the rows of a name, by their ids; none of a text that renkei did not write."""
    known = found.get(name)
    items = known.items() if isinstance(known, dict) else ()
    return {key: dict(one) for key, one in items if isinstance(one, dict)}
