"""Keeps what people set for themselves, such as how far they have read and the searches they saved, in `people.json`.

It is no part of the project: a damaged file counts as empty. Only the owner may read it. A change replaces the file
under a lock: read, change, replace.
"""

import json
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.writer_lock import WriterLock
from renkei.store.layout import Layout
from renkei.store.tokens import OWNER_ONLY

Settings = Mapping[str, JsonValue]
"""The settings of one person, by name."""

People = Mapping[str, Settings]
"""The settings of each person."""

Change = Callable[[Settings], Settings]
"""Returns the settings of a person with a change."""


class PeopleFile:
    """The file, and the lock of its writers."""

    def __init__(self, layout: Layout) -> None:
        self._path = layout.people
        self._lock = WriterLock(layout.people_lock)

    def load(self) -> People:
        """Return the settings of each person."""
        return parse_people(self.content())

    def content(self) -> bytes | None:
        """Return the content of the file, or None if it cannot be read."""
        try:
            return read_plain(self._path)
        except OSError:
            return None

    def change(self, person: str, changed: Change) -> None:
        """Replace the settings of a person by the result of a function; raises OSError."""
        self.replace(lambda content: changed_people(content, person, changed))

    def replace(self, changed: Callable[[bytes | None], bytes]) -> None:
        """Replace the content of the file by the result of a function, which gets None without one; raises OSError."""
        with self._lock.held():
            write_atomically(self._path, changed(self.content()), mode=OWNER_ONLY)

    def close(self) -> None:
        """Close the lock file."""
        self._lock.close()


def parse_people(content: bytes | None) -> People:
    """Return the settings in a text; none in a text that renkei did not write."""
    try:
        found = json.loads(content or b"{}")
    except (ValueError, RecursionError):
        return {}
    items = found.items() if isinstance(found, dict) else ()
    return {person: settings for person, settings in items if isinstance(settings, dict)}


def changed_people(content: bytes | None, person: str, changed: Change) -> bytes:
    """Return the text of all settings after a change of one person's."""
    people = parse_people(content)
    return json.dumps({**people, person: changed(people.get(person, {}))}, ensure_ascii=False).encode() + b"\n"
