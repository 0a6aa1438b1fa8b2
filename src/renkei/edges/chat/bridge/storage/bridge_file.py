"""The file of a bridge beside the log: the positions of both sides, the post of each message, and pending answers.

Everything else is in the log. A process may be killed between any two statements. The work is then repeated, which the
key of each post and the id of each command make harmless. Without the file, a bridge begins at the end of the log and
of the chat.
"""

from collections.abc import Iterable
from pathlib import Path
from threading import Event, Lock

from renkei.edges.chat.bridge.storage.database import BridgeDatabase
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Count, Frozen

SCHEMA = """
CREATE TABLE IF NOT EXISTS positions (side TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, source TEXT NOT NULL, post TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS posts (
    number INTEGER PRIMARY KEY, channel TEXT NOT NULL, post TEXT NOT NULL, message TEXT NOT NULL, author TEXT NOT NULL,
    first TEXT NOT NULL, thread TEXT NOT NULL, UNIQUE (channel, post)
);
CREATE INDEX IF NOT EXISTS posts_of_message ON posts (message);
CREATE INDEX IF NOT EXISTS posts_of_thread ON posts (thread);
CREATE TABLE IF NOT EXISTS answers (
    number INTEGER PRIMARY KEY, heard TEXT NOT NULL UNIQUE, channel TEXT NOT NULL, user TEXT NOT NULL,
    reply_to TEXT NOT NULL, text TEXT NOT NULL, posted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS answers_to_post ON answers (number) WHERE NOT posted;
"""

LOG = "log"
"""The source of posts that show records."""

PAST = "past-"
"""The beginning of the ids of past messages."""

DELETED = " deleted"
"""Suffix of a post's id in the row of the message that reports its deletion."""

MOST_KNOWN = 500
"""Number of posts of a channel that are checked for deletion."""


POST = "channel, post, message, author, first, thread"
"""The columns of a post."""

MOST_HANDED_OVER = 50
"""Number of posts that another machine receives when it continues a bridge."""


@frozen
class Counted:
    """The posts that show the log: of how many records, how many posts in all, and the most for one record."""

    records: int = 0
    posts: int = 0
    most: int = 0

    @classmethod
    def read(cls, written: str) -> "Counted":
        """Return the counts that were written, or no posts."""
        return cls(*map(int, written.split()))

    @property
    def written(self) -> str:
        """The counts as a text."""
        return f"{self.records} {self.posts} {self.most}"

    def with_record(self, posts: int) -> "Counted":
        """Return the counts after one more record with a number of posts."""
        return Counted(self.records + 1, self.posts + posts, max(self.most, posts))


@frozen
class KnownPost:
    """A post that shows a message. Outside of channels, `channel` is the participant's id in the chat."""

    channel: str
    post: str
    message: str
    first: str
    """The first post of its thread."""
    thread: str = ""
    """The id shared by the messages of its conversation."""
    author: str = ""
    """The author's id in the chat; "" for a post of the bridge."""


@frozen
class Answer:
    """A pending answer to an item heard from a user: in its channel, or, without one, to the user."""

    heard: str
    """Identifies the item, which is answered once."""
    channel: str
    user: str
    reply_to: str
    text: str


class Progress(Frozen):
    """Data with which another machine continues a bridge: the columns of the tables, and the newest posts."""

    log: Count
    chat: str
    attempts: tuple[tuple[str, str, str | None], ...]
    posts: tuple[tuple[str, str, str, str, str, str], ...]


class BridgeFile(BridgeDatabase):
    """The positions, posts and answers of one bridge."""

    schema = SCHEMA

    def __init__(self, path: Path | None = None) -> None:
        super().__init__(path)
        self.groups = Lock()
        """Held while a group of the project changes together with its stored copy."""
        self.moved: set[tuple[str, str]] = set()
        """Channels and users with heard changes since the differences of groups were last computed."""
        self.recorded = Event()
        """Set unless a post is being made, which users may see and answer before it is recorded."""
        self.recorded.set()

    def position(self, side: str) -> str:
        """Return the position of a side; "" if it has not begun."""
        found = self._all("SELECT value FROM positions WHERE side = ?", side)
        return str(found[0][0]) if found else ""

    def set_position(self, side: str, value: str) -> None:
        """Store the position of a side."""
        self._all("INSERT OR REPLACE INTO positions VALUES (?, ?)", side, value)

    def positions(self, beginning: str) -> dict[str, str]:
        """Return the positions of the sides whose names begin alike."""
        return dict(self._all("SELECT side, value FROM positions WHERE side LIKE ? || '%'", beginning))

    def forget_side(self, side: str) -> None:
        """Delete the position of a side, and the attempts of which it is the source."""
        with self._transaction() as db:
            db.execute("DELETE FROM positions WHERE side = ?", (side,))
            db.execute("DELETE FROM attempts WHERE source = ?", (side,))

    def progress(self) -> tuple[Progress, bool]:
        """Return how far the bridge is, and whether everything up to the chat's position is answered."""
        with self._transaction() as db:
            positions = dict(db.execute("SELECT side, value FROM positions WHERE side IN ('log', 'chat')"))
            attempts = db.execute("SELECT key, source, post FROM attempts").fetchall()
            posts = db.execute(f"SELECT {POST} FROM posts ORDER BY number DESC LIMIT ?", (MOST_HANDED_OVER,)).fetchall()  # noqa: S608
            (pending,) = db.execute("SELECT count(*) FROM answers WHERE NOT posted").fetchone()
        log, chat = int(positions.get("log", 0)), positions.get("chat", "")
        return Progress(log=log, chat=chat, attempts=tuple(attempts), posts=tuple(reversed(posts))), not pending

    def continue_from(self, progress: Progress) -> None:
        """Replace how far the bridge is; pending answers are heard again."""
        with self._transaction() as db:
            db.execute("DELETE FROM attempts")
            db.execute("DELETE FROM answers WHERE NOT posted")
            positions = (("log", str(progress.log)), ("chat", progress.chat))
            db.executemany("INSERT OR REPLACE INTO positions VALUES (?, ?)", positions)
            db.executemany("INSERT INTO attempts VALUES (?, ?, ?)", progress.attempts)
            for post in progress.posts:
                self._keep(post)

    # Outgoing posts

    def attempt(self, key: str, source: str) -> tuple[bool, str | None]:
        """Record that a post is about to be made; return whether it was attempted before, and its id if it was made.

        `source` is its origin: the log, or the answered item.
        """
        found = self._all("SELECT post FROM attempts WHERE key = ?", key)
        if not found:
            self._all("INSERT INTO attempts VALUES (?, ?, NULL)", key, source)
        return bool(found), found[0][0] if found else None

    def made(self, key: str, post: str, known: KnownPost | None = None) -> None:
        """Record a post, and the message that it shows."""
        with self._transaction():
            self._db.execute("UPDATE attempts SET post = ? WHERE key = ?", (post, key))
            if known is not None:
                self._keep(_row(known))

    def advance(self, seq: int, posts: int | None = None) -> None:
        """Record that everything up to a record is posted, and delete its attempts. `posts`: how many show it."""
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO positions VALUES ('log', ?)", (str(seq),))
            db.execute("DELETE FROM attempts WHERE source = ?", (LOG,))
            if posts is not None:
                row = db.execute("SELECT value FROM positions WHERE side = 'counted'").fetchone()
                counted = Counted.read(row[0] if row else "").with_record(posts)
                db.execute("INSERT OR REPLACE INTO positions VALUES ('counted', ?)", (counted.written,))

    def keep_attempts(self, source: str) -> None:
        """Keep which posts of the current record are made, for a channel that misses the rest of them."""
        self._all("UPDATE attempts SET source = ? WHERE source = ? AND post IS NOT NULL", source, LOG)

    def counted(self) -> "Counted":
        """Return how many posts show the records so far."""
        return Counted.read(self.position("counted"))

    def answers(self) -> list[Answer]:
        """Return the pending answers, the oldest first."""
        columns = "heard, channel, user, reply_to, text"
        return [Answer(*row) for row in self._all(f"SELECT {columns} FROM answers WHERE NOT posted ORDER BY number")]  # noqa: S608

    def answered(self, answer: Answer) -> None:
        """Delete an answer that was given, with its attempts."""
        with self._transaction():
            self._db.execute("UPDATE answers SET posted = 1, text = '' WHERE heard = ?", (answer.heard,))
            self._db.execute("DELETE FROM attempts WHERE source = ?", (answer.heard,))

    # Incoming items

    def heard(self, cursor: str, answer: Answer | None) -> None:
        """Store in one step that an item was heard, the position after it, and its pending answer."""
        with self._transaction():
            if answer is not None:
                values = (answer.heard, answer.channel, answer.user, answer.reply_to, answer.text)
                statement = (
                    "INSERT OR IGNORE INTO answers (heard, channel, user, reply_to, text) VALUES (?, ?, ?, ?, ?)"
                )
                self._db.execute(statement, values)
            if cursor:
                self._db.execute("INSERT OR REPLACE INTO positions VALUES ('chat', ?)", (cursor,))

    def keep(self, known: KnownPost) -> None:
        """Store which message a post shows."""
        with self._transaction():
            self._keep(_row(known))

    def keep_all(self, known: Iterable[KnownPost]) -> None:
        """Store which message each post shows, all in one step."""
        with self._transaction():
            for one in known:
                self._keep(_row(one))

    def forget(self, known: KnownPost) -> None:
        """Forget a post, because its message was rejected."""
        self._all("DELETE FROM posts WHERE channel = ? AND post = ?", known.channel, known.post)

    def post(self, channel: str, post: str) -> KnownPost | None:
        """Return the stored facts about a post."""
        return self._known("channel = ? AND post = ?", channel, post)

    def post_of(self, message: str, channel: str) -> KnownPost | None:
        """Return the first post that shows a message in a channel."""
        return self._known("message = ? AND channel = ?", message, channel)

    def posts_of(self, message: str) -> dict[str, list[str]]:
        """Return the ids of the bridge's posts that show a message, by their channel."""
        statement = "SELECT channel, post FROM posts WHERE message = ? AND author = '' ORDER BY number"
        found: dict[str, list[str]] = {}
        for channel, post in self._all(statement, message):
            found.setdefault(str(channel), []).append(str(post))
        return found

    def post_in(self, thread: str, channel: str) -> KnownPost | None:
        """Return the first post of the conversation with this id in a channel."""
        return self._known("thread = ? AND channel = ?", thread, channel)

    def newest(self, channel: str) -> KnownPost | None:
        """Return the newest post of the bridge that shows a message in a channel."""
        return self._known("channel = ? AND author = '' AND message != ''", channel, newest=True)

    def known_posts(self, channel: str) -> dict[str, str]:
        """Return the newest posts heard in a channel and not deleted, each with its author; not those of its past."""
        statement = """
            SELECT post, author FROM posts AS known
            WHERE channel = ? AND author != '' AND message NOT LIKE ? || '%' AND post NOT LIKE '%' || ? AND NOT EXISTS (
                SELECT 1 FROM posts WHERE channel = known.channel AND post = known.post || ?
            ) ORDER BY number DESC LIMIT ?"""
        return dict(self._all(statement, channel, PAST, DELETED, DELETED, str(MOST_KNOWN)))

    def origin(self, message: str) -> KnownPost | None:
        """Return the post that became a message; None if no post of this chat did."""
        return self._known("message = ? AND author != ''", message)

    def _keep(self, row: tuple[str, ...]) -> None:
        self._db.execute(f"INSERT OR IGNORE INTO posts ({POST}) VALUES (?, ?, ?, ?, ?, ?)", row)  # noqa: S608

    def _known(self, where: str, *values: str, newest: bool = False) -> KnownPost | None:
        columns, order = "channel, post, message, first, thread, author", "DESC" if newest else "ASC"
        statement = f"SELECT {columns} FROM posts WHERE {where} ORDER BY number {order} LIMIT 1"  # noqa: S608
        found = self._all(statement, *values)
        return KnownPost(*found[0]) if found else None


def _row(known: KnownPost) -> tuple[str, ...]:
    return (known.channel, known.post, known.message, known.author, known.first, known.thread)
