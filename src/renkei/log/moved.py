"""Where a project was moved: the last message of the stream that it left, and a row in a log that follows a stream.

Only one place may accept records. A stream ends for good with a message that names the next place. A log in a file
names the stream that it follows, and a process that still takes it for a log that decides by itself cannot append.

An earlier release, which does not know such a message, takes it for a record of a later release and stops.
"""

import json
import sqlite3
from dataclasses import asdict

from renkei.errors import LogMovedError
from renkei.immutable.frozen import frozen

_START = b'{"moved_to":'
_END = b',"format":1000}'
"""The format of a record that no release will write."""

JOIN = "Join it with `renkei clone {address}`."
FINISH = "The move was interrupted: run `renkei move --to-directory` in this directory."


@frozen
class Moved:
    """The address and the id of the stream to which a project was moved, or the machine that has it in a directory."""

    address: str = ""
    identity: str = ""
    machine: str = ""

    def encode(self, kept: bytes | None = None) -> bytes:
        """Return it as a message of a stream, which is no record, or as what replaces and keeps another value."""
        rest = b"" if kept is None else b',"kept":' + json.dumps(kept.decode("latin-1")).encode()
        return _START + json.dumps(asdict(self)).encode() + rest + _END

    def error(self, advice: str = "") -> LogMovedError:
        """Return the error for a program that still uses the location that the project has left."""
        if advice:
            advice = advice.format(address=self.address)
        elif self.address:
            advice = f"Run `renkei move {self.address}` in this directory, and start again what runs here."
        elif self.machine:
            advice = "Connect to a server on that machine (`renkei serve`), or move the project to a stream there."
        else:
            advice = "Start this program again."
        to = self.address or (f"a directory of the machine {self.machine}" if self.machine else "this directory")
        return LogMovedError(to=to, advice=advice, **asdict(self))


def moved_in(error: LogMovedError) -> Moved:
    """Return where the project is, by an error of `Moved.error`."""
    return Moved(**{name: error.details[name] for name in ("address", "identity", "machine")})


def read_moved(content: bytes | None) -> Moved | None:
    """Return what `Moved.encode` wrote, None for anything else."""
    if content is None or not content.startswith(_START):
        return None
    try:
        return Moved(**json.loads(content)["moved_to"])
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def read_kept(content: bytes | None) -> bytes | None:
    """Return the value that `Moved.encode` replaced and kept; None without one."""
    if content is None or read_moved(content) is None:
        return None
    kept = json.loads(content).get("kept")
    return kept.encode("latin-1") if isinstance(kept, str) else None


def check_follows(db: sqlite3.Connection, expected: Moved) -> None:
    """Raise LogMovedError unless a log follows the stream that a process expects; without an id it follows none.

    The first records of a replica note its stream.
    """
    found = db.execute("SELECT identity, address FROM follows").fetchone()
    if found is None:
        if expected.identity:
            set_follows(db, expected)
    elif found[0] != expected.identity:
        raise Moved(address=found[1], identity=found[0]).error()


def set_follows(db: sqlite3.Connection, moved: Moved) -> None:
    """Note which stream a log follows from now on; without an id it decides by itself.

    Signatures hold for one stream, so those of another one are dropped. It still has them.
    """
    if db.execute("SELECT 1 FROM follows WHERE identity = ?", (moved.identity,)).fetchone() is None:
        db.execute("UPDATE records SET signature = NULL WHERE signature IS NOT NULL")
    db.execute("DELETE FROM follows")
    db.execute("INSERT INTO follows VALUES (?, ?)", (moved.identity, moved.address))
