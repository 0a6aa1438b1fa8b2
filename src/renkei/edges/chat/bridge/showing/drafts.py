"""Writes a message as the posts that show it: its author, its text in parts, mentions, data and choices."""

from collections.abc import Iterator, Mapping

from renkei.acts.offers import offers_in
from renkei.edges.chat.bridge.choices import choices_of
from renkei.edges.chat.bridge.outgoing import Route
from renkei.edges.chat.bridge.post_text import (
    ANSWERED_BY,
    BETWEEN,
    Way,
    beginning,
    heading,
    how_to_answer,
    post_text,
)
from renkei.edges.chat.bridge.showing.authors import Authors
from renkei.edges.chat.bridge.splitting import closed, first_part, split
from renkei.edges.chat.fenced import fenced, split_block
from renkei.edges.chat.port import Attachment, Chat, Outgoing
from renkei.edges.chat.settings import BridgeSettings
from renkei.edges.chat.shared_files import SharedFiles
from renkei.edges.chat.spans import Block, Span, blocks_of, map_spans, with_heading
from renkei.engine.delegation.handoff import contract_id
from renkei.engine.state import EVERYBODY, State
from renkei.engine.views.mentions import mentions_in
from renkei.errors import LogError, RenkeiError
from renkei.immutable.replacing import replace
from renkei.project.project import Project
from renkei.protocol.derived_id import derived_id
from renkei.protocol.messages import AnyMessage, TaskHandoffMessage
from renkei.protocol.replies import subject
from renkei.texts.say import say

OUTCOME_BYTES = 200
"""Most bytes of an outcome; each post of a long request leaves room for it."""


class Drafts:
    """The posts of one bridge, before they are made."""

    def __init__(self, bridge: str, project: Project, chat: Chat, settings: BridgeSettings, authors: Authors) -> None:
        self._bridge = bridge
        self._project = project
        self._chat = chat
        self._settings = settings
        self.authors = authors

    def key(self, *parts: str) -> str:
        """Return the key of a post, which is the same after a restart."""
        return derived_id(self._bridge, *parts)

    def posts(self, route: Route, first: str, outcome: str = "") -> Iterator[Outgoing]:
        """Yield a route as posts, in the given thread; mentions and data are on the first.

        `outcome` ends the text of a request that is settled and asks for nothing.
        """
        message, locale = route.message, self._project.state.locale
        rest = say(locale, "chat.cut", id=message.id) if message is not None else ""
        files, kept_back = self._files(message)
        whole = "\n".join((self._text(route, outcome), *kept_back))
        limit = self._chat.limit
        if message is not None and message.type in ANSWERED_BY and len(whole.encode()) > limit > 2 * OUTCOME_BYTES:
            limit -= OUTCOME_BYTES
        parts = split(whole, limit, rest, fences=self._chat.shows_blocks)
        texts = len(parts)
        data = message.model_dump(mode="json", by_alias=True, exclude_defaults=True) if message is not None else None
        if data is not None and not self._chat.carries_data:
            block, data = fenced(data), None
            if self._is_for_a_program(route):
                parts += split_block(block, self._chat.limit)
        asks = message is not None and not outcome and self._asks(message)
        offers = offers_in(self._project.state, message) if message is not None and asks else route.offers
        author = self.authors.author(message.from_, self._project.state) if message is not None else None
        for number, part in enumerate(parts, 1):
            yield Outgoing(
                self.key(route.key, route.where, str(number)),
                part,
                first,
                route.mentions if number == 1 else (),
                data if number == 1 else None,
                choices_of(offers, locale) if number == len(parts) else (),
                block=number > texts,
                blocks=self._blocks(route, part, number, texts) if number <= texts else (),
                author=author,
                files=files if number == texts else (),
            )

    def with_outcome(self, route: Route, outcome: str, count: int) -> Iterator[tuple[int, Outgoing]]:
        """Yield what posts of a settled request change to, each with its index among the `count` posts that show it.

        The last one says the outcome instead of how to answer. Of several posts, the first says it, too: the others
        may be in a thread. Nothing is yielded if the request would be another number of posts now.
        """
        if len(outcome.encode()) > OUTCOME_BYTES:
            outcome = f"{first_part(outcome, OUTCOME_BYTES - 3)}…"
        if count == 1 and len(whole := list(self.posts(route, "", outcome))) == 1:
            yield 0, whole[0]
            return
        posts = list(self.posts(route, ""))
        texts = [one for one in posts if not one.block]
        for index in dict.fromkeys((0, len(texts) - 1)) if len(posts) == count else ():
            text = self._with_outcome(route, texts[index].text, outcome, is_last=index == len(texts) - 1)
            blocks = self._blocks(route, text, index + 1, len(texts))
            yield index, replace(posts[index], text=text, blocks=blocks, choices=(), mentions=(), files=())

    def _with_outcome(self, route: Route, text: str, outcome: str, *, is_last: bool) -> str:
        """Return a part of a request's text with its outcome: at its end, or below its heading."""
        between = BETWEEN[self._chat.shows_blocks]
        if not is_last:
            first, _, rest = text.partition("\n")
            return f"{first}\n{outcome}{between}{rest}"
        assert route.message is not None
        asked = how_to_answer(route.message, self._project.state.locale, self._chat.command_prefix, self._way)
        kept = text.replace(asked, "").rstrip()
        kept = first_part(kept, self._chat.limit - len(f"{between}{outcome}".encode()))
        return f"{closed(kept) if self._chat.shows_blocks else kept}{between}{outcome}"

    def _files(self, message: AnyMessage | None) -> tuple[tuple[Attachment, ...], list[str]]:
        """Return the files that belong to a message, and why others are kept back; none where the chat shows none."""
        if message is None or not self._chat.shows_files:
            return (), []
        return SharedFiles(self._settings.files).of(self._project.state, message)

    def _blocks(self, route: Route, part: str, number: int, of: int) -> tuple[Block, ...]:
        """Return a part of a message's text with its formatting; its number and heading show as written.

        Empty without formatting. Names of users that the post interrupts are mentions.
        """
        message = route.message
        if message is None or not self._chat.shows_blocks:
            return ()
        shown = f"({number}/{of}) " if of > 1 else ""
        name, rest = "", part.removeprefix(shown)
        if number == 1 and heading(message, heard_by=self._heard_by(route)):
            first, _, rest = rest.partition("\n")
            name = "" if shown or self._chat.shows_authors else message.from_
            shown = f"{shown}{first}\n"
        users = {self._settings.people.get(user, ""): user for user in route.mentions if number == 1}
        return _named(with_heading(shown, blocks_of(rest), name), self._project.state, users)

    def _heard_by(self, route: Route) -> str | None:
        """Return who reads a post anyway; None where it does not show its author."""
        if not self._chat.shows_authors:
            return None
        return self._settings.channels.get(route.channel, "") or self._settings.people.get(route.user, "")

    def _text(self, route: Route, outcome: str = "") -> str:
        if route.message is None:
            return route.notice
        message, locale, above, about = route.message, self._project.state.locale, "", ""
        if not self._chat.has_threads:
            above = self._above(message)
            about = contract_id(message) if isinstance(message, TaskHandoffMessage) else ""
        asks, prefix = not outcome and self._asks(message), self._chat.command_prefix
        marked = self._chat.shows_blocks
        by = self._heard_by(route)
        text = post_text(
            message, locale, above, asks=asks, prefix=prefix, about=about, marked=marked, heard_by=by, way=self._way
        )
        return f"{text}{BETWEEN[marked]}{outcome}" if outcome else text

    @property
    def _way(self) -> Way:
        if not self._chat.has_threads:
            return ""
        return ".press" if self._chat.shows_choices else ".react" if self._chat.hears_reactions else ".reply"

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


def _named(blocks: tuple[Block, ...], state: State, users: Mapping[str, str]) -> tuple[Block, ...]:
    """Return blocks in which the names of participants that a post interrupts are mentions of their users."""

    def spans(span: Span) -> Iterator[Span]:
        at = 0
        for start, end, name in () if "code" in span.styles else mentions_in(state, span.text):
            if name in users:
                yield replace(span, text=span.text[at:start])
                yield replace(span, text=span.text[start:end], user=users[name])
                at = end
        yield replace(span, text=span.text[at:])

    return map_spans(blocks, lambda span: (one for one in spans(span) if one.text)) if users else blocks
