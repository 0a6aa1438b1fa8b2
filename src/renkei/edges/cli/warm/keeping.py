"""Keeps a fork server while a server, a team or a tool server runs."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from renkei.edges.cli.warm.identity import is_switched_off

GRACE = 1.0
"""Seconds that a fork server may take to end; with a command that runs, it ends later."""


@contextmanager
def kept_warm() -> Iterator[None]:
    """Keep a fork server during a block, for the commands of this user in this environment.

    It is a separate process, since a fork copies only one thread. It ends when this process does, however it ends.
    """
    if is_switched_off():
        yield
        return
    command = [sys.executable, "-m", "renkei.edges.cli.warm.fork_server"]
    null = subprocess.DEVNULL
    try:
        process = subprocess.Popen(  # noqa: S603 – this program itself
            command, stdin=subprocess.PIPE, stdout=null, stderr=null, cwd="/", start_new_session=True
        )
    except OSError:  # such as too many processes: then commands load renkei themselves
        yield
        return
    try:
        yield
    finally:
        assert process.stdin is not None
        process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
