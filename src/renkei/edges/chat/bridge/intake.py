"""Turns posts heard by a bridge into messages, in the name of their authors and with no more authority.

A post is accepted once: its command's id is derived from the post. An error is answered in the chat, and nothing of the
post is written.
"""

import hashlib
from collections.abc import Callable
from dataclasses import fields

from renkei.acts.plain_answers import is_plain_answer
from renkei.edges.chat.bridge.commands import answer_of, hint_in_chat, is_command, lacking_reason, perform
from renkei.edges.chat.bridge.files import save_files
from renkei.edges.chat.bridge.group_members import following, was_expected
from renkei.edges.chat.bridge.outgoing import routes
from renkei.edges.chat.bridge.problems import in_words
from renkei.edges.chat.bridge.reasons import Reasons
from renkei.edges.chat.bridge.repeats import Repeats
from renkei.edges.chat.bridge.replies import Replies, where
from renkei.edges.chat.bridge.showing.authors import Authors
from renkei.edges.chat.bridge.storage.bridge_file import DELETED, Answer, BridgeFile, KnownPost
from renkei.edges.chat.errors import ChatUnreachableError
from renkei.edges.chat.fenced import find_block
from renkei.edges.chat.port import Deletion, Heard, Membership, Position, Post
from renkei.edges.chat.settings import GUEST, BridgeSettings
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import EVERYBODY
from renkei.engine.system_messages import notify
from renkei.engine.views.mentions import check_mentions, mentioned
from renkei.errors import BadValueError, LogError, NotAllowedError, RenkeiError
from renkei.immutable.replacing import replace
from renkei.project.caller import Caller
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage, FreeformMessage, HeaderOptions, make_message, parse_message
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import Priority
from renkei.protocol.replies import subject
from renkei.texts.say import say

POST_BYTES = 500_000
"""Most bytes of a post that becomes a message."""


class Intake:
    """Turns the posts of one chat into messages of a project."""

    def __init__(
        self,
        bridge: str,
        project: Project,
        settings: BridgeSettings,
        file: BridgeFile,
        prefix: str = "/",
        *,
        asks_reasons: bool = True,
    ) -> None:
        self._bridge = bridge
        self._prefix = prefix
        self._project = project
        self._settings = settings
        self._file = file
        self.guest = f"{GUEST}-{bridge}"
        """The participant that represents unknown users."""
        self.share: Callable[[], None] = lambda: None
        """Called when a post is known and its message is about to be sent."""
        self.authors = Authors(settings, file)
        self._repeats = Repeats()
        self._replies = Replies(project, file)
        self._reasons = Reasons(file)
        self._asks_reasons = asks_reasons

    def take(self, heard: Heard) -> Answer | None:
        """Process one heard item; return the answer to it.

        Raises LogError or ChatUnreachableError, and has then done nothing.
        """
        try:
            match heard:
                case Position():
                    return None
                case Membership():
                    self._follow(heard)
                    return None
                case Deletion():
                    self._withdraw(heard)
                    return None
            self.authors.hear(heard.author, heard.name)
            if self._is_past(heard) or self._is_idle_reaction(heard) or self._is_held(heard):
                return None
            answer = self._take(heard)
            self._repeats.took(heard.author)
            return answer if answer is not None and self._is_answered(heard) else None
        except (LogError, ChatUnreachableError):
            raise
        except RenkeiError as error:
            if not isinstance(heard, Post):
                return None
            text = in_words(error, lambda hint: hint_in_chat(hint, self._prefix))
            may = self._is_answered(heard) and (
                self._is_person(heard) or self._repeats.may_answer(heard.author, heard.id, text)
            )
            return self._answer(heard, text) if may else None

    def _is_person(self, post: Post) -> bool:
        known = self._project.state.actors.get(self._participant(post.author))
        return known is not None and known.human

    def _is_idle_reaction(self, post: Post) -> bool:
        """Return whether a post is a reaction that can answer nothing: a guest's, or one to a user's post."""
        if not post.reaction:
            return False
        above = self._replies.above(post)
        return not self._participant(post.author) or above is None or above.author != ""

    def _is_answered(self, post: Post) -> bool:
        """Return whether the author of a post gets answers now: a program that is a guest gets none."""
        if post.automated and not self._participant(post.author):
            return False
        return self._repeats.has_answers_left(post.author, post.id, self._project.now())

    def _is_held(self, post: Post) -> bool:
        """Return whether a guest repeats itself or has no end; leads and people get a notice of the first held post.

        The loop guard looks at participants, and all guests are one.
        """
        if self._is_person(post):
            self._repeats.heard_person()
        if self._participant(post.author):
            return False
        counted = self._repeats.count(post.author, post.id, None if post.edits else post.text, self._project.now())
        if counted.is_first_held:
            state = self._project.state
            to = [one.id for one in state.everybody() if one.lead or one.human]
            notice = notify(state, "held", to, name=post.name or post.author, bridge=self._bridge)
            self._project.do_as_runtime(c.Send(notice), command_id=self._id("held", where(post), post.id))
        return counted.is_held

    def _answer(self, post: Post, text: str) -> Answer | None:
        if not text:
            return None
        return Answer(self._id("answer", where(post), post.id), post.channel, post.author, _answered_post(post), text)

    def _is_past(self, post: Post) -> bool:
        """Return whether the post's deletion or correction was heard before it."""
        known = self._file.post(where(post), post.id)
        origin = self._file.origin(known.message) if known is not None else None
        is_corrected = origin is not None and (origin.channel, origin.post) != (where(post), post.id)
        return is_corrected or self._file.post(where(post), f"{post.edits or post.id}{DELETED}") is not None

    def _take(self, post: Post) -> Answer | None:
        """Process a post and return the answer."""
        if len(post.text.encode()) > POST_BYTES:
            raise BadValueError(path="", problem=f"a post has at most {POST_BYTES} bytes of text")
        if self._done(post, post.edits) is not None:
            raise BadValueError(path="", problem=say(self._project.state.locale, "chat.done_already"))
        author = self._participant(post.author)
        message = self._message_in(post)
        if message is not None:
            if message.from_ != author:
                raise NotAllowedError(
                    actor=author or post.name or post.author, what=f"send as {message.from_!r}", allowed="self"
                )
        elif post.press or is_command(post.text):
            return self._answer(post, self._perform(post, author, self._replies.pressed(post)))
        elif done := self._done(post, post.id):  # the answer that the post gave when it was heard before
            return self._answer(post, self._confirmed(done))
        elif choice := self._replies.command(post, author):
            return self._answer(post, self._perform(post, author, choice))
        elif reason := self._reason(post, author):
            return self._answer(post, self._perform(post, author, reason))
        elif post.reaction:
            return self._hint(post, author) if is_plain_answer(post.text) else None
        else:
            message = self._freeform(post, author or self._guest())
        hint = self._hint(post, author) if message is None or message.type == "FREEFORM" else None
        left_out = self._send(post, message) if message is not None else ""
        return self._answer(post, left_out) if left_out else hint

    def _hint(self, post: Post, author: str) -> Answer | None:
        """Return how to answer the request to which a person's note replies; the chat shows it once to a person."""
        asked = self._replies.unanswered(post, author) if self._is_person(post) else None
        if asked is None:
            return None
        locale, kind = self._project.state.locale, "unclear" if post.reaction else "note"
        how = say(locale, asked.how, ref=asked.ref, prefix=self._prefix)
        text = say(locale, f"chat.{kind}", how=how, sign=post.text)
        return Answer(self._id("hint", asked.message, author), post.channel, post.author, _answered_post(post), text)

    def _send(self, post: Post, message: AnyMessage) -> str:
        """Send the message made from a post once, with the post's files; return which files were left out, and why.

        Its text says so, too.
        """
        name = self._id("heard", where(post), post.id)
        known = self._known(post, message)
        # Stored first, so that the posting thread, or another machine, sees that the chat already has the message.
        self._file.keep(known)
        self.share()
        text = ""
        if self._project.log.find(name) is None:
            try:
                writes, left_out = save_files(self._project, message, self._guest, post.files)
                text = "\n".join(left_out)
                if text and isinstance(message, FreeformMessage):
                    body = f"{message.payload.body}\n[{text}]"
                    message = message.model_copy(update={"payload": message.payload.model_copy(update={"body": body})})
                self._project.do(*writes, c.Send(message), actor=message.from_, command_id=name)
            except (LogError, ChatUnreachableError):
                raise
            except RenkeiError:
                self._file.forget(known)
                raise
        if post.edits:
            self._file.keep(replace(known, post=post.edits))  # changes nothing where that one was heard
        return text

    def _known(self, post: Post, message: AnyMessage) -> KnownPost:
        parent = self._replies.above(post)
        first = parent.first if parent is not None else post.reply_to or post.id
        return KnownPost(where(post), post.id, message.id, first, message.thread or message.id, post.author)

    def _perform(self, post: Post, author: str, text: str) -> str:
        """Run a command once, and return its answer."""
        if not author:
            name = post.name or post.author
            raise NotAllowedError(actor=name, what="use commands", allowed="participants of the project")
        caller = Caller(self._project, author, self._id("done", where(post), post.id))
        about = self._about(post, author)
        if not is_command(text):  # a number on a post that offers nothing under it
            raise BadValueError(path="", problem=say(self._project.state.locale, "chat.done_already"))
        if self._done(post, post.id) is None:
            if self._is_person(post) and self._asks_reasons:
                lacking = lacking_reason(self._project, caller, text, about)
                if lacking:
                    return self._ask_reason(post, lacking)
            perform(self._project, caller, text, about)
        answer = answer_of(self._project, caller, text, about)
        done = self._done(post, post.id)
        return answer or (self._confirmed(done) if done is not None else "")

    def _ask_reason(self, post: Post, command: str) -> str:
        """Return the question for the reason of a command, which the author's reply completes."""
        above = self._replies.above(post)
        first = above.first if above is not None else post.reply_to or post.id
        self._reasons.ask(post, command, self._id("answer", where(post), post.id), first, self._project.now())
        return say(self._project.state.locale, "chat.why")

    def _reason(self, post: Post, author: str) -> str:
        """Return the command for which a person's reply gives the reason; "" for other posts."""
        if post.reaction or not post.reply_to or post.mentions or not post.text.strip() or not self._is_person(post):
            return ""
        if mentioned(self._project.state, post.text):
            return ""
        above = self._replies.above(post)
        return self._reasons.completed(post, above.first if above is not None else "", self._project.now())

    def _done(self, post: Post, name: str) -> Record | None:
        """Return the record of the command that the post with an id gave where another one is."""
        return self._project.log.find(self._id("done", where(post), name)) if name else None

    def _confirmed(self, record: Record) -> str:
        """Return the answer to a command whose messages the chat does not show."""
        if routes(record, self._project.state, self._settings, self._file.origin, self.guest):
            return ""
        return say(self._project.state.locale, "chat.done")

    def _message_in(self, post: Post) -> AnyMessage | None:
        """Return the message in a post's data or fenced block; raises DocumentError."""
        if post.data is not None:
            return make_message(post.data)
        block = find_block(post.text)
        return parse_message(block) if block is not None else None

    def _freeform(self, post: Post, sender: str) -> AnyMessage | None:
        """Return a plain post as a message; None without words, or for people in the system channel."""
        state = self._project.state
        is_guest = sender == self.guest
        named = [*mentioned(state, post.text), *map(self._participant, post.mentions)]
        group = self._settings.channels.get(post.channel, "")
        receivers = dict.fromkeys((group, self._participant(post.to), *named))
        if not named and not post.to:
            reached = state.members(group) if group else ()
            receivers |= dict.fromkeys(one for one in self._replies.reached(post, sender) if one not in reached)
        to = [one for one in receivers if one and one != sender]
        if not to and post.channel == self._settings.system_channel != "":
            return None
        above = self._replies.edited(post)
        if not (post.text.strip() or post.files or above):  # such as a sticker
            return None
        if self._is_person(post) and not post.mentions:  # whose names in the chat need not be names in the project
            check_mentions(state, post.text)
        if not to:
            raise BadValueError(path="", problem=say(state.locale, "chat.nobody_named"))
        asked = not is_guest and any(one in to and one != EVERYBODY for one in named)
        priority: Priority = "blocking" if asked else "normal"
        lines = [post.text, *(f"[{one.name}]" for one in post.files)]
        if above is not None:
            lines.insert(0, say(state.locale, "chat.edited", id=above.message))
        if is_guest:
            lines.insert(0, say(state.locale, "chat.guest", name=post.name or post.author))
        text = "\n".join(one for one in lines if one)
        body = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency=priority)
        return self._project.message(sender, body, to, priority, "", **self._header(post, sender))

    def _header(self, post: Post, sender: str) -> HeaderOptions:
        """Return the header of a post's message: it is the same each time the post is heard."""
        found: HeaderOptions = {"id": self._id("m", where(post), post.id)}
        parent = self._replies.answered(post, sender)
        if parent is None:
            return found
        found["thread"] = parent.thread or parent.message
        owed = self._replies.owed_in(parent, sender, lambda one: "FREEFORM" in one.expects)
        found["in_reply_to"] = owed.message_id if owed is not None else parent.message
        return found

    def _about(self, post: Post, author: str) -> str:
        """Return the subject of a command in reply to a post: a decision, a contract, a message, or ""."""
        parent = self._replies.above(post)
        if parent is None:
            return ""
        owed = self._replies.owed_in(parent, author, lambda one: True)
        if owed is not None:
            return owed.subject or owed.message_id
        return subject(self._project.find_message(parent.message)) or parent.message

    def _participant(self, user: str) -> str:
        """Return the participant of a user; "" for a guest or a participant that has left the project."""
        name = self._settings.people.get(user, "")
        return name if name in self._project.state.actors else ""

    def _guest(self) -> str:
        """Return the participant for unknown users, which has only the rights of every agent."""
        known = self._project.state.actors.get(self.guest)
        if known is None:
            self._project.do_as_runtime(c.Join(self.guest, GUEST))
        elif known.human or known.lead:
            raise NotAllowedError(actor=self.guest, what="have rights", allowed="nobody: it stands for guests")
        return self.guest

    def _withdraw(self, deletion: Deletion) -> None:
        """Notify the recipients of a post that it was deleted. Its message stays in the log."""
        place = deletion.channel or deletion.author
        known = self._file.post(place, deletion.id)
        if known is None:
            self._file.keep(KnownPost(place, f"{deletion.id}{DELETED}", "", deletion.id, "", deletion.author))
            return
        if not known.author:  # what the bridge posted stands, whoever deletes its post
            return
        message = self._project.find_message(known.message)
        state, sender = self._project.state, self._participant(deletion.author) or self._guest()
        to = [one for one in message.receivers if one != sender and (one in state.actors or one in state.groups)]
        text = say(state.locale, "chat.deleted", id=known.message)
        body = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
        header: HeaderOptions = {
            "id": self._id("m", place, deletion.id, "deleted"),
            "in_reply_to": known.message,
            "thread": known.thread,
        }
        to = [EVERYBODY] if EVERYBODY in message.receivers else to
        if not to:
            return
        withdrawn = self._project.message(sender, body, to, **header)
        self._file.keep(replace(known, post=f"{deletion.id}{DELETED}", message=withdrawn.id))
        self._project.do(c.Send(withdrawn), actor=sender, command_id=self._id("heard", place, deletion.id, "deleted"))

    def _follow(self, change: Membership) -> None:
        """Update the group of a channel after a change of its members."""
        group = self._settings.channels.get(change.channel, EVERYBODY)
        name = self._participant(change.user)
        if group == EVERYBODY or not name or was_expected(self._file, self._settings, change):
            return
        with following(self._file, self._settings, change):
            self._project.do_as_runtime(c.ChangeGroup(group, name, is_in=change.joined))

    def _id(self, what: str, *parts: str) -> str:
        """Return an id derived from the post, which cannot collide with keys of other participants."""
        digest = hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
        return f"{what}-{self._bridge}-{digest[:32]}"


def _answered_post(post: Post) -> str:
    """Return the post below which a post is answered."""
    return post.reply_to if post.reaction or post.press else post.id


def readable(heard: Heard) -> Heard:
    """Return a heard item without lone surrogates, which no document or file can hold."""
    texts = {one.name: getattr(heard, one.name) for one in fields(heard)}
    found = replace(heard, **{name: _encodable(text) for name, text in texts.items() if isinstance(text, str)})
    if not isinstance(found, Post):
        return found
    return replace(found, files=tuple(replace(one, name=_encodable(one.name)) for one in found.files))


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
