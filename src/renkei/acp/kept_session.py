"""The session of an agent in a file beside its conversation, so that a restarted team continues it."""

import json
from contextlib import suppress
from pathlib import Path

from renkei.acp.programs import AcpProgram
from renkei.acp.received import object_of
from renkei.log.atomic_write import read_plain, write_atomically


def kept_session(path: Path | None, program: AcpProgram, directory: Path) -> str:
    """Return the id of the session that a program began in a directory; "" if none is known."""
    if path is not None:
        with suppress(OSError, ValueError):
            found = object_of(json.loads(read_plain(path)))
            if found.get("command") == list(program.command) and found.get("directory") == str(directory):
                return str(found.get("session") or "")
    return ""


def keep_session(path: Path | None, program: AcpProgram, directory: Path, session: str) -> None:
    """Keep the id of a session; raises OSError."""
    if path is not None:
        data = {"command": program.command, "directory": str(directory), "session": session}
        write_atomically(path, json.dumps(data).encode(), durable=True)
