"""A chat in memory: for tests, and to try a bridge without a server."""

from collections.abc import Iterator
from queue import SimpleQueue
from threading import Lock

from renkei.edges.chat.port import Chat, Heard, Membership, Outgoing, Post


class MemoryChat(Chat):
    """A chat that keeps its posts in `posts`, each with its channel or user, its author and its id."""

    carries_data = True
    user = "renkei"

    def __init__(self) -> None:
        self.posts: list[tuple[str, Outgoing | Post, str]] = []
        """The location of each post, the post, and its id."""
        self.members: dict[str, set[str]] = {}
        """The users that the bridge has invited to each channel."""
        self._heard: SimpleQueue[Heard | None] = SimpleQueue()
        self._made: dict[str, str] = {}
        self._lock = Lock()

    def post(self, channel: str, post: Outgoing) -> str:
        """Store a post once for each key."""
        with self._lock:
            if post.replaces and post.key not in self._made:
                self._made[post.key] = post.replaces
                at = next(number for number, one in enumerate(self.posts) if one[2] == post.replaces)
                self.posts[at] = (channel, post, post.replaces)
            if post.key not in self._made:
                self._made[post.key] = str(len(self.posts) + 1)
                self.posts.append((channel, post, self._made[post.key]))
            return self._made[post.key]

    def send(self, user: str, post: Outgoing) -> str:
        """Store a direct post to a participant."""
        return self.post(user, post)

    def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
        """Invite or remove a user; the bridge hears of it as of any change."""
        members = self.members.setdefault(channel, set())
        if joined == (user in members):
            return False
        (members.add if joined else members.discard)(user)
        self.hear(Membership(channel, user, joined))
        return True

    def listen(self, cursor: str) -> Iterator[Heard]:
        """Yield the items given to `say` and `hear`."""
        return iter(self._heard.get, None)

    def say(self, author: str, text: str, channel: str = "team", **more: object) -> Post:
        """Post as another user, so that the bridge hears it; return the post."""
        with self._lock:
            name = str(len(self.posts) + 1)
            post = Post(name, channel, author, text, name, **more)  # type: ignore[arg-type]
            self.posts.append((channel, post, name))
        self.hear(post)
        return post

    def hear(self, heard: Heard) -> None:
        """Let the bridge hear something."""
        self._heard.put(heard)

    def close(self) -> None:
        """End `listen`."""
        self._heard.put(None)
