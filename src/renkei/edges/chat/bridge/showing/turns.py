"""Shows in the chat which agents work now, and what they have read: nothing that anybody depends on."""

from contextlib import suppress
from itertools import islice

from renkei.edges.chat.bridge.showing.authors import Authors
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.errors import ChatError
from renkei.edges.chat.port import Chat
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine.record import Record
from renkei.engine.state import EVERYBODY, State
from renkei.engine.turns.events import TurnBegan, TurnEnded

MOST_READ = 50
"""The newest messages of a turn that are looked for in the chat."""


class ShownTurns:
    """The turns that the chat shows; used by one thread."""

    def __init__(self, chat: Chat, settings: BridgeSettings, file: BridgeFile, authors: Authors) -> None:
        self._chat = chat
        self._settings = settings
        self._file = file
        self._authors = authors
        self._changed: dict[str, tuple[str, ...]] = {}

    def note(self, record: Record) -> None:
        """Note the turns that began or ended in a record."""
        for event in record.events:
            if isinstance(event, TurnBegan | TurnEnded):
                self._changed[event.agent] = (*self._changed.get(event.agent, ()), *event.read)[-MOST_READ:]

    def show(self, state: State) -> None:
        """Show how the noted turns stand now."""
        changed, self._changed = self._changed, {}
        for agent, read in changed.items():
            author = self._authors.author(agent, state)
            for channel, group in self._settings.channels.items():
                if author is None or not (group == EVERYBODY or agent in state.groups.get(group, ())):
                    continue
                posts = (self._file.post_of(one, channel) for one in islice(reversed(read), MOST_READ))
                newest = next((one.post for one in posts if one is not None and " " not in one.post), "")
                with suppress(ChatError, OSError):
                    self._chat.show_turn(author, channel, is_open=agent in state.turns, read=newest)
