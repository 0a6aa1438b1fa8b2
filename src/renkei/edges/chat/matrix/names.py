"""The names under which rooms show the people of a bridge, whose words it shows elsewhere.

Guests keep their ids: a name can be anybody's.
"""

from collections.abc import Callable, Mapping

from renkei.edges.chat.matrix.server import Answer
from renkei.edges.chat.port import Heard, Post
from renkei.immutable.replacing import replace


class Names:
    """The names of one bridge's people. `state` returns the content of a room's state, empty if it has none."""

    def __init__(self, state: Callable[[str, str, str], Answer]) -> None:
        self._state = state
        self.people: Mapping[str, str] = {}
        self._known: dict[str, str] = {}

    def named(self, heard: Heard | None, room: str) -> Heard | None:
        """Return an item with the name of its author, if that is one of the people; raises ChatUnreachableError."""
        if not isinstance(heard, Post) or heard.author not in self.people:
            return heard
        if heard.author not in self._known:
            self._known[heard.author] = str(self._state(room, "m.room.member", heard.author).get("displayname") or "")
        return replace(heard, name=self._known[heard.author])

    def forget(self, user: str) -> None:
        """Ask for the name of a user again, who may have changed it."""
        self._known.pop(user, None)
