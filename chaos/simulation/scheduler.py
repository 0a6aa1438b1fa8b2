"""Runs tasks in one thread, one step at a time; a random generator with a seed says which task makes the next step.

A task is a greenlet: it runs the package's own blocking code, and every access to the modelled disk, lock or clock is a
point at which another task may continue.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Any

from greenlet import getcurrent, greenlet


class KilledError(BaseException):
    """The process of a task was killed. Nothing may catch it and go on, so it is no Exception."""


@dataclass(eq=False)
class Task:
    """Something that one process does. `name` stands in the schedule that is printed."""

    name: str
    owner: Any
    greenlet: greenlet
    goes_on_with: str = ""
    """What it does when it continues."""
    until: int = 0
    """The step before which it does not continue."""
    waits_for: Callable[[], bool] | None = None
    """What must hold before it continues."""
    deadline: float = inf
    """The time at which it waits no longer, in a scheduler that has a clock."""
    is_daemon: bool = False
    """Whether the run may end before it does."""
    thread: object = None
    """The thread that it is for the package, if the package has started it."""

    @property
    def is_done(self) -> bool:
        """Whether it has ended."""
        return bool(self.greenlet.dead)


class Scheduler:
    """The tasks, and the steps that they have made."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.tasks: list[Task] = []
        self.schedule: list[tuple[str, str]] = []
        self._hub = getcurrent()
        self._current: Task | None = None

    @property
    def current(self) -> Task:
        """The task that is running."""
        assert self._current is not None
        return self._current

    def spawn(self, name: str, owner: Any, work: Callable[[], object]) -> Task:
        """Add a task; an error in it ends the run."""

        def body() -> None:
            with suppress(KilledError):
                work()

        task = Task(name, owner, greenlet(body, parent=self._hub))
        self.tasks.append(task)
        return task

    def note(self, who: str, what: str) -> None:
        """Add a line to the schedule."""
        self.schedule.append((who, what))

    def step(self, what: str) -> None:
        """Let other tasks continue before the running one does `what`."""
        self.current.goes_on_with = what
        self._hub.switch()
        self.note(self.current.name, what)

    def wait(self, what: str, condition: Callable[[], bool]) -> None:
        """Let other tasks continue until a condition holds."""
        while not condition():
            self.current.waits_for = condition
            self.note(self.current.name, f"waits for {what}")
            self._hub.switch()

    def kill(self, tasks: list[Task]) -> None:
        """End tasks where they are."""
        kept = self._current
        for self._current in tasks:
            self.tasks.remove(self._current)
            if self._current.greenlet:  # it has begun
                self._current.greenlet.throw(KilledError)
        self._current = kept

    def run(self, between: Callable[[], object] | None = None) -> None:
        """Run all tasks to their end; `between` is called before each step and may do anything to them."""
        while not all(task.is_daemon for task in self.tasks):
            if between is not None:
                between()
            self._current = self.chance.choice(self._ready())
            self._current.waits_for = None
            self._current.greenlet.switch()
            if self._current.is_done:
                self.tasks.remove(self._current)
            self._current = None

    def _ready(self) -> list[Task]:
        """Return the tasks of which one makes the next step."""
        now = len(self.schedule)
        awake = [task for task in self.tasks if task.waits_for is None or task.waits_for()]
        return [task for task in awake if task.until <= now] or awake


RUNNING: list[Scheduler] = []
"""The scheduler of the run, for models that the package makes."""
