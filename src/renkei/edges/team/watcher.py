"""Wakes each member of a team that has a reason for a turn, as one subscriber of the project's follower.

A waiting member sleeps until the watcher calls it. Without new records, nothing is checked before the next deadline or
the end of a pause, so idle members use no processor time.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from renkei.engine.state import State
from renkei.engine.views.waking.reasons import end_of_pause, wake_reason
from renkei.errors import LogBrokenError, LogError, LogTooNewError, RecordUnfitError, UnknownActorError
from renkei.log.port import never
from renkei.project.follower import Problem, Subscription
from renkei.project.project import Project
from renkei.protocol.primitives import seconds_between

LASTING = (LogBrokenError, LogTooNewError, RecordUnfitError)
"""Faults of a log that waiting does not cure."""

WAKING = "team"

AGAIN = 0.5
"""Seconds before a log that could not be read or written is tried again."""

SOON = 0.01
"""The shortest wait for the end of a pause, in seconds."""

ALIVE = 60.0
"""Seconds between lease renewals of members in a turn: a model or a tool may take longer than a lease."""


class MemberWatcher:
    """Wakes the members of one team. `start` it and `close` it; threads may share it.

    `seen` is called with each new state in the follower's thread; `on_problem` with the reason when members cannot be
    woken, or deadlines not applied, and with "" when that is over. While `is_busy` is true, the team is not quiet; call
    `call` when that ends.
    """

    def __init__(
        self,
        project: Project,
        seen: Callable[[State], None],
        on_problem: Callable[[str], None] | None = None,
        is_busy: Callable[[], bool] = never,
    ) -> None:
        self._project = project
        self._seen = seen
        self._on_problem = on_problem
        self._is_busy = is_busy
        self._agents: set[str] = set()
        self._reasons: dict[str, str] = {}
        self._idle: dict[str, int] = {}
        """The waiting members, each with the last record at which it had nothing to do."""
        self._gathering = False
        self._version = 1
        self._seq = 0
        self._alive = 0.0
        self._changed = threading.Condition()
        self._looking = threading.Lock()
        self._ended = False
        self.failure: Exception | None = None
        """The fault that ended it, or None."""
        self._subscription: Subscription | None = None

    def start(self) -> None:
        """Begin to watch."""
        self._subscription = self._project.follower.subscribe(WAKING, self._look, self._hear)

    def close(self) -> None:
        """End, and release all waiting members."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        if self._subscription is not None:
            self._subscription.end()

    def add(self, agent: str) -> None:
        """Watch for a member that runs in this process."""
        with self._changed:
            self._agents.add(agent)
        if self._subscription is not None:
            self._subscription.ask()

    def remove(self, agent: str) -> None:
        """Stop watching for it."""
        with self._changed:
            self._agents.discard(agent)
            self._reasons.pop(agent, None)
            self._version += 1
            self._changed.notify_all()

    def fail(self, failure: Exception) -> None:
        """End because of a fault, and release all waiting members."""
        with self._changed:
            self.failure = self.failure or failure
            self._ended = True
            self._changed.notify_all()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Append related records in a block: no member is woken by the first alone, or reads it."""
        with self._looking:
            yield

    def call(self) -> None:
        """Let all waiting members check again whether to wait."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, agent: str, holds: Callable[[str], bool], ended: Callable[[], bool]) -> str | None:
        """Wait for a reason for which `holds` is true, and return it; None once `ended` is true.

        Only reasons from a state at least as new as this call count.
        """
        since = self._project.state.seq
        with self._changed:
            try:
                while not (ended() or self._ended):
                    reason = self._reasons.get(agent)
                    if reason is not None and self._seq >= since and holds(reason):
                        return reason
                    if self._idle.get(agent) != self._seq and self._seq >= since:
                        self._idle[agent] = self._seq
                        self._changed.notify_all()
                    self._changed.wait()
                return None
            finally:
                self._idle.pop(agent, None)

    def wait_quiet(self, after: int) -> int:
        """Wait until all members wait and none is being served; return a number for the observed state.

        `after` is the number of the last call, or 0: wait for a change since.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._ended or (self._version > after and self._is_quiet()))
            return self._version

    def _is_quiet(self) -> bool:
        is_working = self._gathering or self._is_busy()
        return not is_working and all(self._idle.get(one) == self._seq for one in self._agents)

    def _hear(self, problem: Problem | None) -> None:
        """End on a lasting fault of the log or a fault of this program; retry after any other."""
        is_own = problem is not None and problem.name == WAKING
        if problem is not None and (
            isinstance(problem.error, LASTING) or (is_own and not isinstance(problem.error, LogError))
        ):
            self.fail(problem.error)
        elif self._on_problem is not None:
            self._on_problem("" if problem is None else str(problem))

    def _look(self) -> float | None:
        """Process new and due records; return the seconds until the next look."""
        with self._looking:
            return None if self._ended else self._find_reasons()

    def _find_reasons(self) -> float:
        now = monotonic()
        if now >= self._alive + ALIVE:
            self._alive = now
            self._renew()
        state = self._project.state
        at = max(state.at, self._project.time())
        agents = [one for one in tuple(self._agents) if one in state.actors]  # threads add and remove members
        reasons = {one: why for one in agents if one not in state.turns and (why := wake_reason(state, one, at))}
        pauses = [end for one in agents if (end := end_of_pause(state, one, at)) is not None]
        self._seen(state)
        with self._changed:
            for one in agents:
                if reasons.get(one) != self._reasons.get(one):  # without a record, as when a pause ends
                    self._idle.pop(one, None)
            gathering = bool(pauses)
            self._version += state.seq != self._seq or reasons != self._reasons or gathering != self._gathering
            self._reasons, self._seq, self._gathering = reasons, state.seq, gathering
            self._changed.notify_all()
        ends = [max(SOON, seconds_between(at, one)) for one in pauses]
        return min(self._alive + ALIVE - now, *ends) if ends else self._alive + ALIVE - now

    def _renew(self) -> None:
        for agent in self._agents & set(self._project.state.turns):
            with suppress(UnknownActorError):  # it has left just now
                self._project.heartbeat(agent)
