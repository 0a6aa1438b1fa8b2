"""Runs the command line as people do: in a process of its own."""

import os
import re
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def renkei(*arguments: object, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run `renkei` with arguments in a directory; it may refuse, but never with a traceback."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1", "TZ": "UTC"}
    command = [sys.executable, "-m", "renkei", *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, text=True, env=env, timeout=60)
    assert "Traceback" not in done.stderr
    return done


@contextmanager
def running(*arguments: object, cwd: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a `renkei` that does not end by itself, until the block ends."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1", "TZ": "UTC"}
    command = [sys.executable, "-m", "renkei", *map(str, arguments)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=cwd, stdout=pipe, stderr=pipe, text=True, env=env) as process:
        try:
            yield process
        finally:
            process.kill()


def on_terminal(*arguments: object, cwd: Path, typed: str = "", columns: int = 80) -> tuple[int, str]:
    """Run `renkei` on a terminal of its own and type a text; return the exit status and what the terminal shows."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1", "TZ": "UTC", "TERM": "xterm"}
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (50, columns))
    command = [sys.executable, "-m", "renkei", *map(str, arguments)]
    with subprocess.Popen(command, cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = b"".join(_read_terminal(ours))
    os.close(ours)
    return process.returncode, re.sub(r"\x1b\[[0-9;]*m", "", shown.decode().replace("\r\n", "\n"))


def _read_terminal(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other end is closed
            return
        if not part:
            return
        yield part
