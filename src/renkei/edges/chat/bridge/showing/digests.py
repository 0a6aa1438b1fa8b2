"""Digests: in a channel that shows no other messages, what happened since the last one, at most once in a while."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime

from renkei.edges.chat.bridge.outgoing import is_shown
from renkei.edges.chat.bridge.post_text import beginning
from renkei.edges.chat.bridge.showing.drafts import Drafts
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.port import Outgoing
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine.state import SYSTEM
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.texts.say import say

MOST_AUTHORS = 20
"""Lines of a digest."""


class Digests:
    """The digests of one bridge; used by one thread."""

    def __init__(self, project: Project, settings: BridgeSettings, file: BridgeFile, drafts: Drafts) -> None:
        self._project = project
        self._settings = settings
        self._file = file
        self._drafts = drafts
        self._channels = [one for one in settings.channels if settings.share_of(one) == "digest"]

    def begin(self, seq: int) -> None:
        """Begin the first digest of each channel after a record."""
        for channel in self._channels:
            if not self._file.position(_side(channel)):
                self._file.set_position(_side(channel), json.dumps({"seq": seq, "at": ""}))

    def catch_up(self, make: Callable[[str, Outgoing], object]) -> float | None:
        """Make the digests that are due; return the seconds until another one is, or None."""
        waits = [self._catch_up(one, make) for one in self._channels]
        return min((one for one in waits if one is not None), default=None)

    def _catch_up(self, channel: str, make: Callable[[str, Outgoing], object]) -> float | None:
        side, last, now = _side(channel), self._project.log.last(), self._project.now()
        known = json.loads(self._file.position(side))
        found = list(self._messages(channel, known["seq"], known.get("to", last)))
        if not found:
            self._file.set_position(side, json.dumps({**known, "seq": last}))
            return None
        left = _seconds_left(known["at"], now, self._settings.digest_minutes)
        if left > 0 and "to" not in known:
            return left
        until = known.get("to", last)
        self._file.set_position(side, json.dumps({**known, "to": until}))  # so that a repeated one says the same
        make(channel, Outgoing(self._drafts.key("digest", channel, str(known["seq"])), self._text(found)))
        self._file.set_position(side, json.dumps({"seq": until, "at": now}))
        return None

    def _messages(self, channel: str, after: int, until: int) -> Iterator[AnyMessage]:
        """Yield the messages to the group of a channel that it does not show and that are not from the chat."""
        group = self._settings.channels[channel]
        for record in self._project.records(after):
            if record.seq > until:
                return
            for event in record.events:
                if event.kind != "message_sent" or event.message.from_ == SYSTEM:
                    continue
                message = event.message
                is_told = group in message.receivers and not is_shown("digest", message)
                if is_told and self._file.origin(message.id) is None:
                    yield message

    def _text(self, found: list[AnyMessage]) -> str:
        locale = self._project.state.locale
        counts = Counter(one.from_ for one in found)
        newest = {one.from_: beginning(one) for one in found}
        lines = [
            say(locale, "chat.digest.author", name=name, count=count, newest=newest[name].removeprefix(f"{name}: "))
            for name, count in counts.most_common(MOST_AUTHORS)
        ]
        more = [say(locale, "chat.more", count=len(counts) - MOST_AUTHORS)] if len(counts) > MOST_AUTHORS else []
        return "\n".join((say(locale, "chat.digest.title", count=len(found)), *lines, *more))


def _side(channel: str) -> str:
    return f"digest of {channel}"


def _seconds_left(at: str, now: str, minutes: int) -> float:
    if not at:
        return 0.0
    return 60 * minutes - (datetime.fromisoformat(now) - datetime.fromisoformat(at)).total_seconds()
