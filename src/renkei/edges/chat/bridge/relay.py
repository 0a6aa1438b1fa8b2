"""Posts the messages of a project and pending answers to a chat, each once and in log order.

The position moves only after all posts of a record are made. If a process is killed before, the next one begins with
the same record, skips the posts recorded as made, and asks the chat about the post in progress. So a chat that
was down for an hour receives everything, in the same order.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event
from typing import TypeVar

from renkei.edges.chat.bridge.closed import ClosedChannels
from renkei.edges.chat.bridge.inviting import Inviting
from renkei.edges.chat.bridge.outgoing import Route, bounded, routes
from renkei.edges.chat.bridge.post_text import ANSWERED_BY
from renkei.edges.chat.bridge.problems import Problems
from renkei.edges.chat.bridge.reasons import Reasons
from renkei.edges.chat.bridge.showing.digests import Digests
from renkei.edges.chat.bridge.showing.drafts import Drafts
from renkei.edges.chat.bridge.showing.homes import Homes
from renkei.edges.chat.bridge.showing.turns import ShownTurns
from renkei.edges.chat.bridge.splitting import split
from renkei.edges.chat.bridge.storage.bridge_file import LOG, BridgeFile, KnownPost
from renkei.edges.chat.errors import ChannelClosedError, ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.holding import Holding
from renkei.edges.chat.outcomes import outcomes_of
from renkei.edges.chat.port import Chat, Outgoing
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.turns.reading import reads_elsewhere
from renkei.errors import NotAllowedError, UnknownActorError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.project.project import Project
from renkei.texts.say import say

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds before an unreachable chat is tried again; each pause doubles the previous one."""

MOST_UNREAD = 100
"""Unread messages of a participant that reads only in the chat before they are marked as read.

A smaller number would mean more records in the log.
"""

Made = TypeVar("Made")


class BridgeEndedError(Exception):
    """The bridge ends; unfinished work is done when it runs again."""


@frozen
class _Target:
    """The destination of related posts. `source`: their origin; `route`: a message of the log."""

    source: str
    channel: str
    user: str
    route: Route | None = None
    first: str = ""
    """The first post of their thread."""

    def known(self, post: str) -> KnownPost | None:
        """Return the facts to store about a post; None if it shows no message."""
        if self.route is None or self.route.message is None:
            return None
        message = self.route.message.id
        return KnownPost(self.channel or self.user, post, message, self.first or post, self.route.thread)


class _Attempt:
    """Makes a post when called. A repeated attempt first asks the chat whether the post exists."""

    def __init__(self, chat: Chat, holding: Holding, target: "_Target", post: Outgoing, tried: bool) -> None:
        self._chat, self._holding, self._post, self._tried = chat, holding, post, tried
        self._channel, self._user = target.channel, target.user

    def __call__(self) -> str | None:
        found = self._chat.find(self._channel or self._user, self._post.key) if self._tried else None
        self._tried = True
        if found is not None:
            return found
        self._holding.check()
        return self._chat.post(self._channel, self._post) if self._channel else self._chat.send(self._user, self._post)


class Relay:
    """The posts of one bridge, made by one thread."""

    def __init__(
        self,
        project: Project,
        chat: Chat,
        settings: BridgeSettings,
        holding: Holding,
        file: BridgeFile,
        drafts: Drafts,
        guest: str,
        problems: Problems,
        ended: Event,
    ) -> None:
        self._project = project
        self._chat = chat
        self._settings = settings
        self._holding = holding
        self._file = file
        self._drafts = drafts
        self._digests = Digests(project, settings, file, drafts)
        self._turns = ShownTurns(chat, settings, file, drafts.authors)
        self._guest = guest
        self._problems = problems
        self._ended = ended
        self._reasons = Reasons(file)
        self._closed = ClosedChannels(settings, file, problems)
        self.homes = Homes(project, chat, settings, file, problems)
        self._made = 0
        """Posts that show the current record."""
        self._inviting = Inviting(chat, settings, file, problems, ended)

    def catch_up(self) -> float | None:
        """Post all records and answers, and update the members of channels.

        Returns the seconds after which a failed change of members is to be tried again, or None. Raises LogError, and
        BridgeEndedError.
        """
        self._answer_all()
        seq = int(self._file.position("log"))
        self._reopen(seq)
        self._digests.begin(seq)
        for record in self._project.records(seq):
            self._made = 0
            for route in self._routes(record):
                try:
                    if route.channel not in self._closed:
                        self._post(route)
                except ChannelClosedError as error:
                    self._closed.close(route.channel, record.seq, error)
            for request, outcome in self._outcomes(record):
                self._settle(record, request, outcome)
            self._file.advance(record.seq, self._made)
            self._turns.note(record)
            self._answer_all()
        self._turns.show(self._project.state)
        waits = (
            self._digests.catch_up(self._make_in),
            self._inviting.catch_up(lambda: self._project.state),
            self.homes.show() if self._chat.shows_homes else None,
            self._closed.wait(),
        )
        self._mark_read()
        return min((one for one in waits if one is not None), default=None)

    def _routes(self, record: Record) -> Iterator[Route]:
        state = self._project.state
        found = routes(record, state, self._settings, self._file.origin, self._guest)
        return bounded(found, record.seq, state.locale)

    def _outcomes(self, record: Record) -> Iterator[tuple[str, str]]:
        if not self._chat.replaces_posts:
            return iter(())
        state, authors = self._project.state, self._drafts.authors
        return outcomes_of(record, state.locale, lambda one: authors.name(one, state))

    def _reopen(self, end: int) -> None:
        """Post what closed channels have missed up to a record, where they take posts again."""
        for channel, seq in self._closed.due().items():
            at = seq
            try:
                for record in self._project.records(seq):
                    at = record.seq
                    if at > end:
                        break
                    for route in self._routes(record):
                        if route.channel == channel:
                            self._post(route)
                    for request, outcome in self._outcomes(record):
                        self._settle(record, request, outcome, channel)
                    self._closed.advance(channel, at)
            except ChannelClosedError as error:
                self._closed.close(channel, at, error)
            else:
                self._closed.open(channel)

    def _make_in(self, channel: str, post: Outgoing) -> None:
        parts = split(post.text, self._chat.limit, "…")
        keys = (post.key, *(self._drafts.key(post.key, str(number)) for number in range(2, len(parts) + 1)))
        posts = [replace(post, key=key, text=part) for key, part in zip(keys, parts, strict=True)]
        try:
            self._make_all(_Target(f"digest of {channel}", channel, ""), posts)
        except ChannelClosedError as error:  # the messages are in the log
            self._problems.refuse(error)

    def _mark_read(self) -> None:
        """Mark messages delivered by the chat as read, for participants without turns, once there are many."""
        state = self._project.state
        shown = frozenset(self._settings.channels.values())
        for name in {self._guest, *self._settings.people.values()}:
            if len(state.unread.get(name, ())) < MOST_UNREAD or not reads_elsewhere(state, name):
                continue
            unread = [one.message for one in state.unread_of(name)]
            read = tuple(one.id for one in unread if name in one.receivers or shown.intersection(one.receivers))
            if read:
                with suppress(NotAllowedError, UnknownActorError):  # the owner of the bridge has left
                    self._project.do_as_runtime(c.MarkRead(read, reader=name))

    def _answer_all(self) -> None:
        for answer in self._file.answers():
            parts = split(answer.text, self._chat.limit, say(self._project.state.locale, "chat.cut_answer"))
            asks = self._reasons.asks(answer.channel or answer.user, answer.heard)
            is_named = asks or not self._chat.has_threads
            asked = (answer.user,) if answer.channel and answer.user and is_named else ()
            keys = [self._drafts.key("answer", answer.heard, str(number)) for number in range(1, len(parts) + 1)]
            posts = [
                Outgoing(key, part, answer.reply_to, asked if key == keys[0] else (), asks=asks)
                for key, part in zip(keys, parts, strict=True)
            ]
            try:
                self._make_all(_Target(answer.heard, answer.channel, answer.user), posts)
            except ChannelClosedError as error:  # nobody reads it there any more
                self._problems.refuse(error)
            self._file.answered(answer)

    def _post(self, route: Route) -> None:
        first = self._first_post(route)
        target, posts = _Target(LOG, route.channel, route.user, route, first), list(self._drafts.posts(route, first))
        if route.message is None or route.message.type != "STATUS_UPDATE" or len(posts) > 1:
            self._make_all(target, posts)
            return
        side = f"status of {route.message.from_} in {route.where} {first}"
        if posts[0].files:  # which no changed post brings along
            self._file.set_position(side, "")
            self._make_all(target, posts)
        else:
            self._update(side, target, posts[0])

    def _update(self, side: str, target: "_Target", post: Outgoing) -> None:
        """Make a post that replaces the last one of its kind, if the chat can change posts and still has it."""
        last = self._file.position(side) if self._chat.replaces_posts else ""
        try:
            made = self._make(target, replace(post, replaces=last))
        except ChannelClosedError:
            raise
        except ChatRefusedError as error:
            if not last:
                self._problems.refuse(error)
                return
            made = None
        if made is None:
            self._make_all(target, [replace(post, key=self._drafts.key(post.key, "again"))])
        elif self._chat.replaces_posts:
            self._file.set_position(side, made)

    def _settle(self, record: Record, request: str, outcome: str, only: str = "") -> None:
        """Change the posts of a settled request so that they say what its outcome is. `only`: those in one channel."""
        message = self._project.find_message(request)
        if message.type not in ANSWERED_BY:
            return
        for place, made in self._file.posts_of(request).items():
            channel, user = (place, "") if place in self._settings.every_channel else ("", place)
            if only not in ("", place) or (not only and place in self._closed):
                continue
            route = Route(message.id, message, channel=channel, user=user)
            for index, post in self._drafts.with_outcome(route, outcome, len(made)):
                key = self._drafts.key("settled", str(record.seq), request, place, str(index))
                try:
                    if made[index]:
                        self._make(_Target(LOG, channel, user), replace(post, key=key, replaces=made[index]))
                except ChannelClosedError as error:
                    if only:
                        raise
                    if channel:
                        self._closed.close(channel, record.seq, error)
                    break
                except ChatRefusedError:  # the post is gone, or too old to change
                    pass

    def _make_all(self, target: "_Target", posts: list[Outgoing]) -> None:
        """Make related posts, in a thread of the first; if the chat rejects one, the rest are skipped."""
        thread = ""
        for post in posts:
            try:
                made = self._with_files(target, replace(post, reply_to=post.reply_to or thread))
            except ChannelClosedError:
                raise
            except ChatRefusedError as error:
                self._problems.refuse(error)
                return
            if made is None:  # the chat has only channels
                mentioned = [replace(one, mentions=(target.user,)) for one in posts]
                self._make_all(replace(target, channel=self._settings.first_channel, user="", first=""), mentioned)
                return
            target = replace(target, first=target.first or made)
            thread = thread or (made if self._chat.has_threads else "")

    def _with_files(self, target: "_Target", post: Outgoing) -> str | None:
        """Make a post; if the chat rejects it with its files, without them."""
        try:
            return self._make(target, post)
        except ChatRefusedError as error:
            if not post.files or isinstance(error, ChannelClosedError):
                raise
            self._problems.refuse(error)
            return self._make(target, replace(post, files=()))

    def _make(self, target: "_Target", post: Outgoing) -> str | None:
        """Make a post once and return its id; None if the chat has no direct posts."""
        if target.source == LOG and not post.replaces:
            self._made += 1
        tried, made = self._file.attempt(post.key, target.source)
        if made is not None:
            return made
        try:
            found = self._patiently(_Attempt(self._chat, self._holding, target, post, tried))
            if found is not None:
                if target.source != LOG:
                    self._reasons.was_asked(target.channel or target.user, target.source, found)
                self._file.made(post.key, found, target.known(found or post.key))
        finally:
            self._file.recorded.set()
        return found

    def _patiently(self, ask: Callable[[], Made]) -> Made:
        """Ask a chat until it answers, and return its answer; raises ChatRefusedError, or BridgeEndedError."""
        pause = FIRST_PAUSE
        while not self._ended.is_set():
            self._file.recorded.clear()
            try:
                found = ask()
            except (ChatUnreachableError, OSError) as error:
                self._file.recorded.set()
                self._problems.report("posting", error)
                wanted = error.retry_after if isinstance(error, ChatUnreachableError) else 0.0
                self._ended.wait(wanted or pause * random.uniform(0.5, 1.0))  # noqa: S311 – not a secret
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                self._problems.clear("posting")
                return found
        raise BridgeEndedError

    def _first_post(self, route: Route) -> str:
        """Return the first post of a message's thread in a channel; "" if the message begins one."""
        if route.message is None:
            return ""
        for name in (route.message.in_reply_to, route.message.thread, route.thread, route.message.task_ref):
            known = self._file.post_of(name, route.where) or self._file.post_in(name, route.where) if name else None
            if known is not None and known.message != route.key:  # else a part of it was posted before
                return known.first
        return ""
