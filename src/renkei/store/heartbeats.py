"""Heartbeats of agents as files: `heartbeats/AGENT` holds a time.

They are not records: they decide only whether an agent keeps its claims and its open turn.
"""

from pathlib import Path

from renkei.log.atomic_write import SUFFIX, make_plain_directory, read_plain, write_atomically
from renkei.protocol.primitives import utc


def record(directory: Path, agent: str, at: str) -> None:
    """Write the time at which an agent was alive; raises OSError."""
    make_plain_directory(directory)
    write_atomically(directory / agent, at.encode("ascii"))


def read(directory: Path) -> dict[str, str]:
    """Return the time of the last heartbeat of each agent, "" if it is invalid."""
    if directory.is_symlink():
        return {}
    files = [file for file in directory.glob("*") if not file.name.endswith(SUFFIX)]
    return {file.name: _parse(file) for file in files}


def _parse(file: Path) -> str:
    try:
        return utc(read_plain(file).decode("ascii").strip())
    except (OSError, ValueError):
        return ""
