"""The state of a team's files in the bridge's own file: how far each inbox is read, and the written lines.

A process may be killed between any two statements; `outbox` explains the consequences.
"""

import json
from typing import Any

from renkei.edges.chat.bridge.storage.database import BridgeDatabase
from renkei.immutable.frozen import frozen

SCHEMA = """
CREATE TABLE IF NOT EXISTS mailbox_tails (
    name TEXT PRIMARY KEY, incarnation INTEGER NOT NULL, inode INTEGER NOT NULL, position INTEGER NOT NULL,
    before BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mailbox_lines (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL, name TEXT NOT NULL, message TEXT NOT NULL, line BLOB NOT NULL,
    status TEXT NOT NULL, UNIQUE (key, name)
);
CREATE INDEX IF NOT EXISTS mailbox_unsettled ON mailbox_lines (number) WHERE status <> 'settled';
CREATE TABLE IF NOT EXISTS mailbox_broadcasts (
    number INTEGER PRIMARY KEY, sender TEXT NOT NULL, content TEXT NOT NULL, time REAL NOT NULL, first TEXT NOT NULL,
    inboxes TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS mailbox_values (kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (kind, name)) WITHOUT ROWID;
"""

MOST_REMEMBERED = 20_000
"""Settled lines and broadcasts that are remembered to recognize repetitions."""


@frozen
class Tail:
    """The position in an inbox; `before` are the bytes before the position in this incarnation of the file."""

    incarnation: int = 0
    inode: int = 0
    position: int = 0
    before: bytes = b""


@frozen
class Pending:
    """A line for a member. `status`: `new`, `written`, `safe` (can no longer be lost), or `settled`."""

    number: int
    name: str
    message: str
    line: bytes
    status: str


class MailboxFile(BridgeDatabase):
    """The tables of a bridge to mailboxes."""

    schema = SCHEMA

    def tail(self, name: str) -> Tail:
        """Return the position in an inbox."""
        found = self._all("SELECT incarnation, inode, position, before FROM mailbox_tails WHERE name = ?", name)
        return Tail(*found[0]) if found else Tail()

    def set_tail(self, name: str, tail: Tail) -> None:
        """Store the position in an inbox."""
        values = (name, tail.incarnation, tail.inode, tail.position, tail.before)
        self._all("INSERT OR REPLACE INTO mailbox_tails VALUES (?, ?, ?, ?, ?)", *values)

    def add_lines(self, key: str, message: str, lines: dict[str, bytes]) -> None:
        """Store a post's lines by inbox owner, once for each key."""
        with self._transaction() as db:
            for name, line in lines.items():
                db.execute(
                    "INSERT OR IGNORE INTO mailbox_lines (key, name, message, line, status) VALUES (?, ?, ?, ?, 'new')",
                    (key, name, message, line),
                )

    def has_lines(self, key: str) -> bool:
        """Return whether a post's lines are stored."""
        return bool(self._all("SELECT 1 FROM mailbox_lines WHERE key = ? LIMIT 1", key))

    def lines(self, *statuses: str, after: int = 0) -> list[Pending]:
        """Return the lines in these states, the oldest first."""
        marks = ", ".join("?" * len(statuses))
        query = (
            "SELECT number, name, message, line, status FROM mailbox_lines "  # noqa: S608
            f"WHERE status <> 'settled' AND status IN ({marks}) AND number > ? ORDER BY number LIMIT 1000"
        )
        return [Pending(*row) for row in self._all(query, *statuses, after)]

    def set_status(self, numbers: list[int], status: str) -> None:
        """Store the status of lines."""
        with self._transaction() as db:
            db.executemany("UPDATE mailbox_lines SET status = ? WHERE number = ?", [(status, one) for one in numbers])
            if status == "settled" and numbers:
                oldest = max(numbers) - MOST_REMEMBERED
                db.execute("DELETE FROM mailbox_lines WHERE status = 'settled' AND number < ?", (oldest,))

    def broadcast(self, sender: str, content: str, time: float, inbox: str, line: str, within: float) -> str:
        """Return the line that first showed a broadcast: an earlier one, or `line` if the broadcast is new.

        Each inbox shows a broadcast once, so a second line in the same inbox is another broadcast.
        """
        query = (
            "SELECT number, first, inboxes FROM mailbox_broadcasts "
            "WHERE sender = ? AND content = ? AND abs(time - ?) <= ? ORDER BY number"
        )
        with self._transaction() as db:
            for number, first, stored in db.execute(query, (sender, content, time, within)).fetchall():
                inboxes = json.loads(stored)
                if inboxes.setdefault(inbox, line) != line:
                    continue
                update = "UPDATE mailbox_broadcasts SET inboxes = ? WHERE number = ?"
                db.execute(update, (json.dumps(inboxes), number))
                return str(first)
            made = db.execute(
                "INSERT INTO mailbox_broadcasts (sender, content, time, first, inboxes) VALUES (?, ?, ?, ?, ?)",
                (sender, content, time, line, json.dumps({inbox: line})),
            )
            db.execute("DELETE FROM mailbox_broadcasts WHERE number < ?", ((made.lastrowid or 0) - MOST_REMEMBERED,))
        return line

    def value(self, kind: str, name: str) -> Any:
        """Return a stored JSON value, or None."""
        found = self._all("SELECT value FROM mailbox_values WHERE kind = ? AND name = ?", kind, name)
        return json.loads(found[0][0]) if found else None

    def set_value(self, kind: str, name: str, value: Any) -> None:
        """Store a JSON value."""
        self._all("INSERT OR REPLACE INTO mailbox_values VALUES (?, ?, ?)", kind, name, json.dumps(value))

    def delete_value(self, kind: str, name: str) -> None:
        """Delete a stored value, if there is one."""
        self._all("DELETE FROM mailbox_values WHERE kind = ? AND name = ?", kind, name)

    def values(self, kind: str) -> dict[str, Any]:
        """Return the stored values of a kind, by name."""
        found = self._all("SELECT name, value FROM mailbox_values WHERE kind = ? ORDER BY name", kind)
        return {str(name): json.loads(value) for name, value in found}
