"""A server over a project, for the benchmarks that call one."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit


@contextmanager
def serving(directory: Path, port: int = 0) -> Iterator[tuple[int, int]]:
    """Run a server over a project; yield its port and its process id."""
    command = [sys.executable, "-m", "renkei", "serve", "--port", str(port)]
    env = os.environ | {"RENKEI_PROJECT": str(directory)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        found = urlsplit(process.stdout.readline().strip()).port
        assert found is not None
        try:
            yield found, process.pid
        finally:
            process.kill()
