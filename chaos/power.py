"""Knows, of a traced process, which writes a power loss would drop: those to a file that was not synced afterwards.

The content of a file is kept before its first unsynced write, and put back when the power fails. Names are not dropped:
a file that was renamed without a sync of its directory keeps its name.
"""

from pathlib import Path

from ptrace.syscall import PtraceSyscall

WRITES = frozenset(("write", "writev", "pwrite64", "pwritev", "ftruncate", "fallocate"))
SYNCS = frozenset(("fsync", "fdatasync"))


class Unsynced:
    """The files below a directory whose newest content is not on disk, each with the content that is."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._durable: dict[Path, bytes] = {}

    def observe(self, pid: int, call: PtraceSyscall) -> None:
        """Take note of a call that is about to be made."""
        if call.name not in WRITES | SYNCS:
            return
        path = Path(f"/proc/{pid}/fd/{call.arguments[0].value}").readlink()
        if not path.is_relative_to(self._place) or path.suffix == ".db-shm":
            return
        if call.name in SYNCS:
            self._durable.pop(path, None)
        elif path not in self._durable and path.is_file():
            self._durable[path] = path.read_bytes()

    def drop(self) -> None:
        """Put the content back that is on disk; what the processes shared in memory is gone."""
        for path, content in self._durable.items():
            if path.exists():
                path.write_bytes(content)
        for shared in self._place.glob("*.db-shm"):
            shared.unlink()
