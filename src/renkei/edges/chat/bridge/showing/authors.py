"""The author that a post shows: an agent under its id, a person under the name that the chat shows."""

from urllib.parse import quote

from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.port import Author
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine.state import SYSTEM, State
from renkei.protocol.names import skeletons
from renkei.wording.visible import without_invisible

LONGEST_NAME = 60
"""Most characters of a name that a user has in the chat."""


class Authors:
    """The authors of the posts of one bridge."""

    def __init__(self, settings: BridgeSettings, file: BridgeFile) -> None:
        self._settings = settings
        self._file = file
        self._names: dict[str, str] = {}

    def hear(self, user: str, name: str) -> None:
        """Remember the name under which the chat shows a user who is a participant."""
        if name and user in self._settings.people and self._name(user) != name:
            self._file.set_position(_side(user), name)
            self._names[user] = name

    def author(self, participant: str, state: State) -> Author | None:
        """Return the author of a participant's posts; None for renkei itself."""
        if participant == SYSTEM:
            return None
        names = (_plain(self._name(user)) for user in self._settings.users_of(participant))
        shown = next((one for one in names if one and not _is_of_another(one, participant, state)), participant)
        picture = self._settings.pictures.replace("{name}", quote(participant, safe=""))
        return Author(shown, picture, participant)

    def _name(self, user: str) -> str:
        if user not in self._names:
            self._names[user] = self._file.position(_side(user))
        return self._names[user]


def _plain(name: str) -> str:
    return " ".join(without_invisible(name).split())[:LONGEST_NAME]


def _is_of_another(name: str, participant: str, state: State) -> bool:
    """Return whether a name looks like the id of another participant, whose words its owner must not seem to write."""
    keys = skeletons(name)
    return any(not keys.isdisjoint(skeletons(one)) for one in (SYSTEM, *state.actors) if one != participant)


def _side(user: str) -> str:
    return f"name of {user}"
