"""Finds the message that a post in a chat answers, and what its author answers in plain words."""

from collections.abc import Callable

from renkei.acts.choices import may_decide
from renkei.acts.offers import Offer, offers_in
from renkei.acts.plain_answers import answer_in, awaits_verdict, sends_back, steered
from renkei.documents.json_pointer import join
from renkei.edges.chat.bridge.choices import choices_of, command_of
from renkei.edges.chat.bridge.commands import is_command
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile, KnownPost
from renkei.edges.chat.port import Post
from renkei.engine.state import Obligation
from renkei.engine.views.mentions import mentioned
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage

PLAIN = frozenset(("DECISION_RESULT", "REVIEW_RESULT"))
"""The replies that can be given in plain words."""


@frozen
class Unanswered:
    """An open request: its message, its subject, and the text that says how to answer."""

    message: str
    ref: str
    how: str


class Replies:
    """The messages that posts of one chat answer."""

    def __init__(self, project: Project, file: BridgeFile) -> None:
        self._project = project
        self._file = file

    def edited(self, post: Post) -> KnownPost | None:
        """Return the post that another one replaces, if both have the same author: not every chat ensures that."""
        known = self._file.post(where(post), post.edits) if post.edits else None
        return known if known is not None and known.author == post.author else None

    def above(self, post: Post) -> KnownPost | None:
        """Return the known post that another one replaces or replies to."""
        replied = self._file.post(where(post), post.reply_to) if post.reply_to else None
        return self.edited(post) or replied

    def answered(self, post: Post, author: str) -> KnownPost | None:
        """Return the known post that a post of a participant answers.

        A direct post that neither replies nor names anybody answers the only request in its conversation to which its
        author owes a reply, or without a request the newest post.
        """
        above = self.above(post)
        if above or post.channel or post.mentions or is_command(post.text):
            return above
        if mentioned(self._project.state, post.text):
            return None
        posts = (self._file.post_of(one.message_id, where(post)) for one in self._project.state.owed_by(author))
        requests = [one for one in posts if one is not None]
        if not requests:
            return self._file.newest(where(post))
        return requests[0] if len(requests) == 1 else None

    def owed_in(self, parent: KnownPost, debtor: str, counts: Callable[[Obligation], bool]) -> Obligation | None:
        """Return the reply that a participant owes to a post, or else to the newest request in its thread."""
        owed = [one for one in self._project.state.owed_by(debtor) if counts(one)]
        asked = next((one for one in owed if one.message_id == parent.message), None)
        return asked or next((one for one in reversed(owed) if self._is_in(parent, one.message_id)), None)

    def command(self, post: Post, author: str) -> str:
        """Return the command for what a post in plain words does in reply to a request; "" for other words."""
        state, asked = self._project.state, self._asked(post, author)
        found = answer_in(state, author, asked, post.text)
        if found is None and author in state.actors and state.actors[author].human and not post.files:
            ref = awaits_verdict(state, author, asked) if sends_back(post.text) else ""
            return f"/send-back {ref}" if ref else self._steering(post)
        if found is None or post.files:
            return ""
        words = f"because {found.text}" if found.act == "send_back" else found.text
        return f"/{found.act.replace('_', '-')} {found.ref} {words}".rstrip()

    def pressed(self, post: Post) -> str:
        """Return the command of the button that a user pressed, which a chat may only know by its number."""
        above = self.above(post) if post.text.isdecimal() else None
        if above is None:
            return post.text
        state = self._project.state
        choices = choices_of(offers_in(state, self._project.find_message(above.message)), state.locale)
        return choices[int(post.text) - 1].command if 0 < int(post.text) <= len(choices) else post.text

    def _steering(self, post: Post) -> str:
        """Return the command of a person's reaction that pauses or resumes the agent whose message it is about."""
        above = self.above(post) if post.reaction else None
        if above is None:
            return ""
        state = self._project.state
        found = steered(state, self._project.find_message(above.message), post.text)
        return command_of(Offer(*found), state.locale) if found is not None else ""

    def unanswered(self, post: Post, author: str) -> Unanswered | None:
        """Return the open request that its author may answer with another post than this one."""
        state = self._project.state
        asked = self._asked(post, author) or self._named(post, author)
        if may_decide(asked, state, author):
            decision = asked.payload.decision_id
            is_open = state.board.get(join("pending_decisions", decision, "status")) == "open"
            return Unanswered(asked.id, decision, "chat.how.decision") if is_open else None
        ref = awaits_verdict(state, author, asked)
        return Unanswered(asked.id, ref, "chat.how.review") if asked is not None and ref else None

    def reached(self, post: Post, author: str) -> tuple[str, ...]:
        """Return the sender of the message that a post answers, or the recipients of the message that it corrects."""
        parent, state = self.answered(post, author), self._project.state
        if parent is None:
            return ()
        message = self._project.find_message(parent.message)
        names = message.receivers if message.from_ == author else (message.from_,)
        return tuple(one for one in names if one in state.actors or one in state.groups)

    def _asked(self, post: Post, author: str) -> AnyMessage | None:
        """Return the message that a post answers; in a thread, the request to its author that has a plain answer."""
        parent = self.answered(post, author) if author else None
        if parent is None:
            return None
        owed = self.owed_in(parent, author, lambda one: bool(PLAIN.intersection(one.expects)))
        return self._project.find_message(owed.message_id if owed is not None else parent.message)

    def _named(self, post: Post, author: str) -> AnyMessage | None:
        """Return the newest decision request to a participant of which a post that replies to nothing is an option."""
        owed = [one for one in self._project.state.owed_by(author) if "DECISION_RESULT" in one.expects]
        asked = (self._project.find_message(one.message_id) for one in reversed(owed))
        return next((one for one in asked if answer_in(self._project.state, author, one, post.text)), None)

    def _is_in(self, parent: KnownPost, message: str) -> bool:
        known = self._file.post_of(message, parent.channel)
        return known is not None and known.first == parent.first


def where(post: Post) -> str:
    """Return the location of a post: its channel, or the participant in a direct conversation."""
    return post.channel or post.author
