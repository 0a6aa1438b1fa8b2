"""The asynchronous form of `renkei.project.turns.contexts`, written by `make docs`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from renkei.budget.context.shown import Shown
from renkei.budget.events import ContextFeedbackGiven
from renkei.engine.events import NewsGiven, TurnBegan
from renkei.project.coroutines.form import AsyncForm
from renkei.project.turns.contexts import PAGE, GivenMessage, PastTurn, TurnEvent

if TYPE_CHECKING:
    pass


class ContextsMethods(AsyncForm):
    """The past contexts of a `Project`."""

    async def past_turns(
        self, agent: str, *, before: int | None = None, after: int | None = None, limit: int = PAGE
    ) -> list[PastTurn]:
        """Return an agent's turns, oldest first: the newest `limit` before the record `before`.

        With `after`: the oldest that began after that record.
        """
        return await self._calls.run(lambda: self._project.past_turns(agent, before=before, after=after, limit=limit))

    async def past_turn(self, agent: str, seq: int) -> PastTurn:
        """Return the turn of an agent that began with a record; raises BadValueError."""
        return await self._calls.run(lambda: self._project.past_turn(agent, seq))

    def turn_events(self, turn: PastTurn) -> AsyncIterator[TurnEvent]:
        """Yield the news of a turn, then its end."""
        return self._each(lambda: self._project.turn_events(turn))

    async def given_message(self, agent: str, message_id: str) -> list[GivenMessage]:
        """Return the forms of a message in an agent's contexts, oldest first, until it was read.

        Of the contexts that omitted it, only the first, and one with which it counted as read.

        If the agent took more than two thousand turns before reading the message, only the first of them. Raises
        UnknownMessageError.
        """
        return await self._calls.run(lambda: self._project.given_message(agent, message_id))

    async def given_then(self, event: TurnBegan | NewsGiven) -> tuple[Shown, ...]:
        """Return the form of each message in a past context, rebuilt for messages that its record only counts."""
        return await self._calls.run(lambda: self._project.given_then(event))

    async def context_feedback(self, agent: str | None = None) -> list[ContextFeedbackGiven]:
        """Return the feedback on all contexts, or on those of one agent, in log order."""
        return await self._calls.run(lambda: self._project.context_feedback(agent))

    async def shown_to(
        self, agent: str, message_id: str, seq: int | None = None
    ) -> tuple[int, str | None, Shown | None]:
        """Return the record of a context, the id of its turn, and its form of a message.

        `seq` is the record of a turn's beginning or of its news. For any other record it is the context that the agent
        would have read then, without a turn. By default it is the last context with the message, else what the agent
        would read now.
        """
        return await self._calls.run(lambda: self._project.shown_to(agent, message_id, seq))
