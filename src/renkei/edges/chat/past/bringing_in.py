"""Brings in the past of a bridge's channels, once for its settings: posts made before the bridge began to listen.

They become past messages, which wake no agent and ask for nothing, whatever they say. A killed bridge begins again, and
records what is missing.
"""

import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from threading import Event

from renkei.edges.chat.bridge.problems import Problems
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile, KnownPost
from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.holding import Holding
from renkei.edges.chat.past.ids import AuthorIds
from renkei.edges.chat.past.recording import Recorder, record_past
from renkei.edges.chat.past.spool import Spool, Spooled
from renkei.edges.chat.port import Chat, PastPost
from renkei.edges.chat.settings import MOST_PAST, BridgeSettings
from renkei.engine.state import EVERYBODY, SYSTEM
from renkei.errors import BadValueError
from renkei.project.project import Project

SIDE = "past"
"""The position that says which past was brought in."""


class Past:
    """The past of one bridge's channels."""

    def __init__(
        self,
        bridge: str,
        project: Project,
        chat: Chat,
        settings: BridgeSettings,
        holding: Holding,
        file: BridgeFile,
        problems: Problems,
        ended: Event,
    ) -> None:
        self._bridge = bridge
        self._project = project
        self._chat = chat
        self._settings = settings
        self._holding = holding
        self._file = file
        self._problems = problems
        self._ended = ended
        self._wanted = f"{settings.past} {settings.since or ''}" if settings.past or settings.since else ""

    def bring_in(self) -> None:
        """Record the past if the settings ask for it and a position to begin before is known; only once.

        A channel whose past the chat refuses is reported, and left out until the bridge starts again. Raises
        ChatUnreachableError, LogError, or OSError, and is then repeated.
        """
        before = self._file.position("chat") if self._wanted else ""
        if not before:
            return
        if self._file.position(SIDE) == self._wanted:
            self._wanted = ""
            return
        recorder = self._recorder()
        with tempfile.TemporaryDirectory(prefix="renkei-past-") as temporary:
            spool = Spool(Path(temporary) / "posts.db", self._project.now())
            try:
                refused = [one for one in self._settings.channels if not self._read(one, before, spool, recorder)]
                spool.finish()
                self._record(spool, recorder)
            finally:
                spool.close()
        if not refused and not self._ended.is_set():
            self._file.set_position(SIDE, self._wanted)
        self._wanted = ""

    def _read(self, channel: str, before: str, spool: Spool, recorder: Recorder) -> bool:
        """Read the past of a channel; return whether the chat allows it."""
        try:
            posts = self._chat.past(channel, before, self._settings.since or "")
            for post in islice(self._unknown(posts, recorder), self._settings.past or MOST_PAST):
                try:
                    spool.add(post)
                except BadValueError as error:  # a time out of range
                    self._problems.refuse(error)
        except ChatRefusedError as error:
            self._problems.refuse(error)
            return False
        return True

    def _unknown(self, posts: Iterator[PastPost], recorder: Recorder) -> Iterator[PastPost]:
        """Yield the posts of users, up to the end of the bridge, without those that were heard."""
        for post in posts:
            if self._ended.is_set():
                return
            if post.author != self._chat.user and not self._is_heard(post, recorder):
                yield post

    def _is_heard(self, post: PastPost, recorder: Recorder) -> bool:
        known = self._file.post(post.channel, post.id)
        return known is not None and known.message != recorder.id_of(post.channel, post.id)

    def _recorder(self) -> Recorder:
        state = self._project.state
        people = {user: name for user, name in self._settings.people.items() if name in state.actors}
        taken = (*state.actors, *state.groups, EVERYBODY, SYSTEM)
        return Recorder(self._bridge, AuthorIds(self._bridge, people, taken), self._settings.channels.__getitem__)

    def _record(self, spool: Spool, recorder: Recorder) -> None:
        for batch, _ in record_past(self._project, recorder, spool, self._settings.owner):
            self._holding.check()
            self._file.keep_all([_known(recorder, one) for one in batch])
            if self._ended.is_set():
                return


def _known(recorder: Recorder, one: Spooled) -> KnownPost:
    post = one.post
    message, first = recorder.id_of(post.channel, post.id), post.reply_to or post.id
    return KnownPost(post.channel, post.id, message, first, recorder.id_of(post.channel, first), post.author)
