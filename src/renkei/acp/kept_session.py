"""The session of an agent in a file beside its conversation, so that a restarted team continues it."""

import json
from contextlib import suppress
from pathlib import Path

from renkei.acp.programs import AcpProgram
from renkei.acp.received import object_of
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, write_atomically


@frozen
class KeptSession:
    """A session that can be loaded again. `is_answered`: the agent has answered a prompt in it, so it has a memory."""

    id: str = ""
    is_answered: bool = False
    holder: tuple[int, str] = (0, "")
    """The id of the process that has it open, and when that process was started (see `started_at`)."""


class SessionFile:
    """The file of a member's session; without a path, nothing is kept. A session of another program is not found."""

    def __init__(self, path: Path | None, program: AcpProgram, directory: Path) -> None:
        self._path = path
        self._owner = {"command": list(program.command), "directory": str(directory)}

    def read(self) -> KeptSession:
        """Return the session that the program began in the directory; one without an id if none is known."""
        if self._path is not None:
            with suppress(OSError, ValueError, TypeError, KeyError):
                found = object_of(json.loads(read_plain(self._path)))
                if {name: found.get(name) for name in self._owner} == self._owner:
                    pid, started = found["holder"]
                    is_answered = found.get("is_answered") is True
                    return KeptSession(str(found.get("session") or ""), is_answered, (int(pid), str(started)))
        return KeptSession()

    def write(self, session: KeptSession) -> None:
        """Keep a session; raises OSError."""
        if self._path is not None and session != self.read():
            own = {"session": session.id, "is_answered": session.is_answered, "holder": session.holder}
            data = {**self._owner, **own}
            write_atomically(self._path, json.dumps(data).encode(), durable=True)
