"""The port through which a bridge uses a chat. Only `post` is required, so that a custom chat takes few lines.

The methods are called from two threads, once `open` has returned: `listen` from one, all others but `close` from the
other. An OSError, such as from a failed network request, counts as ChatUnreachableError.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.spans import Block, spans_of, with_heading
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

if TYPE_CHECKING:
    from renkei.edges.chat.settings import BridgeSettings
    from renkei.project.project import Project


@frozen
class File:
    """A file attached to a post. `read` returns its content; it raises ChatUnreachableError or ChatRefusedError."""

    name: str
    size: int
    read: Callable[[], bytes]


@frozen
class Post:
    """A post in a channel, or sent directly to a participant. `id` is unique in the chat."""

    id: str
    channel: str
    """The channel, or "" for a post to one participant."""
    author: str
    """The author's id in the chat."""
    text: str
    cursor: str = ""
    """The position after it, from which `listen` continues."""
    name: str = ""
    """The author's name as the chat shows it."""
    to: str = ""
    """Without a channel: the recipient's id in the chat; "" for the bridge itself."""
    reply_to: str = ""
    """The id of the post that it replies to, or of the first post of its thread."""
    mentions: tuple[str, ...] = ()
    """The ids of users mentioned according to the chat. Names after `@` in the text are found anyway."""
    data: Mapping[str, Any] | None = None
    """A message of renkei, if the chat carries data with a post."""
    edits: str = ""
    """The id of the post that this one replaces."""
    files: tuple[File, ...] = ()
    relayed: bool = False
    """Whether it has a bridge's mark, such as that of another project's. It is then ignored for any author: a forged
    mark silences only its author and gives no rights.
    """
    reaction: bool = False
    """Whether it is a reaction to the post `reply_to`; `text` is then its sign, such as 👍."""
    automated: bool = False
    """Whether the chat says that a program wrote it. A program that is a guest gets no answers."""
    press: bool = False
    """Whether its author pressed a button below the post `reply_to`; `text` is then the command of a choice, or the
    number of the choice.
    """


@frozen
class Deletion:
    """A post was deleted by its author, or by another user with the right to."""

    id: str
    channel: str
    author: str
    cursor: str = ""


@frozen
class Membership:
    """A user joined a channel or left it."""

    channel: str
    user: str
    joined: bool
    cursor: str = ""


@frozen
class Position:
    """A position from which `listen` can continue, without a post; "" means the position before.

    Yield it after an event that is not a post, and when the chat can be reached again. It clears the reported problem.
    """

    cursor: str


Heard = Post | Deletion | Membership | Position
"""The items that `listen` yields."""


@frozen
class PastPost:
    """A post that was made before a bridge began to listen, with its final text. It asks for nothing."""

    id: str
    channel: str
    author: str
    """The author's id in the chat."""
    text: str
    at: str
    """When it was made (UTC, ISO 8601)."""
    name: str = ""
    """The author's user name, which is unique in the chat."""
    reply_to: str = ""
    """The id of the post that it replies to, or of the first post of its thread."""
    files: tuple[str, ...] = ()
    """The names of its files, which are not fetched."""


@frozen
class Choice:
    """An answer that takes one press, where the chat has buttons: `command` is the command it sends."""

    label: str
    command: str
    recommended: bool = False


@frozen
class Author:
    """The author of a post of the bridge, as people see it."""

    name: str
    picture: str = ""
    """The https address of a picture, or ""."""
    participant: str = ""
    """The id in the project, which stays the same while the name changes."""


@frozen
class Attachment:
    """A file that the bridge posts. `read` returns its content; it raises OSError if it cannot."""

    name: str
    media_type: str
    read: Callable[[], bytes]


@frozen
class Outgoing:
    """A post that the bridge makes. The text is plain; the chat escapes its markup.

    A chat with `shows_blocks` shows `blocks` instead of the text, which then also serves where it shows no formatting.
    """

    key: str
    """Identifies the post: the key is the same after a restart, and the chat should show it once."""
    text: str
    reply_to: str = ""
    """The first post of its thread; "" begins a thread."""
    mentions: tuple[str, ...] = ()
    """The chat's ids of users that the post should interrupt. Those that no span of `blocks` names are named before
    the text.
    """
    data: Mapping[str, Any] | None = None
    """The message itself, on the first part of a split text."""
    choices: tuple[Choice, ...] = ()
    """Answers that take one press."""
    block: bool = False
    """Whether it is a part of a fenced block for programs: nothing may be added to its text."""
    blocks: tuple[Block, ...] = ()
    """The text with its formatting; empty if it has none."""
    replaces: str = ""
    """The id of the bridge's post that changes to this one; "" for a new post."""
    author: Author | None = None
    """Whose words it shows; None for renkei's own. The text names the author where the chat does not show one."""
    files: tuple[Attachment, ...] = ()
    """Files that belong to it, for a chat with `shows_files`."""
    asks: bool = False
    """Whether it asks the users in `mentions` for a reply in words."""

    @property
    def with_name(self) -> "Outgoing":
        """The post with the name of its author in its text, where the chat does not show authors after all."""
        if self.author is None:
            return self
        name = self.author.name
        return replace(self, text=f"{name}\n{self.text}", blocks=with_heading(f"{name}\n", self.blocks, name))

    @property
    def unnamed(self) -> tuple[str, ...]:
        """The users in `mentions` that no span of `blocks` names."""
        named = {one.user for one in spans_of(self.blocks)}
        return tuple(one for one in self.mentions if one not in named)


@frozen
class HomeEntry:
    """A line of a person's page, with what the person can do about it."""

    text: str
    choices: tuple[Choice, ...] = ()
    group: str = ""
    """The heading above it, which the entries of a group share."""


@frozen
class Home:
    """The page of a person: waiting items, and the agents."""

    heading: str
    entries: tuple[HomeEntry, ...] = ()


def _unknown(where: str) -> Mapping[str, str]:
    return {}


NO_PAST = "this chat shows a bridge no posts from before the bridge was there"


def _unreported(problem: str) -> None:
    pass


class Chat(ABC):
    """A chat as a bridge uses it. Override whatever the chat supports besides posting.

    Raise ChatUnreachableError for a temporary failure (the call is retried) and ChatRefusedError for a permanent one
    (it is skipped and reported).
    """

    limit: int = 4000
    """Most bytes of a post's text in UTF-8. Longer texts are split."""

    has_threads: bool = True
    """Whether a post can reply to another. If not, a reply names the other message in its text."""

    command_prefix: str = "/"
    """The prefix of commands in posts; "!" where the chat reserves `/`. Both are understood."""

    shows_blocks: bool = False
    """Whether a post shows the formatting of `Outgoing.blocks`."""

    shows_authors: bool = False
    """Whether a post shows the name of `Outgoing.author`, so that its text need not. Read before each post."""

    shows_files: bool = False
    """Whether a post shows `Outgoing.files`. If not, the text of a post names them."""

    replaces_posts: bool = False
    """Whether the bridge can change its posts, as when a request is settled."""

    shows_choices: bool = False
    """Whether a post shows `Outgoing.choices` as buttons. If not, people answer by a reply or a reaction."""

    hears_reactions: bool = False
    """Whether `listen` yields reactions."""

    carries_data: bool = False
    """Whether a post carries a message as data beside its text."""

    shows_homes: bool = False
    """Whether each person has a page of the bridge, which `show_home` fills."""

    user: str = ""
    """The bridge's own id in the chat; its posts are not heard."""

    lacks: str = ""
    """Parts that its posts omit for want of a right, and the remedy, in one sentence; set by `open`, and reported."""

    known_posts: Callable[[str], Mapping[str, str]] = staticmethod(_unknown)
    """Set by the bridge: returns the newest posts of a channel, or of a user, that are messages, with their authors.

    For a chat whose history does not report deletions.
    """

    home_opened: Callable[[str], None] = staticmethod(lambda user: None)
    """Set by the bridge: call it with a user who opens the page. May be called from any thread."""

    report: Callable[[str], None] = staticmethod(_unreported)
    """Set by the bridge: reports a problem that does not stop the bridge, such as a malformed post that was skipped."""

    def report_renamed(self, known: str, name: str) -> None:
        """Report the new name of a channel that the bridge knows by another; the part before a slash stays."""
        place, slash, former = known.removeprefix("#").rpartition("/")
        if former and name not in ("", former):
            problem = (
                f"The channel {known} is now called {place}{slash}{name}. The bridge goes on there; give it this name"
            )
            self.report(problem)

    @abstractmethod
    def post(self, channel: str, post: Outgoing) -> str:
        """Post to a channel and return the post's id, or "" if posts have none."""

    def send(self, user: str, post: Outgoing) -> str | None:
        """Send a post to one participant and return its id; None if the chat has no direct posts."""
        return None

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield items after a position, and wait for more until the chat is closed; "" is what is said from now on.

        A chat may yield an item twice. The next item is requested only after all earlier ones are in the log. By
        default it hears nothing.
        """
        return iter(())

    def end_position(self) -> str:
        """Return the position at the end of the chat, from which a new bridge listens; "" without a history.

        Called after `open` and before the first post, so that no answer to it is the past, and stored at once, so that
        a bridge that is killed begins there again.
        """
        return ""

    def find(self, channel: str, key: str) -> str | None:
        """Return the id of this bridge's post with a key; None if it does not exist or the chat cannot tell.

        Called before repeating a post that a killed process may have made. A chat that shows posts with the same key
        once need not implement it.
        """
        return None

    def show_turn(self, author: Author, channel: str, *, is_open: bool, read: str) -> None:  # noqa: B027 – an extra
        """Show in a channel that an agent works, or has ended, and the newest post that it has read ("" for none).

        Called when a turn begins or ends. Errors are ignored: the next turn shows it again.
        """

    def show_home(self, user: str, home: Home) -> None:  # noqa: B027 – an extra
        """Show a person's page; called once it was opened, and whenever it changes."""

    def past(self, channel: str, before: str, since: str) -> Iterator[PastPost]:
        """Yield the posts of a channel made before a position of `listen` and after a time (UTC), the newest first.

        Called between two items of `listen`, by the same thread; "" is no time. Replies may come with the first post of
        their thread. Omit the bridge's own posts, and deleted ones. By default there is none: ChatRefusedError.
        """
        raise ChatRefusedError(NO_PAST)

    def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
        """Invite a user to a channel, or remove one from it; return False if that changes nothing.

        Called when a participant joined or left the channel's group in the project. `listen` may yield the change like
        any other; it is recognized. By default this does nothing.
        """
        return False

    def attach(self, project: "Project", bridge: str, settings: "BridgeSettings") -> "BridgeSettings":
        """Return the settings to use; called once, before `open`.

        For a chat that needs the project itself, such as one whose users become participants.
        """
        return settings

    def open(self, channels: Sequence[str]) -> None:  # noqa: B027 – a chat need not connect
        """Connect, and join these channels. Sets `user`. The first call on a chat."""

    def close(self) -> None:  # noqa: B027
        """Disconnect, which ends `listen`. May be called from any thread."""
