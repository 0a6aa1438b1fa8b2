"""Entries that a person has put off: each until a time, or until it changes or is due.

They are kept beside the tokens in a file, for all servers of the project on this machine. Putting off is not recorded:
agents need not know, and `renkei status` lists the entry as before.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from threading import Lock

from renkei.engine.views.waiting.entry import Waiting
from renkei.errors import LogNotWritableError
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.log.writer_lock import WriterLock

NAME = "snoozed.json"

MOST = 500
"""Entries that are kept of one person; the ones that come back first are dropped first."""

OWNER_ONLY = 0o600


@frozen
class Snooze:
    """Until when an entry is put off, and a digest of what it was then."""

    until: str
    digest: str


Kept = Mapping[str, Mapping[str, Snooze]]
"""The snoozes of each person, by the key of their entry."""

Changed = Callable[[Mapping[str, Snooze]], Mapping[str, Snooze]]
"""Returns the snoozes of a person after a change."""


class Snoozes:
    """The file, or its content in memory for a project without a directory."""

    def __init__(self, directory: Path | None = None) -> None:
        self._path = None if directory is None else directory / NAME
        self._lock = None if directory is None else WriterLock(directory / "snoozed.lock")
        self._known: tuple[bytes, Kept] = (b"", {})
        self._changing = Lock()

    def of(self, person: str, entries: Iterable[Waiting], now: str) -> dict[str, str]:
        """Return the keys of the entries that are put off now, each with the time at which it comes back."""
        mine = self._load().get(person, {})
        return {
            one.key: kept.until
            for one in (entries if mine else ())
            if (kept := mine.get(one.key)) is not None and kept.until > now and kept.digest == digest_of(one)
        }

    def put(self, person: str, one: Waiting, until: str) -> None:
        """Put an entry off until a time, at most until it is due; raises LogNotWritableError."""
        snooze = Snooze(min(until, one.reply_by or until), digest_of(one))
        self._change(person, lambda mine: {**mine, one.key: snooze})

    def end(self, person: str, key: str) -> None:
        """Let an entry come back; raises LogNotWritableError."""
        self._change(person, lambda mine: {name: kept for name, kept in mine.items() if name != key})

    def _load(self) -> Kept:
        if self._path is None:
            return self._known[1]
        try:
            content = read_plain(self._path)
            if content != self._known[0]:
                self._known = content, _parsed(content)
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):  # such as no file: nothing is put off
            return {}
        return self._known[1]

    def _change(self, person: str, changed: Changed) -> None:
        with self._changing:
            if self._path is None or self._lock is None:
                self._known = b"", _with(self._known[1], person, changed)
                return
            try:
                with self._lock.held():
                    found = _with(self._load(), person, changed)
                    kept = {
                        name: {key: [one.until, one.digest] for key, one in mine.items()}
                        for name, mine in found.items()
                    }
                    write_atomically(self._path, json.dumps(kept).encode(), mode=OWNER_ONLY)
            except OSError as error:
                raise LogNotWritableError(path=str(self._path), reason=error.strerror or str(error)) from error


def digest_of(one: Waiting) -> str:
    """Return a digest of what makes an entry worth another look when it changes."""
    looked = (one.creditors, one.summary, one.message_id, one.behind, one.reply_by, one.blocks, one.overdue)
    return hashlib.sha256(json.dumps(looked).encode()).hexdigest()[:16]


def _with(found: Kept, person: str, changed: Changed) -> Kept:
    mine = sorted(changed(found.get(person, {})).items(), key=lambda one: one[1].until)[-MOST:]
    return {**found, person: dict(mine)}


def _parsed(content: bytes) -> Kept:
    return {
        person: {key: Snooze(str(until), str(digest)) for key, (until, digest) in mine.items()}
        for person, mine in json.loads(content).items()
    }
