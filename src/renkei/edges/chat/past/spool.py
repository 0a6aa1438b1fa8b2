"""A temporary file that sorts the posts of a past by time, so that memory stays flat, and collects their faults."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from renkei.edges.chat.past.moment import FIRST
from renkei.edges.chat.port import PastPost
from renkei.errors import BadValueError, DocumentError, Problem
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import later

SCHEMA = """
CREATE TABLE posts (
    number INTEGER PRIMARY KEY, channel TEXT NOT NULL, post TEXT NOT NULL, at TEXT NOT NULL, author TEXT NOT NULL,
    name TEXT NOT NULL, text TEXT NOT NULL, reply_to TEXT NOT NULL, files TEXT NOT NULL, place TEXT NOT NULL,
    line INTEGER NOT NULL,
    UNIQUE (channel, post)
);
CREATE TABLE changes (number INTEGER PRIMARY KEY, channel TEXT, post TEXT, author TEXT, text TEXT);
"""

MOST_FAULTS = 100
"""Faults that are kept to be shown."""

ALLOWANCE = 300 * 1_000_000
"""Microseconds that a chat's clock may be ahead."""


@frozen
class Spooled:
    """A post, and where it was read. `is_reply`: the post that it replies to is there, too."""

    post: PastPost
    location: str
    line: int
    is_reply: bool


class Spool:
    """The posts of a past, given in any order. `now`: the time (UTC), after which no post can have been made."""

    def __init__(self, path: Path, now: str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + SCHEMA + "BEGIN;")
        self._latest = later(now, ALLOWANCE)
        self.channels: dict[str, str] = {}
        """The name of each channel, by the id that its posts have here; `name_channel` adds one."""
        self.skipped: Counter[str] = Counter()
        """How many entries do not become messages, by the reason."""
        self.faults: list[Problem] = []
        self.faulty = 0
        """How many faults there are; only the first are kept."""

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def name_channel(self, channel: str, name: str) -> None:
        """Note the name of a channel, by its id in the chat."""
        self.channels[_encodable(channel)] = _encodable(name)

    def add(self, post: PastPost, place: str = "", line: int = 0) -> None:
        """Add a post; one with an id that is there already is counted. Raises BadValueError for a time out of range."""
        if not FIRST <= post.at <= self._latest:
            problem = f"the time {post.at} is not between {FIRST[:10]} and now"
            raise BadValueError(path="", got=post.at, problem=problem)
        if not (post.text.strip() or post.files):
            self.skipped["posts without a text"] += 1
            return
        row = (post.channel, post.id, post.at, post.author, post.name, post.text, post.reply_to, json.dumps(post.files))
        statement = "INSERT OR IGNORE INTO posts VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        if self._db.execute(statement, (*map(_encodable, row), place, line)).rowcount == 0:
            self.skipped["posts that appear twice"] += 1

    def change(self, channel: str, post: str, author: str, text: str | None) -> None:
        """Note that its author changed a post; None: it was deleted."""
        row = (channel, post, author, text)
        self._db.execute("INSERT INTO changes VALUES (NULL, ?, ?, ?, ?)", tuple(map(_encodable, row)))

    def fault(self, place: str, line: int, text: str, hint: str = "") -> None:
        """Note a fault at a line of a file of the export; "" if the export is one file."""
        self.faulty += 1
        if self.faulty <= MOST_FAULTS:
            path, shown = (f"{place}:{line}", 1) if place else ("", line)
            self.faults.append(Problem("BAD_EXPORT", path, shown, 1, text, hint))

    def check(self, source: str) -> None:
        """Raise DocumentError if there are faults."""
        if self.faulty > MOST_FAULTS:
            self.faults.append(Problem("BAD_EXPORT", "/", 1, 1, f"{self.faulty - MOST_FAULTS:,} more faults"))
        if self.faults:
            raise DocumentError(source, self.faults)

    def finish(self) -> int:
        """Apply all changes, and return how many posts there are."""
        changes = self._db.execute("SELECT channel, post, author, text FROM changes ORDER BY number")
        for channel, post, author, text in changes:
            where = (channel, post)
            if text is None:
                gone = self._db.execute("DELETE FROM posts WHERE channel = ? AND post = ?", where).rowcount
                self.skipped["deleted posts"] += gone
            else:
                statement = "UPDATE posts SET text = ? WHERE channel = ? AND post = ? AND author = ?"
                self._db.execute(statement, (text, *where, author))
        self._db.execute("CREATE INDEX by_time ON posts (at, number)")
        return int(self._db.execute("SELECT count(*) FROM posts").fetchone()[0])

    def figures(self) -> tuple[list[str], str, str]:
        """Return the authors in the order of their first posts, and the times of the first and the last post."""
        authors = self._db.execute("SELECT author FROM posts GROUP BY author ORDER BY min(at), author").fetchall()
        first, last = self._db.execute("SELECT min(at), max(at) FROM posts").fetchone()
        return [one for (one,) in authors], first or "", last or ""

    def __iter__(self) -> Iterator[Spooled]:
        """Yield all posts, the oldest first."""
        statement = """
            SELECT one.channel, one.post, one.at, one.author, one.name, one.text, one.reply_to, one.files,
                one.place, one.line, above.post IS NOT NULL
            FROM posts AS one LEFT JOIN posts AS above ON above.channel = one.channel AND above.post = one.reply_to
            ORDER BY one.at, one.number"""
        for *row, reply_to, files, place, line, is_reply in self._db.execute(statement):
            channel, post_id, at, author, name, text = row
            post = PastPost(post_id, channel, author, text, at, name, reply_to, tuple(json.loads(files)))
            yield Spooled(post, place, line, bool(is_reply))


def _encodable(text: Any) -> Any:
    """Return a text without lone surrogates, which no file can hold."""
    return text.encode("utf-8", "backslashreplace").decode() if isinstance(text, str) else text
