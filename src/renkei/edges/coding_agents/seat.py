"""The seat of an agent: of several sessions of programs in one directory, one acts as the agent, the others do not.

The tool server of a session holds a locked file; the lock ends with its process. The next one takes the seat then. A
program starts its tool server and its hooks itself, so both descend from its process: that tells sessions apart.
"""

import json
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from renkei.edges.coding_agents.notes import Notes
from renkei.errors import SessionTakenError
from renkei.log.file_lock import is_locked, try_lock

SEAT = "seat"
"""The note with the program whose tool server holds the seat, and since when."""

QUEUE = "queue"
"""The note that another session keeps locked while it waits for the seat."""


class Seat:
    """The seat of an agent, for one tool server; `now` is when the server started."""

    def __init__(self, project: Path, agent: str, now: str) -> None:
        self._notes = Notes(project, agent)
        self._agent = agent
        self._now = now
        self._handle: int | None = None
        self._queue: int | None = None

    def take(self) -> None:
        """Take the seat, or keep it. Raises SessionTakenError while another process holds it."""
        if self._handle is not None:
            return
        path = self._notes.path(SEAT)
        self._handle = _locked(path)
        if self._handle is None:
            self._queue = self._queue or _locked(self._notes.path(QUEUE))
            raise SessionTakenError(agent=self._agent, since=_read(path)[1])
        if self._queue is not None:
            os.close(self._queue)
            self._queue = None
        os.truncate(self._handle, 0)
        os.pwrite(self._handle, json.dumps({"program": os.getppid(), "since": self._now}).encode(), 0)


def taken_since(project: Path, agent: str, asking: Collection[int]) -> str | None:
    """Return since when a session of another program process acts as an agent; None if none does, or if unknown.

    `asking`: the ids of the process that asks and of those above it; empty if they are unknown.
    """
    path = Notes(project, agent).path(SEAT)
    if not asking or not is_locked(path):
        return None
    program, since = _read(path)
    return since if program and program not in asking else None


def is_queued(project: Path, agent: str) -> bool:
    """Return whether a further session waits for the end of the session that acts as an agent."""
    return bool(is_locked(Notes(project, agent).path(QUEUE)))


def ancestors() -> list[int]:
    """Return the processes that started this one, the nearest first; empty where the system does not tell."""
    found, process = list[int](), os.getppid()
    while process > 1:
        found.append(process)
        try:
            status = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            return []
        process = int(status.rpartition(")")[2].split()[1])
    return found


def _locked(path: Path) -> int | None:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
    if try_lock(handle):
        return handle
    os.close(handle)
    return None


def _read(path: Path) -> tuple[int, str]:
    with suppress(OSError, ValueError, LookupError, TypeError):
        found = json.loads(path.read_bytes())
        return int(found["program"]), str(found["since"])
    return 0, ""
