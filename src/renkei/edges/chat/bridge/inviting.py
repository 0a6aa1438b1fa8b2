"""Updates channels after changes of their groups, without delaying posts.

If a chat cannot invite or remove a user now, it is tried again later. Nothing else waits for it, since it may never
succeed.
"""

import random
from collections.abc import Callable
from threading import Event
from time import monotonic

from renkei.edges.chat.bridge.group_members import GroupChange, changes, expect, expect_no_more
from renkei.edges.chat.bridge.problems import Problems
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.port import Chat
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine.state import State

FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0
"""Seconds before a change is tried again; each wait doubles the previous one."""


class Inviting:
    """The pending updates of one chat's channels; used by one thread."""

    def __init__(
        self,
        chat: Chat,
        settings: BridgeSettings,
        file: BridgeFile,
        problems: Problems,
        ended: Event,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._chat = chat
        self._settings = settings
        self._file = file
        self._problems = problems
        self._ended = ended
        self._clock = clock
        self._waits: dict[str, tuple[float, float]] = {}
        """For each channel with a failed change: when to try again, and the next wait."""

    def catch_up(self, state: Callable[[], State]) -> float | None:
        """Update the channels; failed changes are left for a later call. Raises LogError.

        Returns the seconds after which that call is due, or None.
        """
        found = changes(state, self._settings, self._file)
        self._waits = {one.channel: self._waits[one.channel] for one in found if one.channel in self._waits}
        for change in found:
            if self._ended.is_set() or self._waits.get(change.channel, (0.0, 0.0))[0] > self._clock():
                continue
            try:
                self._follow(change)
            except (ChatUnreachableError, OSError) as error:
                self._wait(change.channel, error)
            else:
                self._waits.pop(change.channel, None)
        if not self._waits:
            self._problems.clear("inviting")
            return None
        return max(0.0, min(again for again, _ in self._waits.values()) - self._clock())

    def _wait(self, channel: str, error: Exception) -> None:
        self._problems.report("inviting", error)
        _, wait = self._waits.get(channel, (0.0, FIRST_WAIT))
        wanted = error.retry_after if isinstance(error, ChatUnreachableError) else 0.0
        again = self._clock() + (wanted or wait * random.uniform(0.5, 1.0))  # noqa: S311 – not a secret
        self._waits[channel] = (again, min(2 * wait, LONGEST_WAIT))

    def _follow(self, change: GroupChange) -> None:
        """Invite or remove the users of a channel whose group has changed; repeating that after a kill is harmless.

        A permanent error of the chat is reported, and the change is not tried again.
        """
        for user, joined in change.wanted:
            if user != self._chat.user:
                self._set_member(change.channel, user, joined=joined)
        change.store(self._file)

    def _set_member(self, channel: str, user: str, *, joined: bool) -> None:
        is_new = expect(self._file, channel, user, joined=joined)
        try:
            changed = self._chat.set_member(channel, user, joined=joined)
        except ChatRefusedError as error:
            expect_no_more(self._file, channel, user, joined=joined)
            self._problems.refuse(error)
            return
        if is_new and changed is False:  # else an attempt that seemed to fail may have changed it
            expect_no_more(self._file, channel, user, joined=joined)
