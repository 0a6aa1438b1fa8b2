"""The seat of an agent: of several sessions of programs in one directory, one acts as the agent, the others do not.

The tool server of a session holds a locked file; the lock ends with its process. The next one takes the seat then.
"""

import json
import os
from contextlib import suppress
from pathlib import Path

from renkei.edges.coding_agents.notes import Notes
from renkei.errors import SessionTakenError
from renkei.log.file_lock import is_locked, try_lock

SEAT = "seat"
"""The note with the process that holds the seat, and since when."""


class Seat:
    """The seat of an agent, for one tool server; `now` is when the server started."""

    def __init__(self, project: Path, agent: str, now: str) -> None:
        self._path = Notes(project, agent).path(SEAT)
        self._agent = agent
        self._now = now
        self._handle: int | None = None

    def take(self) -> None:
        """Take the seat, or keep it. Raises SessionTakenError while another process holds it."""
        if self._handle is not None:
            return
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
        if not try_lock(handle):
            os.close(handle)
            raise SessionTakenError(agent=self._agent, since=_read(self._path)[1])
        os.truncate(handle, 0)
        os.pwrite(handle, json.dumps({"process": os.getpid(), "since": self._now}).encode(), 0)
        self._handle = handle


def taken_since(project: Path, agent: str, program: str) -> str | None:
    """Return since when a session of another program process acts as an agent; None if none does, or if unknown.

    `program`: the process id of the program that asks.
    """
    path = Notes(project, agent).path(SEAT)
    if not program.isdecimal() or not is_locked(path):
        return None
    process, since = _read(path)
    known = _ancestors(process)
    return since if known and int(program) not in known else None


def _read(path: Path) -> tuple[int, str]:
    with suppress(OSError, ValueError, LookupError, TypeError):
        found = json.loads(path.read_bytes())
        return int(found["process"]), str(found["since"])
    return 0, ""


def _ancestors(process: int) -> list[int]:
    """Return a process and those that started it, the nearest first; empty where the system does not tell."""
    found = list[int]()
    while process > 1:
        try:
            status = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            return []
        found.append(process)
        process = int(status.rpartition(")")[2].split()[1])
    return found
