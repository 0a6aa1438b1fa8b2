"""State of the view outside its project: programs, texts that are shown once, a story, presence, other projects."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from threading import Lock
from typing import Literal

from starlette.requests import Request

from renkei.edges.view.triage.presence import Presence
from renkei.edges.view.triage.unrecorded import Unrecorded
from renkei.immutable.frozen import frozen

Story = Literal["", "plays", "waits", "over", "stuck"]
"""How far a story is that is played in the project, such as the demo; "" without one."""

MOST_TEXTS = 100
"""Texts that are kept at most; the oldest is dropped first."""


class ShownOnce:
    """Keeps a text that an act made, such as a token, until its page has shown it to the person, once."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, str]] = {}
        self._lock = Lock()

    def make(self, person: str, key: str, made: Callable[[], str]) -> None:
        """Keep the text that a function makes for a person under a key; a key that is known makes nothing again."""
        with self._lock:
            if key in self._kept:
                return
            text = made()
            while len(self._kept) >= MOST_TEXTS:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = person, text

    def take(self, person: str, key: str) -> str | None:
        """Return a text that was kept for a person; None for an unknown or used key."""
        with self._lock:
            owner, text = self._kept.get(key, ("", ""))
            if owner != person or not text:
                return None
            self._kept[key] = person, ""  # the key stays known
            return text


def none_connected() -> Sequence[Mapping[str, str]]:
    """Return that no program is connected."""
    return ()


def no_story() -> Story:
    """Return that no story is played."""
    return ""


@frozen
class Neighbour:
    """A project of the server. `count` says how much waits there for the visitor; None if not signed in there."""

    segment: str
    name: str
    count: int | None


def alone(request: Request) -> Sequence[Neighbour]:
    """Return that the server has no other project."""
    return ()


@frozen
class Surroundings:
    """`connected` returns the connected programs, each with its `agent`, `directory` and `problem`.

    `projects` returns all projects of a server that has several, as the visitor of a request sees them.
    """

    connected: Callable[[], Sequence[Mapping[str, str]]] = none_connected
    once: ShownOnce = field(default_factory=ShownOnce)
    story: Callable[[], Story] = no_story
    presence: Presence = field(default_factory=Presence)
    unrecorded: Unrecorded = field(default_factory=Unrecorded)
    projects: Callable[[Request], Sequence[Neighbour]] = alone
