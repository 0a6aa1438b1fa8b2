"""Runs the command line on a terminal of its own, as people do."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from pathlib import Path

from process import fork

PATIENCE = 30
"""Seconds after which a terminal that shows nothing new is given up."""

MANY = 60
"""Reads after which a text that was not shown is given up; a screen that is kept up to date never ends."""

_CONTROL = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07)|\r")


class Terminal:
    """A process on a terminal, and what it has shown."""

    def __init__(self, process: subprocess.Popen[bytes], screen: int) -> None:
        self.process = process
        self._screen = screen
        self._shown = b""

    @property
    def text(self) -> str:
        """What was shown until now, without control sequences."""
        return without_controls(self._shown)

    def read(self) -> bool:
        """Read what is shown next; return whether the process still shows something."""
        if not select.select([self._screen], [], [], PATIENCE)[0]:
            return False
        try:
            found = os.read(self._screen, 65536)
        except OSError:  # the process has ended
            return False
        self._shown += found
        return bool(found)

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self._screen, text.encode())

    def wait_for(self, text: str) -> None:
        """Read until a text is shown."""
        for _ in range(MANY):
            if text in self.text or not self.read():
                break
        assert text in self.text, f"{text!r} was not shown, but:\n{self.text}"


@contextmanager
def on_terminal(*arguments: object, cwd: Path, columns: int = 80, lines: int = 40) -> Iterator[Terminal]:
    """Run `renkei` on a terminal of some columns and lines until the block ends."""
    screen, inside = _open(columns, lines)
    command = [sys.executable, "-m", "renkei", *map(str, arguments)]
    with subprocess.Popen(command, cwd=cwd, stdin=inside, stdout=inside, stderr=inside, env=_environment()) as process:
        os.close(inside)
        try:
            yield Terminal(process, screen)
        finally:
            process.kill()
            os.close(screen)


def shown(*arguments: object, cwd: Path, columns: int = 80) -> str:
    """Return what a command shows on a terminal of some columns, in a forked process as `process.renkei` runs it."""
    screen, inside = _open(columns, lines=40)
    process = fork([*map(str, arguments)], cwd, _environment(), [Path(os.ttyname(inside))] * 3)
    text = b""
    while screen in (ready := wait([screen, process.sentinel], PATIENCE)):
        text += os.read(screen, 65536)
    os.close(screen)
    os.close(inside)
    assert ready, f"it did not end, and showed:\n{text.decode(errors='replace')}"
    process.join()
    return without_controls(text)


def _open(columns: int, lines: int) -> tuple[int, int]:
    """Open a terminal; return the descriptors of its screen and of what runs inside."""
    screen, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    return screen, inside


def _environment() -> dict[str, str]:
    unset = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PAGER")
    env = {name: value for name, value in os.environ.items() if name not in unset}
    return env | {"PYTHONPATH": os.pathsep.join(sys.path), "TZ": "UTC", "TERM": "xterm-256color", "NO_PAGER": "1"}


def without_controls(shown: bytes) -> str:
    return _CONTROL.sub("", shown.decode(errors="replace"))
