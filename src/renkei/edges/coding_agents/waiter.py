"""The process that waits while a session is idle, and wakes it. It ends with the session's program.

It gives only the reason as a hint; the session reads the messages from the project. The newest waiter of a session
replaces the previous one. The rule about what is news keeps a model that ignores a reason from being woken endlessly.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from renkei.edges.coding_agents.notes import Notes
from renkei.engine.views.waking.news import Woken, wake
from renkei.log.file_lock import try_lock
from renkei.project.project import Project
from renkei.texts.say import say

CHECK_SECONDS = 2.0
"""Seconds between two checks whether the program still runs."""

REPLACE_SECONDS = 1.0
"""Seconds for a replaced waiter to end before it is signalled again."""

WAITER, REASON = "waiter", "wake"
"""The notes of the waiter's process, and of the last wake reason."""


def wait_to_wake(project: Project, agent: str, notes: Notes, program: int, *, prompted: bool = True) -> str | None:
    """Wait for a reason to wake an agent without an open turn; return the text for it, None when its program ended.

    `program`: the program's process id. `prompted`: the wake comes to the model with the news of a prompt; otherwise it
    has to ask for them.
    """
    with _only_one(notes):
        last = Woken.model_validate_json(notes.read(REASON) or "{}")
        while _is_alive(program):
            reason, state = project.wait_for_work(agent, CHECK_SECONDS), project.state
            if reason is None:
                continue
            found = wake(last, state, agent, reason, max(state.at, project.time()))
            if agent not in state.turns and isinstance(found, Woken):
                notes.write(REASON, found.model_dump_json())
                return say(state.locale, "session.needed" if prompted else "session.woken", reason=reason)
            project.wait(state.seq, CHECK_SECONDS)
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
