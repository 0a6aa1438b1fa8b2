"""The process that waits while a session is idle, and wakes it. It ends with the session's program.

It is a hint, no delivery: what it says is only why, and the session reads the rest from the project. The newest waiter
of a session replaces the older one. No reason wakes a session twice in a row, so that a model that does nothing about
it is not woken without end.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from renkei.edges.coding_agents.notes import Notes
from renkei.log.file_lock import try_lock
from renkei.project.project import Project
from renkei.texts.say import say

SLICE = 2.0
"""Seconds between two looks at whether the program still runs."""

REPLACED = 1.0
"""Seconds that an older waiter has to end, before it is sent the signal again."""

WAITER, REASON = "waiter", "woken"
"""The notes of who waits, and of what woke the session last."""


def wait_to_wake(project: Project, agent: str, notes: Notes, program: int) -> str | None:
    """Wait until something wakes an agent without an open turn; return what to tell it, None when its program ended.

    `program` is the process id of the program.
    """
    with _only_one(notes):
        last = notes.read(REASON)
        while _is_alive(program):
            reason = project.wait_for_work(agent, SLICE)
            if reason is None:
                continue
            if agent not in project.state.turns and reason != last:
                notes.write(REASON, reason)
                return say(project.state.locale, "session.woken", reason=reason)
            project.wait(project.state.seq, SLICE)
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
    """End the waiter that waits for the same session, and hold its place.

    The place is a lock, so that the process id in the note is that of a process that waits now.
    """
    handle = os.open(notes.path(WAITER), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
    try:
        while not try_lock(handle, REPLACED):
            with suppress(ValueError, ProcessLookupError):
                os.kill(int(os.pread(handle, 20, 0)), signal.SIGTERM)
        os.truncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(handle)
