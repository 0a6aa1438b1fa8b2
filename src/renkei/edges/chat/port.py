"""What a chat offers to a bridge. Only `post` is required, so that a chat of one's own takes few lines.

The methods are called from two threads, once `open` has returned: `listen` from one, all others but `close` from
another. A method that raises OSError, as a failed request over a network does, is taken for ChatUnreachableError.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from renkei.immutable.frozen import frozen

if TYPE_CHECKING:
    from renkei.edges.chat.settings import BridgeSettings
    from renkei.project.project import Project


@frozen
class File:
    """A file that came with a post. `read` returns its content; it raises ChatUnreachableError or ChatRefusedError."""

    name: str
    size: int
    read: Callable[[], bytes]


@frozen
class Post:
    """A post that was heard in a channel, or that was sent to one participant. `id` is unique in the chat."""

    id: str
    channel: str
    """The channel, or "" for a post to one participant."""
    author: str
    """The chat's id of who wrote it."""
    text: str
    cursor: str = ""
    """The position after it, from which `listen` continues."""
    name: str = ""
    """How the chat shows the author."""
    to: str = ""
    """Without a channel: the participant to whom it was sent, by the chat's id; "" for the bridge itself."""
    reply_to: str = ""
    """The id of the post that it replies to, or of the first post of its thread."""
    mentions: tuple[str, ...] = ()
    """The chat's ids of those whom the chat knows to be mentioned. Names after `@` in the text are found anyway."""
    data: Mapping[str, Any] | None = None
    """A message of renkei, where the chat carries data with a post."""
    edits: str = ""
    """The id of the post that this one replaces."""
    files: tuple[File, ...] = ()
    relayed: bool = False
    """Whether it has the mark of a bridge, such as that of another project. Such a post is ignored, whoever wrote it: a
    forged mark silences its author and gives nobody rights."""


@frozen
class Deletion:
    """A post was deleted by its author, or by whoever may."""

    id: str
    channel: str
    author: str
    cursor: str = ""


@frozen
class Membership:
    """Somebody joined a channel or left it."""

    channel: str
    user: str
    joined: bool
    cursor: str = ""


@frozen
class Position:
    """A place from which `listen` can continue, without a post; "" is the place before.

    Yield it at the first start, after an event that is not a post, and when the chat can be reached again. It clears
    the reported problem.
    """

    cursor: str


Heard = Post | Deletion | Membership | Position
"""What `listen` yields."""


@frozen
class Choice:
    """What a person can answer with one press, where the chat has buttons: `command` is what it stands for."""

    label: str
    command: str
    recommended: bool = False


@frozen
class Outgoing:
    """A post that the bridge makes. The text is plain: what the chat's markup would change, the chat escapes."""

    key: str
    """Identifies the post: after a restart the same post has the same key, and the chat should show it once."""
    text: str
    reply_to: str = ""
    """The id of the post with which its thread begins; "" begins a thread."""
    mentions: tuple[str, ...] = ()
    """The chat's ids of those whom the post should interrupt."""
    data: Mapping[str, Any] | None = None
    """The message itself, on the first part of a text that had to be split."""
    choices: tuple[Choice, ...] = ()
    """Answers that a person can give with one press."""
    block: bool = False
    """Whether it is a part of a fenced block, which programs read: nothing may be added to its text."""


def _unknown(where: str) -> Mapping[str, str]:
    return {}


class Chat(ABC):
    """A chat as a bridge uses it. Override what the chat can do besides posting.

    A method that cannot do its work now raises ChatUnreachableError, and is called again; one that will never be able
    to raises ChatRefusedError, and what it was to do is skipped and reported.
    """

    limit: int = 4000
    """The longest text of a post, in bytes of UTF-8. Longer texts are split."""

    has_threads: bool = True
    """Whether a post can reply to another. Without, a reply names in its text what it replies to."""

    command_prefix: str = "/"
    """The prefix of commands in posts; "!" where the chat reserves `/`. Both are understood."""

    carries_data: bool = False
    """Whether a post carries a message as data beside its text."""

    user: str = ""
    """The chat's id of the bridge itself, whose posts it does not hear."""

    known_posts: Callable[[str], Mapping[str, str]] = staticmethod(_unknown)
    """Set by the bridge: returns the newest posts of a channel, or of a user, that are messages, with their authors.

    For a chat whose history does not report deletions.
    """

    @abstractmethod
    def post(self, channel: str, post: Outgoing) -> str:
        """Post to a channel and return the id of the post, or "" where posts have none."""

    def send(self, user: str, post: Outgoing) -> str | None:
        """Send a post to one participant and return its id; None where the chat has no such posts."""
        return None

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield what is new after a position, and wait for more until the chat is closed; "" is the end of the chat.

        A chat may yield something twice; what comes next is asked for when everything before was taken into the log. A
        chat that keeps its posts yields a Position at once when it begins at its end: what is posted from then on is
        heard even if the bridge is killed before the first post. By default nothing is heard.
        """
        return iter(())

    def find(self, channel: str, key: str) -> str | None:
        """Return the id of a post that this bridge made with a key; None when there is none, or nobody knows.

        It is asked before a post is made again that a killed process may have made. A chat that shows a post of the
        same key once need not know.
        """
        return None

    def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
        """Invite a user to a channel, or remove one from it; return False where that changes nothing.

        Called when a participant joined or left the group of the channel in the project. `listen` may yield the change
        as that of anybody: it is recognized. By default nobody is invited or removed.
        """
        return False

    def attach(
        self, project: "Project", bridge: str, settings: "BridgeSettings", report: Callable[[str], None]
    ) -> "BridgeSettings":
        """Return the settings to use; called once, before `open`.

        For a chat that needs the project itself, such as one whose users become participants. `report` takes what goes
        wrong without hindering the bridge.
        """
        return settings

    def open(self, channels: Sequence[str]) -> None:  # noqa: B027 – a chat need not connect
        """Connect, and join these channels. `user` is known afterwards. The first call on a chat."""

    def close(self) -> None:  # noqa: B027
        """Disconnect, so that `listen` ends. Called from any thread."""
