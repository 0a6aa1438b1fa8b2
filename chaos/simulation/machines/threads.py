"""Threads, locks and a clock that the scheduler drives, with the names of `threading` and `time`.

Time passes a little with each step, and jumps to the next deadline when every task waits.
"""

import random
from collections.abc import Callable
from math import inf
from typing import Any

from simulation.ledger import BrokenError
from simulation.scheduler import RUNNING, Scheduler, Task

SECOND = 1_000_000
"""Microseconds of a second: the unit of the clock, and of `Task.until` and `Task.deadline` here."""

PACES = (500, 5_000, 50_000)
"""Most microseconds of a step: with a slow pace, waiting ends by deadlines as often as by what was waited for."""


class TimedScheduler(Scheduler):
    """A scheduler with a clock, so that tasks may wait until a deadline."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.time = 0
        self._pace = chance.choice(PACES)

    def step(self, what: str) -> None:
        """Let other tasks continue before the running one does `what`."""
        super().step(what)
        self.time += self.chance.randrange(self._pace)

    def wait_for(self, what: str, condition: Callable[[], bool], seconds: float = inf) -> bool:
        """Let other tasks continue until a condition holds or the time is over; return whether it holds.

        Without `what`, the schedule does not show it.
        """
        task, end = self.current, self.time + seconds * SECOND
        if condition():
            return True
        if what:
            self.note(task.name, f"waits for {what}")
        while not (found := condition()) and self.time < end:
            task.waits_for, task.deadline = condition, end
            self._hub.switch()
        task.deadline = inf
        return found

    def sleep(self, seconds: float) -> None:
        """Let other tasks continue for some time."""
        self.wait_for("", lambda: False, seconds)

    def _ready(self) -> list[Task]:
        while True:
            wakes = [(self._wakes_at(task), task) for task in self.tasks]
            ready = [task for at, task in wakes if at <= self.time]
            if ready:
                return ready
            soonest = min(at for at, _ in wakes)
            if soonest == inf:
                raise BrokenError("every task waits for ever")
            self.time = int(soonest) + 1

    def _wakes_at(self, task: Task) -> float:
        waits = task.waits_for is not None and task.deadline > self.time and not task.waits_for()
        return max(task.until, task.deadline if waits else 0)


def timed() -> TimedScheduler:
    """Return the scheduler of the run."""
    (scheduler,) = RUNNING
    assert isinstance(scheduler, TimedScheduler)
    return scheduler


def monotonic() -> float:
    """Return the seconds of the clock."""
    return timed().time / SECOND


def sleep(seconds: float) -> None:
    """Wait."""
    timed().sleep(seconds)


class Lock:
    """A lock of one process."""

    def __init__(self) -> None:
        self._holder: Task | None = None

    def __enter__(self) -> None:
        scheduler = timed()
        scheduler.current.owner.check_alive()
        scheduler.wait_for("a lock", lambda: self._holder is None)
        self._holder = scheduler.current

    def __exit__(self, *error: object) -> None:
        self._holder = None


class Condition(Lock):
    """A lock on which threads wait."""

    def __init__(self) -> None:
        super().__init__()
        self._notified = 0

    def notify_all(self) -> None:
        """Wake all that wait."""
        self._notified += 1

    def wait(self, timeout: float) -> bool:
        """Release the lock until someone notifies, at most `timeout` seconds."""
        before = self._notified
        return self._released(lambda: self._notified != before, timeout)

    def wait_for(self, condition: Callable[[], object], timeout: float) -> bool:
        """Release the lock until a condition holds, at most `timeout` seconds."""
        return bool(condition()) or self._released(lambda: bool(condition()), timeout)

    def _released(self, condition: Callable[[], bool], timeout: float) -> bool:
        self.__exit__()
        found = timed().wait_for("", condition, timeout)
        self.__enter__()
        return found


class Event:
    """Something that happens once."""

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        """Let it happen."""
        self._is_set = True

    def clear(self) -> None:
        """Let it happen again later."""
        self._is_set = False

    def is_set(self) -> bool:
        """Return whether it has happened."""
        return self._is_set

    def wait(self, timeout: float) -> bool:
        """Wait for it, at most `timeout` seconds; return whether it has happened."""
        return timed().wait_for("", self.is_set, timeout)


class Thread:
    """A task that belongs to the process of the task that starts it."""

    def __init__(self, *, target: Callable[..., object], args: tuple[Any, ...] = (), daemon: bool) -> None:
        self._work = lambda: target(*args)
        self._name = target.__module__.rpartition(".")[2]
        self._task: Task | None = None
        assert daemon

    def start(self) -> None:
        """Begin to run."""
        scheduler = timed()
        owner = scheduler.current.owner
        self._task = scheduler.spawn(f"{owner.name}/{self._name}", owner, self._work)
        self._task.is_daemon = True
        self._task.thread = self

    def join(self, timeout: float) -> None:
        """Wait for its end, at most `timeout` seconds."""
        task = self._task
        assert task is not None
        timed().wait_for("the end of a thread", lambda: task.is_done, timeout)


def current_thread() -> object:
    """Return the running thread."""
    task = timed().current
    return task.thread or task
