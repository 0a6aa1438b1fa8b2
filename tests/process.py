"""Runs the command line as people do: in a process of its own."""

import os
import subprocess
import sys
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
