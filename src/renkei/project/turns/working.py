"""How the agents of a `Project` learn of work: reasons to take a turn, waiting, following the log, and a loop."""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

from abc import abstractmethod
from collections.abc import Iterator
from math import inf
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Unpack, cast

from renkei.budget.context.reading import DEFAULT_READING, Reading, ReadingOptions
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.waking.pending import Pending, pending
from renkei.engine.views.waking.reasons import DEFAULT_PAUSE, end_of_pause, wake_reason
from renkei.errors import RecordUnfitError
from renkei.log.port import Log
from renkei.project.follower import Follower
from renkei.project.refusals import check_fits
from renkei.project.turns.lifecycle import Turns
from renkei.project.turns.loop import Attempts, Handler, calls, check_handler
from renkei.project.turns.pauses import OF_HANDLERS, Pauses
from renkei.protocol.primitives import seconds_between

if TYPE_CHECKING:
    from renkei.project.project import Project


def reason_in(state: State, agent: str, at: str, pause: float) -> tuple[str | None, float]:
    """Return why an agent should take a turn, else in how many seconds the gathering of messages ends."""
    reason = wake_reason(state, agent, at, pause)
    due = end_of_pause(state, agent, at, pause) if reason is None else None
    return reason, inf if due is None else max(0.0, seconds_between(at, due)) + 0.001


class Working(Turns):
    """The part of a `Project` for agents that wait for work."""

    log: Log
    follower: Follower

    @property
    @abstractmethod
    def state(self) -> State:
        """The state at the end of the log."""

    @property
    @abstractmethod
    def unfit(self) -> RecordUnfitError | None:
        """The error of the first known record that does not fit the records before it."""

    def wake_reason(self, agent: str, pause: float = DEFAULT_PAUSE) -> str | None:
        """Return why an agent should take a turn now; None when nothing wakes it.

        `pause` is the number of seconds for which messages of normal priority are gathered before they wake an agent.
        During the agent's turn: the reason to interrupt it, until `Turn.news` has shown it. Deadlines and leases that
        have passed are applied first. Raises UnknownActorError.
        """
        self.expire()
        return wake_reason(self.state, agent, self._time_after(self.state), pause)

    def pending(
        self,
        agent: str,
        reading: Reading = DEFAULT_READING,
        *,
        pause: float = DEFAULT_PAUSE,
        **options: Unpack[ReadingOptions],
    ) -> Pending:
        """Return what a turn would deliver to an agent now, and whether it would be woken; changes nothing.

        Raises UnknownActorError, or BudgetTooSmallError.
        """
        state = self.state
        return pending(state, agent, self._time_after(state), reading.override(**options), pause)

    def wait_for_work(self, agent: str, timeout: float | None = None, pause: float = DEFAULT_PAUSE) -> str | None:
        """Wait for a reason to take a turn and return it; None after `timeout` seconds (by default there is no limit).

        Deadlines and leases of the whole project expire during the wait. See `wake_reason`.
        """
        end = inf if timeout is None else monotonic() + timeout
        reason, due = self._reason(agent, pause)
        if reason is not None or not monotonic() < end:  # also if it is no number
            return reason
        called = Event()
        while True:
            with self.follower.subscribed(f"waiting of {agent}", called.set) as waiting:
                while not waiting.closed:  # a project that was closed opens again
                    reason, due = self._reason(agent, pause)
                    left = min(end - monotonic(), due)
                    if reason is not None or end <= monotonic():
                        return reason
                    called.wait(None if left == inf else max(0.0, left))
                    called.clear()

    def _reason(self, agent: str, pause: float) -> tuple[str | None, float]:
        """Return why an agent should take a turn now, else in how many seconds the gathering of messages ends."""
        self.expire()
        state = self.state
        check_fits(self.unfit, state.seq + 1)
        return reason_in(state, agent, self._time_after(state), pause)

    def follow(self, after: int | None = None, timeout: float | None = None) -> Iterator[Record]:
        """Yield each record of the log as it is appended; ends after `timeout` seconds without one (by default never).

        `after` is the seq of the last record not to yield, by default that of the newest record when this is called.
        """
        return self._follow(self.log.last() if after is None else after, timeout)

    def _follow(self, seq: int, timeout: float | None) -> Iterator[Record]:
        while True:
            for record in self.log.read(seq):
                check_fits(self.unfit, record.seq)
                seq = record.seq
                yield record
            check_fits(self.unfit, seq + 1)
            if not self.log.wait(seq, inf if timeout is None else timeout):
                return

    def run(
        self,
        agent: str,
        handler: Handler,
        reading: Reading = DEFAULT_READING,
        *,
        timeout: float | None = None,
        pause: float = DEFAULT_PAUSE,
        lease: float = c.LEASE,
        take_over: bool = False,
        pauses: Pauses = OF_HANDLERS,
        **options: Unpack[ReadingOptions],
    ) -> None:
        """Take a turn of an agent whenever there is a reason; return after `timeout` seconds without one.

        `handler` is called with the turn, or is a mapping from message types to functions that are called with the turn
        and each message of its inbox; the row `*` is for all other types. If a handler raises, nothing of the turn is
        written and its messages stay unread; the next attempt follows after a pause that doubles. Each failure is a
        warning with its traceback in the `logging` of Python, by the logger `renkei`. The third in a row is reported to
        those who rely on the agent, and the board shows the agent as `error` until a turn succeeds. `take_over`: first
        end the turn that a dead process of the agent left open. `lease`, `reading` and `options` are as in `turn`,
        `pause` as in `wait_for_work`.

        Raises BadValueError for an invalid handler, TypeError for an unknown option, UnknownActorError also when the
        agent leaves, or LogError for a log that is broken.
        """
        check_handler(handler)
        reading = reading.override(**options)  # here, since in a turn a wrong option would be a failure to try again
        attempts = Attempts(cast("Project", self), agent, pauses)
        if take_over:
            self.interrupt_turn(agent, actor=agent)
        while self.wait_for_work(agent, timeout, pause) is not None:
            try:
                with self.turn(agent, reading, lease=lease) as turn:
                    for call in calls(handler, turn, turn.inbox):
                        call()
            except Exception as error:
                Event().wait(attempts.failed(error))
            else:
                attempts.succeeded()
