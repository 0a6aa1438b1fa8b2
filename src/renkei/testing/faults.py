"""Faults of a project's log: it refuses, is slow, hides whether it wrote, or its process dies at a certain record.

These are the faults against which renkei promises something, put where they happen: between the writer and the log. So
everything above the log is the real code. A test that passes has seen the fault (`appends` counts), or has not met it.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event
from time import sleep
from typing import Any

from renkei.engine.record import Record
from renkei.errors import BadValueError, LogNotWritableError, LogUncertainError
from renkei.log.port import Log
from renkei.project.coroutines.project import AsyncProject
from renkei.project.project import Project

PATIENCE = 30.0
"""Seconds after which a held append fails, so that a test that forgets it ends."""

Append = Callable[[Sequence[Record]], None]
Fault = Callable[[Append, Sequence[Record]], None]


class LogFaults:
    """The faults of one log; make it with `log_faults`. Without a fault to come, the log works as always.

    Raises BadValueError for a number of appends below 1, which would make a test pass without its fault.
    """

    def __init__(self, log: Log) -> None:
        self._append = log.append
        self._faults: deque[Fault] = deque()
        self._may_append = Event()
        self._may_append.set()
        self.appends = 0
        """How often something was to be appended so far."""
        self.waits = Event()
        """Set as soon as an append is held back."""

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        """Append records to the log, with the fault whose turn it is."""
        self.appends += 1
        if not self._may_append.is_set():
            self.waits.set()
            if not self._may_append.wait(PATIENCE):
                raise AssertionError(f"the log was held for {PATIENCE:.0f} s: call `release`")

        def append(these: Sequence[Record]) -> None:
            self._append(these, synced=synced)

        fault = self._faults.popleft() if self._faults else None
        append(records) if fault is None else fault(append, records)

    def refuse(self, times: int = 1, *, reason: str = "No space left on device", about: str = "") -> None:
        """Refuse the next appends, as a full disk does: LogNotWritableError, and nothing is written.

        `about`: refuse only records whose JSON contains this text; others pass and do not count.
        """

        def refused(append: Append, records: Sequence[Record]) -> None:
            if about and not any(about.encode() in one.to_json() for one in records):
                append(records)
                self._faults.appendleft(refused)
                return
            raise LogNotWritableError(path="log", reason=reason)

        self._faults.extend([refused] * _count(times, "times"))

    def hide_outcome(self, times: int = 1) -> None:
        """Write at the next appends and raise LogUncertainError, as if the disk had failed after the write."""

        def hidden(append: Append, records: Sequence[Record]) -> None:
            append(records)
            raise LogUncertainError(path="log", reason="the sync failed")

        self._faults.extend([hidden] * _count(times, "times"))

    def delay(self, seconds: float, times: int = 1) -> None:
        """Let the next appends take so many seconds longer."""
        if not seconds >= 0:
            raise BadValueError(path="/seconds", got=seconds, expected="0 or more seconds")

        def delayed(append: Append, records: Sequence[Record]) -> None:
            sleep(seconds)
            append(records)

        self._faults.extend([delayed] * _count(times, "times"))

    def kill(self, at: int = 1, *, written: bool = True) -> None:
        """Kill this process with SIGKILL at an append from now, the next by default; before it if not `written`."""

        def passed(append: Append, records: Sequence[Record]) -> None:
            append(records)

        def killed(append: Append, records: Sequence[Record]) -> None:
            if written:
                append(records)
            os.kill(os.getpid(), signal.SIGKILL)

        self._faults.extend([*[passed] * (_count(at, "at") - 1), killed])

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold back every append while a block runs."""
        self.hold()
        try:
            yield
        finally:
            self.release()

    def hold(self) -> None:
        """Hold back every append until `release`; `waits` is set as soon as one waits."""
        self.waits.clear()
        self._may_append.clear()

    def release(self) -> None:
        """Let the appends continue that were held back."""
        self._may_append.set()

    @property
    def left(self) -> int:
        """How many faults have not happened yet."""
        return len(self._faults)


@contextmanager
def log_faults(of: Project | AsyncProject) -> Iterator[LogFaults]:
    """Let faults happen to the log of a project while a block runs; after it, the log works as before."""
    log: Any = (of.sync if isinstance(of, AsyncProject) else of).log
    faults = LogFaults(log)
    before = vars(log).get("append")
    log.append = faults.append
    try:
        yield faults
    finally:
        if before is None:
            del log.append
        else:
            log.append = before


def _count(number: int, name: str) -> int:
    """Return a number of appends; raises BadValueError below 1."""
    if not number >= 1:
        raise BadValueError(path=f"/{name}", got=number, expected="1 or more appends")
    return number
