"""The process that waits while a session is idle, and wakes it. It ends with the session's program.

It gives only the reason as a hint; the session reads the messages from the project. The newest waiter of a session
replaces the previous one. A session is never woken twice in a row for the same reason, so a model that ignores a reason
is not woken endlessly.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from renkei.edges.coding_agents.notes import Notes
from renkei.log.file_lock import try_lock
from renkei.project.project import Project
from renkei.texts.say import say

CHECK_SECONDS = 2.0
"""Seconds between two checks whether the program still runs."""

REPLACE_SECONDS = 1.0
"""Seconds for a replaced waiter to end before it is signalled again."""

WAITER, REASON = "waiter", "woken"
"""The notes of the waiter's process, and of the last wake reason."""


def wait_to_wake(project: Project, agent: str, notes: Notes, program: int) -> str | None:
    """Wait for a reason to wake an agent without an open turn; return the text for it, None when its program ended.

    `program`: the program's process id.
    """
    with _only_one(notes):
        last = notes.read(REASON)
        while _is_alive(program):
            reason = project.wait_for_work(agent, CHECK_SECONDS)
            if reason is None:
                continue
            if agent not in project.state.turns and reason != last:
                notes.write(REASON, reason)
                return say(project.state.locale, "session.woken", reason=reason)
            project.wait(project.state.seq, CHECK_SECONDS)
    return None


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def _only_one(notes: Notes) -> Iterator[None]:
    """End the session's previous waiter and hold its place.

    The place is a lock, so the process id in the note is always that of a live waiter.
    """
    handle = os.open(notes.path(WAITER), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
    try:
        while not try_lock(handle, REPLACE_SECONDS):
            with suppress(ValueError, ProcessLookupError):
                os.kill(int(os.pread(handle, 20, 0)), signal.SIGTERM)
        os.truncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(handle)
