"""The one thread that follows a project's log: for servers, teams, bridges and every thread that waits for work.

Every waiting part needs the same three things: notification of new records, deadlines applied when they
pass, and continuing if either fails. A follower does them once for all threads of a process that share a project.

- A subscriber is a function. It is called at once, after new records (`follows`), and when the seconds have passed
  that its last call returned. It gets no arguments: a subscriber that holds locks reads the state under them.
- Deadlines are a subscriber like the others, the first. It computes when the next one passes, so that an idle project
  costs nothing before. After new records it looks again, at most once in `LOOK` seconds.
- The thread runs while there are subscribers. While none of them `follows`, the log is not waited for.
- An exception never ends the thread. The problem is kept, each subscriber hears of it once and once when it is over,
  and the call is repeated after a pause that doubles. The others are still called as usual. Other processes can read
  the problem in the store. The subscriber decides the meaning of a fault: a team ends when its log is broken.
- The thread may end and begin again with each wait of an agent. A problem of the thread itself lasts until it works
  again, in this thread, in a later one or in `Project.tick`, or until the project is closed.
- A forked child has no thread and no subscribers of its parent; its first subscriber starts another.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from threading import Condition, Thread, current_thread
from time import monotonic
from typing import TYPE_CHECKING
from weakref import ref

from renkei.engine.deadlines import deadlines
from renkei.errors import LogError
from renkei.immutable.frozen import frozen
from renkei.project.clock import utc_now
from renkei.project.refusals import check_fits
from renkei.protocol.primitives import seconds_between

if TYPE_CHECKING:
    from renkei.project.project import Project

LOOK = 1.0
"""Seconds between checks of the deadlines while records arrive, or while the log has no follower."""

LONGEST_LOOK = 60.0
"""Seconds after which deadlines are looked at in any case: the clock of the system may have been set."""

SOON = 0.01
"""The shortest wait for a deadline, in seconds."""

FIRST_PAUSE = 0.5
"""Seconds before a call that has failed is repeated; the pause doubles with each failure."""

LONGEST_PAUSE = 30.0

DEADLINES = "deadlines"
"""Name under which a problem with deadlines is reported."""


@frozen
class Problem:
    """A subscriber's failure: the error, and its first time."""

    name: str
    """Name of the subscriber."""
    error: Exception
    since: str

    def __str__(self) -> str:
        what = "deadlines could not be applied" if self.name == DEADLINES else f"{self.name} failed"
        return f"{what} since {self.since}: {reason_of(self.error)}"


def reason_of(error: Exception) -> str:
    """Return an error in words; an unexpected one with its type."""
    return error.message if isinstance(error, LogError) else f"{type(error).__name__}: {error}"


def _returned(call: Callable[[], float | None]) -> float | None:
    """Return what a call returns; SystemExit, which would end the thread for all other subscribers, is a failure."""
    try:
        return call()
    except SystemExit as ended:
        raise RuntimeError(f"it called sys.exit({ended.code!r})") from ended


class Subscription:
    """A function that a `Follower` calls; `end` it when it is to be called no longer."""

    def __init__(
        self,
        follower: "Follower",
        name: str,
        call: Callable[[], float | None],
        on_problem: Callable[[Problem | None], None] | None = None,
        *,
        follows: bool = True,
        at_once: bool = True,
    ) -> None:
        self.name = name
        self.follows = follows
        """Whether new records are a reason to call. Set it to False while no one needs them."""
        self.problem: Problem | None = None
        """The error of its last call."""
        self.is_waited_for = False
        """Whether a thread does nothing but wait for the call."""
        self.closed = False
        """Whether the follower was closed, so that nothing calls the function any longer."""
        self._follower = follower
        self._call = call
        self._on_problem = on_problem
        self._asked = at_once
        self._due = inf
        self._pause = FIRST_PAUSE
        self._told: dict[str, Problem | None] = {}

    def ask(self) -> None:
        """Have the function called at once."""
        self._asked = True
        self._follower.wake()

    def end(self) -> None:
        """End the subscription, waiting for a running call unless called from it."""
        self._follower.remove(self)

    def is_due(self) -> bool:
        """Return whether it is time to call."""
        return self.wait == 0

    @property
    def wait(self) -> float:
        """How many seconds from now it is to be called."""
        return 0.0 if self._asked else max(0.0, self._due - monotonic())

    def be_due_after(self, seconds: float) -> None:
        """Be called in so many seconds at the latest."""
        self._due = min(self._due, monotonic() + seconds)

    def call(self) -> bool:
        """Call the function, and return whether there is another problem than before, or none any more."""
        self._asked, before = False, self.problem
        try:
            again = _returned(self._call)
        except Exception as error:
            self._due = monotonic() + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            if before is not None and reason_of(before.error) == reason_of(error):
                return False
            self.problem = Problem(self.name, error, utc_now())
            return True
        self._due = inf if again is None else monotonic() + again
        self._pause, self.problem = FIRST_PAUSE, None
        return before is not None

    def tell(self, source: "Subscription") -> None:
        """Notify the subscriber of its own problem or one of the thread, unless it knows; of None when that is over."""
        if self._told.get(source.name) is source.problem:
            return
        self._told[source.name] = source.problem
        if self._on_problem is not None:
            with suppress(Exception, SystemExit):  # such as an output that nobody reads: the thread goes on
                self._on_problem(source.problem)


class Follower:
    """Follows the log of a project for all its subscribers; threads may share it."""

    def __init__(self, project: "Project") -> None:
        self._ref = ref(project)  # weak, so that a dropped project needs no garbage collector to end its worker
        self._reset()

    def _reset(self) -> None:
        self._process = os.getpid()
        self._changed = Condition()
        self._thread: Thread | None = None
        self._subscriptions: list[Subscription] = []
        self._calling: Subscription | None = None
        self._log = Subscription(self, "following the log", self._wait)
        self._deadlines = Subscription(self, DEADLINES, self._apply_deadlines)
        self._is_in_log = False
        self._is_closing = False
        self._has_grown = False
        self._looked = 0.0
        self._seq = 0

    @property
    def _project(self) -> "Project":
        project = self._ref()
        if project is None:
            raise ReferenceError("the project has been dropped")
        return project

    @property
    def problem(self) -> Problem | None:
        """The current failure: of deadlines, else of a subscriber; None without one."""
        found = (one.problem for one in (self._log, self._deadlines, *self._subscriptions))
        return next((one for one in found if one is not None), None)

    @property
    def follows(self) -> bool:
        """Whether a subscriber wants to know of new records."""
        return any(one.follows for one in self._subscriptions)

    def subscribe(
        self,
        name: str,
        call: Callable[[], float | None],
        on_problem: Callable[[Problem | None], None] | None = None,
        *,
        follows: bool = True,
        at_once: bool = True,
    ) -> Subscription:
        """Have a function called in the follower's thread, `at_once` and whenever there is something new.

        It returns the number of seconds after which it is to be called without a new record, or None. `on_problem` gets
        what fails for this subscriber or for the deadlines, and None when that is over.
        """
        if self._process != os.getpid():
            self._reset()
        found = Subscription(self, name, call, on_problem, follows=follows, at_once=at_once)
        with self._changed:
            if current_thread() is not self._thread:  # else its ending thread would take a new one as a reason to go on
                self._changed.wait_for(lambda: not self._is_closing)
            self._subscriptions.append(found)
            if self._thread is None:
                self._deadlines.ask()
                self._thread = Thread(target=self._run, args=(self._project,), name="renkei-follower", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        if at_once:
            self.wake()
        return found

    @contextmanager
    def subscribed(self, name: str, call: Callable[[], float | None]) -> Iterator[Subscription]:
        """Subscribe for the time of a block, to what comes after it has begun."""
        found = self.subscribe(name, call, at_once=False)
        found.is_waited_for = True
        try:
            yield found
        finally:
            found.end()

    def remove(self, subscription: Subscription) -> None:
        """Call a subscriber no longer; the thread ends after the last. Removing twice is allowed."""
        if self._process != os.getpid():
            return
        with self._changed:
            if subscription in self._subscriptions:
                self._subscriptions.remove(subscription)
            if current_thread() is not self._thread:
                self._changed.wait_for(lambda: self._calling is not subscription)
        if subscription.problem is not None:
            subscription.problem = None
            self._publish()
        if not self._subscriptions:
            self.wake()

    def wake(self) -> None:
        """Have the thread look for what is to be called."""
        with self._changed:
            self._changed.notify_all()
        if self._is_in_log:
            self._project.log.wake()

    def close(self) -> None:
        """End all subscriptions and the thread."""
        if self._process != os.getpid():
            return
        with self._changed:
            ended, self._subscriptions = self._subscriptions, []
            thread = self._thread
            self._is_closing = True
        for one in ended:
            one.closed = True
        self.wake()
        if thread is not None and thread is not current_thread():
            thread.join()
        self._forget_problems()
        with self._changed:
            self._is_closing = False
            self._changed.notify_all()
        for one in ended:
            if one.is_waited_for:
                one.call()  # its thread learns that no other call follows

    def _run(self, project: "Project") -> None:
        """Call the subscribers; the argument keeps the project while it has some."""
        self._publish()  # an earlier process with this id may have left its problem
        while True:
            with self._changed:
                if not self._subscriptions:
                    self._thread = None
                    return
            self._do(self._log)
            if self._log.problem is not None:  # others may still work, such as those that send heartbeats
                with self._changed:
                    self._changed.wait(self._log.wait)
            has_grown = self._has_grown
            if has_grown and self._deadlines.problem is None:
                self._deadlines.be_due_after(max(0.0, self._looked + LOOK - monotonic()))
            followers = [one for one in self._subscriptions if has_grown and one.follows and one.problem is None]
            for one in followers:  # before the deadlines, which take milliseconds where a thousand agents wait
                self._do(one)
            for one in (self._deadlines, *self._subscriptions):
                if one.is_due() and one not in followers:
                    self._do(one)

    def _wait(self) -> None:
        """Wait until something is to be called or there are new records."""
        self._has_grown = False
        timeout = min(one.wait for one in (self._deadlines, *self._subscriptions))
        if not self.follows:
            with self._changed:
                self._changed.wait_for(self._is_called, min(timeout, LOOK))
            return
        self._is_in_log = True  # before the log asks whether somebody has called
        try:
            self._has_grown = self._project.log.wait(self._seq, timeout, self._is_called)
        finally:
            self._is_in_log = False
        if self._has_grown:
            last = self._project.log.last()
            if self._project.state.seq < last:  # the subscribers must not act on records that have no effect
                check_fits(self._project.unfit, last)
            self._seq = last

    def _is_called(self) -> bool:
        return not self._subscriptions or any(one.is_due() for one in self._subscriptions)

    def _do(self, one: Subscription) -> None:
        with self._changed:
            is_own = one in (self._log, self._deadlines)
            if not is_own and one not in self._subscriptions:
                return
            self._calling = one
        try:
            if one.call():
                self._publish()
            for told in tuple(self._subscriptions) if is_own else (one,):
                told.tell(one)
        finally:
            with self._changed:
                self._calling = None
                self._changed.notify_all()

    def note_deadlines(self) -> None:
        """Note that deadlines were applied. While the thread has no subscribers, a problem with them is over."""
        if not self._subscriptions:
            self._forget_problems()

    def _forget_problems(self) -> None:
        """End the problems of the thread itself."""
        if self._log.problem is not None or self._deadlines.problem is not None:
            self._log.problem = self._deadlines.problem = None
            self._publish()

    def _publish(self) -> None:
        """Let other processes know the problem, if that can be written."""
        where = ", ".join(dict.fromkeys(one.name for one in self._subscriptions))
        with suppress(Exception):  # a full disk is the most likely problem of all
            self._project.report_problem("" if self.problem is None else f"{where}: {self.problem}")

    def _apply_deadlines(self) -> float:
        """Apply what has passed, and return after how many seconds the next deadline passes."""
        self._looked = monotonic()
        self._project.tick()
        state, at = self._project.state, self._project.time()
        due = min((one.due for one in deadlines(state, self._project.heartbeats()) if one.due >= at), default=None)
        longest = LONGEST_LOOK if self.follows else LOOK
        return longest if due is None else min(longest, max(SOON, seconds_between(at, due)))
