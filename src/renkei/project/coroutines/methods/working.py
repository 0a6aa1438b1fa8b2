"""The asynchronous form of `renkei.project.turns.working`, written by `make docs`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Unpack

from renkei.budget.context.reading import DEFAULT_READING, Reading, ReadingOptions
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.views.waking.pending import Pending
from renkei.engine.views.waking.reasons import DEFAULT_PAUSE
from renkei.project.coroutines.form import AsyncForm
from renkei.project.turns.pauses import OF_HANDLERS, Pauses

if TYPE_CHECKING:
    from renkei.project.coroutines.turn import AsyncHandler


class WorkingMethods(AsyncForm):
    """The part of a `Project` for agents that wait for work."""

    async def wake_reason(self, agent: str, pause: float = DEFAULT_PAUSE) -> str | None:
        """Return why an agent should take a turn now; None when nothing wakes it.

        `pause` is the number of seconds for which messages of normal priority are gathered before they wake an agent.
        During the agent's turn: the reason to interrupt it, until `Turn.news` has shown it. Deadlines and leases that
        have passed are applied first. Raises UnknownActorError.
        """
        return await self._calls.run(lambda: self._project.wake_reason(agent, pause))

    async def pending(
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
        return await self._calls.run(lambda: self._project.pending(agent, reading, pause=pause, **options))

    async def wait_for_work(self, agent: str, timeout: float | None = None, pause: float = DEFAULT_PAUSE) -> str | None:
        """Wait for a reason to take a turn and return it; None after `timeout` seconds (by default there is no limit).

        Deadlines and leases of the whole project expire during the wait. See `wake_reason`.
        """
        return await self._waiting.for_work(agent, timeout, pause)

    def follow(self, after: int | None = None, timeout: float | None = None) -> AsyncIterator[Record]:
        """Yield each record of the log as it is appended; ends after `timeout` seconds without one (by default never).

        `after` is the seq of the last record not to yield, by default that of the newest record when this is called.
        """
        return self._follow(after, timeout)

    async def run(
        self,
        agent: str,
        handler: AsyncHandler,
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
        reading = reading.override(**options)
        await self._run(
            agent,
            handler,
            lambda: self._project.begin_turn(agent, reading, lease=lease),
            timeout,
            pause,
            take_over,
            pauses,
        )
