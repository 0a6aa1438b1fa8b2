"""What keeps a running process from its work, as files: `problems/PID` holds a text while the problem lasts.

So every process can show it. The file of a process that has ended says nothing.
"""

import os
from pathlib import Path

from renkei.log.atomic_write import SUFFIX, make_plain_directory, read_plain, write_atomically


def report(directory: Path, text: str) -> None:
    """Write what is wrong in this process, or remove it with ""; raises OSError."""
    file = directory / str(os.getpid())
    if not text:
        file.unlink(missing_ok=True)
        return
    make_plain_directory(directory)
    write_atomically(file, text.encode(errors="replace"))


def read(directory: Path) -> list[str]:
    """Return what is wrong in processes that run on this machine."""
    if directory.is_symlink():
        return []
    files = [file for file in directory.glob("*") if not file.name.endswith(SUFFIX) and _is_alive(file.name)]
    return [text for file in sorted(files) if (text := _text(file))]


def _is_alive(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ValueError, OverflowError, ProcessLookupError):
        return False
    except PermissionError:  # of another user
        return True
    return int(process) > 0


def _text(file: Path) -> str:
    try:
        return read_plain(file).decode(errors="replace").strip()
    except OSError:
        return ""
