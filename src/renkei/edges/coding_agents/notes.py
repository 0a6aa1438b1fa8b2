"""Notes between the processes of one session of a program: the open turn, the waiter, the last wake reason.

A note is a small file in the project's directory, named by a hash of the program's session id. Losing the notes is
harmless: the session only reads some messages twice.
"""

import os
from hashlib import sha256
from pathlib import Path
from time import time

from renkei.log.atomic_write import make_plain_directory, read_plain, write_atomically
from renkei.log.file_lock import is_locked

DIRECTORY = "sessions"
"""The directory of the notes in a project's directory."""

KEPT_SECONDS = 7 * 86_400
"""Seconds before a note is deleted."""


class Notes:
    """The notes of one session of a program."""

    def __init__(self, project: Path, session: str) -> None:
        self._project = project
        self._directory = project / DIRECTORY
        self.name = sha256(session.encode(errors="replace")).hexdigest()[:16]

    def of(self, agent: str) -> "Notes":
        """Return the notes that all sessions of an agent share."""
        return Notes(self._project, agent)

    def path(self, kind: str) -> Path:
        """Return the file of a note, after creating its directory."""
        make_plain_directory(self._directory)
        return self._directory / f"{self.name}.{kind}"

    def read(self, kind: str) -> str:
        """Return a note, or ""."""
        try:
            return read_plain(self.path(kind)).decode(errors="replace")
        except FileNotFoundError:
            return ""

    def write(self, kind: str, text: str) -> None:
        """Write a note."""
        write_atomically(self.path(kind), text.encode())

    def forget_old(self) -> None:
        """Delete the notes of sessions that ended long ago."""
        make_plain_directory(self._directory)
        for entry in os.scandir(self._directory):
            is_old = entry.is_file(follow_symlinks=False) and entry.stat().st_mtime < time() - KEPT_SECONDS
            if is_old and not is_locked(Path(entry.path)):  # a locked note is that of a running process
                Path(entry.path).unlink(missing_ok=True)
