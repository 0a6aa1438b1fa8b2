"""Problems that keep a running process from its work, each a file that exists while the problem lasts.

The file is `problems/PID.START`, or `problems/PID.START.PART` for a part of the process.

So every process can show it. The file of a process that has ended says nothing, also if another process has its id now:
START says when the process began, where the system tells it (Linux), else it is 0.
"""

import os
from pathlib import Path

from renkei.log.atomic_write import SUFFIX, make_plain_directory, read_plain, write_atomically


def report(directory: Path, text: str, part: str = "") -> None:
    """Write what is wrong in this process or a part of it, or remove it with ""; raises OSError."""
    file = directory / f"{os.getpid()}.{_start(os.getpid())}{part and f'.{part}'}"
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


def _is_alive(name: str) -> bool:
    process, _, start = name.partition(".")
    if not (process.isascii() and process.isdigit() and int(process) > 0):
        return False
    try:
        os.kill(int(process), 0)
    except (OverflowError, ProcessLookupError):
        return False
    except PermissionError:  # of another user
        pass
    return start.partition(".")[0] == str(_start(int(process)))


def _start(process: int) -> int:
    """Return when a process began, in ticks since the machine started; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
        return int(fields[19])  # starttime; the name of the program, in parentheses, may contain anything
    except (OSError, ValueError, IndexError):
        return 0


def _text(file: Path) -> str:
    try:
        return read_plain(file).decode(errors="replace").strip()
    except OSError:
        return ""
