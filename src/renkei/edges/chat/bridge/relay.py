"""Posts the messages of a project and pending answers to a chat, each once and in log order.

The position moves only after all posts of a record are made. If a process is killed before, the next one begins with
the same record, skips the posts recorded as made, and asks the chat about the post in progress. So a chat that
was down for an hour receives everything, in the same order.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event
from typing import TypeVar

from renkei.edges.chat.bridge.inviting import Inviting
from renkei.edges.chat.bridge.outgoing import Route, routes
from renkei.edges.chat.bridge.post_text import ANSWERED_BY, BETWEEN, beginning, choices_of, post_text
from renkei.edges.chat.bridge.problems import Problems
from renkei.edges.chat.bridge.splitting import split
from renkei.edges.chat.bridge.storage.bridge_file import LOG, BridgeFile, KnownPost
from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.fenced import fenced, split_block
from renkei.edges.chat.holding import Holding
from renkei.edges.chat.outcomes import outcomes_of
from renkei.edges.chat.port import Chat, Outgoing
from renkei.edges.chat.settings import BridgeSettings
from renkei.edges.chat.spans import Block, blocks_of, with_heading
from renkei.engine import commands as c
from renkei.engine.delegation.handoff import contract_id
from renkei.engine.record import Record
from renkei.engine.state import EVERYBODY
from renkei.engine.turns.reading import reads_elsewhere
from renkei.errors import LogError, NotAllowedError, RenkeiError, UnknownActorError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage, TaskHandoffMessage
from renkei.protocol.replies import subject
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
        bridge: str,
        project: Project,
        chat: Chat,
        settings: BridgeSettings,
        holding: Holding,
        file: BridgeFile,
        guest: str,
        problems: Problems,
        ended: Event,
    ) -> None:
        self._bridge = bridge
        self._project = project
        self._chat = chat
        self._settings = settings
        self._holding = holding
        self._file = file
        self._guest = guest
        self._problems = problems
        self._ended = ended
        self._inviting = Inviting(chat, settings, file, problems, ended)

    def catch_up(self) -> float | None:
        """Post all records and answers, and update the members of channels.

        Returns the seconds after which a failed change of members is to be tried again, or None. Raises LogError, and
        BridgeEndedError.
        """
        self._answer_all()
        for record in self._project.records(int(self._file.position("log"))):
            found = routes(record, self._project.state, self._settings, self._file.origin, self._guest)
            for route in found:
                self._post(route)
            for request, outcome in (
                outcomes_of(record, self._project.state.locale) if self._chat.replaces_posts else ()
            ):
                self._settle(record, request, outcome)
            self._file.advance(record.seq)
            self._answer_all()
        again = self._inviting.catch_up(lambda: self._project.state)
        self._mark_read()
        return again

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
            asked = (answer.user,) if answer.channel and answer.user and not self._chat.has_threads else ()
            posts = [
                Outgoing(
                    self._key("answer", answer.heard, str(number)), part, answer.reply_to, asked if number == 1 else ()
                )
                for number, part in enumerate(parts, 1)
            ]
            self._make_all(_Target(answer.heard, answer.channel, answer.user), posts)
            self._file.answered(answer)

    def _post(self, route: Route) -> None:
        first = self._first_post(route)
        self._make_all(_Target(LOG, route.channel, route.user, route, first), list(self._posts(route, first)))

    def _settle(self, record: Record, request: str, outcome: str) -> None:
        """Change the posts of a settled request so that they say what its outcome is; one in several parts stays."""
        message, posts = self._project.find_message(request), self._file.posts_of(request)
        if message.type not in ANSWERED_BY:
            return
        places = Counter(place for place, _ in posts)
        for place, made in posts:
            channel, user = (place, "") if place in self._settings.every_channel else ("", place)
            route = Route(message.id, message, channel=channel, user=user)
            parts = list(self._posts(route, "", outcome))
            if len(parts) != 1 or places[place] != 1 or not made:
                continue
            key = self._key("settled", str(record.seq), request, place)
            with suppress(ChatRefusedError):  # the post is gone, or too old to change
                self._make(_Target(LOG, channel, user), replace(parts[0], key=key, replaces=made))

    def _make_all(self, target: "_Target", posts: list[Outgoing]) -> None:
        """Make related posts, in a thread of the first; if the chat rejects one, the rest are skipped."""
        thread = ""
        for post in posts:
            try:
                made = self._make(target, replace(post, reply_to=post.reply_to or thread))
            except ChatRefusedError as error:
                self._problems.refuse(error)
                return
            if made is None:  # the chat has only channels
                mentioned = [replace(one, mentions=(target.user,)) for one in posts]
                self._make_all(replace(target, channel=self._settings.first_channel, user="", first=""), mentioned)
                return
            target = replace(target, first=target.first or made)
            thread = thread or (made if self._chat.has_threads else "")

    def _make(self, target: "_Target", post: Outgoing) -> str | None:
        """Make a post once and return its id; None if the chat has no direct posts."""
        tried, made = self._file.attempt(post.key, target.source)
        if made is not None:
            return made
        try:
            found = self._patiently(_Attempt(self._chat, self._holding, target, post, tried))
            if found is not None:
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

    def _posts(self, route: Route, first: str, outcome: str = "") -> Iterator[Outgoing]:
        """Yield a route as posts, in the given thread; mentions and data are on the first.

        `outcome` ends the text of a request that is settled, and asks nobody.
        """
        message, locale = route.message, self._project.state.locale
        rest = say(locale, "chat.cut", id=message.id) if message is not None else ""
        parts = split(self._text(route, outcome), self._chat.limit, rest, fences=self._chat.shows_blocks)
        texts = len(parts)
        data = message.model_dump(mode="json", by_alias=True, exclude_defaults=True) if message is not None else None
        if data is not None and not self._chat.carries_data:
            block, data = fenced(data), None
            if self._is_for_a_program(route):
                parts += split_block(block, self._chat.limit)
        asked = message if message is not None and not outcome and self._asks(message) else None
        for number, part in enumerate(parts, 1):
            yield Outgoing(
                self._key(route.key, route.where, str(number)),
                part,
                first,
                route.mentions if number == 1 else (),
                data if number == 1 else None,
                choices_of(asked) if asked is not None and number == len(parts) else (),
                block=number > texts,
                blocks=_blocks(part, number, texts) if message is not None and self._chat.shows_blocks else (),
            )

    def _text(self, route: Route, outcome: str = "") -> str:
        if route.message is None:
            return route.notice
        message, locale, above, about = route.message, self._project.state.locale, "", ""
        if not self._chat.has_threads:
            above = self._above(message)
            about = contract_id(message) if isinstance(message, TaskHandoffMessage) else ""
        asks, prefix = not outcome and self._asks(message), self._chat.command_prefix
        marked = self._chat.shows_blocks
        text = post_text(message, locale, above, asks=asks, prefix=prefix, about=about, marked=marked)
        return f"{text}{BETWEEN[marked]}{outcome}" if outcome else text

    def _above(self, message: AnyMessage) -> str:
        """Return the text about the message replied to, if the chat has no threads; "" if the post names it anyway."""
        name = message.in_reply_to or message.thread or ""
        try:
            replied = self._project.find_message(name) if name else None
        except LogError:
            raise
        except RenkeiError:  # a thread may have the name of no message
            return ""
        if replied is None or (subject(replied) and subject(replied) == subject(message)):
            return ""
        return beginning(replied)

    def _asks(self, message: AnyMessage) -> bool:
        """Return whether a message is addressed to a person who answers in the chat."""
        state = self._project.state
        groups = (state.members(one) for one in message.receivers if one == EVERYBODY or one in state.groups)
        names = (*message.receivers, *(name for group in groups for name in group))
        return any(state.actors[one].human for one in names if one in state.actors)

    def _is_for_a_program(self, route: Route) -> bool:
        """Return whether a typed message is addressed to an agent in the chat, which reads it as a block in a text."""
        message, actors = route.message, self._project.state.actors
        if message is None or message.type == "FREEFORM":
            return False
        named = [name for name in message.receivers if name in self._settings.people.values() and name in actors]
        return any(not actors[name].human for name in named)

    def _first_post(self, route: Route) -> str:
        """Return the first post of a message's thread in a channel; "" if the message begins one."""
        if route.message is None:
            return ""
        for name in (route.message.in_reply_to, route.message.thread, route.thread, route.message.task_ref):
            known = self._file.post_of(name, route.where) or self._file.post_in(name, route.where) if name else None
            if known is not None and known.message != route.key:  # else a part of it was posted before
                return known.first
        return ""

    def _key(self, *parts: str) -> str:
        return hashlib.sha256("\n".join((self._bridge, *parts)).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _blocks(part: str, number: int, of: int) -> tuple[Block, ...]:
    """Return a part of a message's text with its formatting; its number and the message's heading show as written."""
    heading = f"({number}/{of}) " if of > 1 else ""
    rest = part.removeprefix(heading)
    if number == 1:
        first, _, rest = rest.partition("\n")
        heading = f"{heading}{first}\n"
    return with_heading(heading, blocks_of(rest))
