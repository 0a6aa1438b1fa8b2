"""How people act in a chat that is tested, without its adapter."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager

from renkei.edges.chat.port import Chat
from renkei.immutable.frozen import frozen


class CannotDoError(Exception):
    """A chat, or the rig for it, lacks what a check needs. An error of the adapter is never taken for it."""


@frozen
class Shown:
    """A post of the bridge, as people see it."""

    id: str
    text: str
    """Its characters, without its formatting."""
    thread: str = ""
    """The first post of its thread; "" for a post outside of threads."""
    author: str = ""
    """The name that is shown for its author, if it has its own."""


class Rig(ABC):
    """A chat with a channel, two people in it, and a guest; people act in it without the adapter."""

    channel: str
    """The channel, as a bridge names it."""
    ann: str
    """The id of a person, who is `human` in the project."""
    guest: str
    """The id of a user who is a stranger to the project."""
    remembers: bool = True
    """Whether a bridge hears what was said while it was down."""
    recognizes_posts: bool = True
    """Whether a post whose response was lost is not made twice."""

    @abstractmethod
    def chat(self) -> Chat:
        """Return a new adapter for the same chat, as after a restart."""

    @abstractmethod
    def say(self, user: str, text: str, reply_to: str = "") -> str:
        """Post as a user, possibly in reply to a post; return the post's id as the adapter reports it."""

    @abstractmethod
    def posts(self) -> list[Shown]:
        """Return the bridge's posts in the channel, in the order shown."""

    def edit(self, user: str, post: str, text: str) -> None:
        """Change a user's post; by default people cannot."""
        raise CannotDoError("edit")

    def delete(self, user: str, post: str) -> None:
        """Delete a user's post; by default people cannot."""
        raise CannotDoError("delete")

    def react(self, user: str, post: str, sign: str) -> None:
        """React to a post; by default people cannot."""
        raise CannotDoError("react")

    def unreact(self, user: str, post: str, sign: str) -> None:
        """Remove a reaction; by default people cannot."""
        raise CannotDoError("unreact")

    def press(self, user: str, post: str, label: str) -> None:
        """Press the button with a label below a post; by default there are none."""
        raise CannotDoError("press")

    def rename(self, name: str) -> None:
        """Give the channel another name; by default people cannot."""
        raise CannotDoError("rename")

    def closed(self) -> AbstractContextManager[None]:
        """Let the channel take no posts while the block runs, such as by archiving it; by default it always does."""
        raise CannotDoError("close")

    def limited(self, seconds: float) -> AbstractContextManager[None]:
        """Let the chat reject posts for so many seconds, as it says, while the block runs; by default it never does."""
        raise CannotDoError("limit")

    def outage(self) -> AbstractContextManager[None]:
        """Let the chat be unreachable while the block runs; by default it always answers."""
        raise CannotDoError("outage")
