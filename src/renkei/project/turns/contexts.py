"""Past contexts of agents, found by the log's index: nothing here reads the log from its beginning."""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import islice

from renkei.budget.context.shown import Shown
from renkei.budget.events import ContextFeedbackGiven
from renkei.engine.events import NewsGiven, TurnBegan, TurnEnded
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context
from renkei.engine.views.agent_context.given import completed, rebuild
from renkei.errors import BadValueError, UnknownMessageError
from renkei.immutable.frozen import frozen
from renkei.log.port import Log

PAGE = 30
"""Turns per page."""

MOST_LOOKED_AT = 2000
"""Most contexts searched for a message."""


@frozen
class PastTurn:
    """A turn that began with the record `seq`."""

    seq: int
    at: str
    began: TurnBegan


@frozen
class TurnEvent:
    """An event after the beginning of a turn: its news, or its end."""

    seq: int
    at: str
    event: NewsGiven | TurnEnded


@frozen
class GivenMessage:
    """A message in one context. `read`: the record with which the turn ended that made it read, or None."""

    seq: int
    at: str
    turn: str
    shown: Shown
    read: int | None = None


class Contexts(ABC):
    """The past contexts of a `Project`."""

    log: Log

    @abstractmethod
    def record(self, seq: int) -> Record:
        """Return one record of the log."""

    @abstractmethod
    def state_at(self, seq: int) -> State:
        """Return the state after a record."""

    def past_turns(
        self, agent: str, *, before: int | None = None, after: int | None = None, limit: int = PAGE
    ) -> list[PastTurn]:
        """Return an agent's turns, oldest first: the newest `limit` before the record `before`.

        With `after`: the oldest that began after that record.
        """
        found = list(islice(self._turns(agent, before, after), limit))
        return found if after is not None else found[::-1]

    def past_turn(self, agent: str, seq: int) -> PastTurn:
        """Return the turn of an agent that began with a record; raises BadValueError."""
        found = self.past_turns(agent, before=seq + 1, limit=1)
        if not found or found[0].seq != seq:
            raise BadValueError(path="/seq", got=seq, expected=f"the record of the beginning of a turn of {agent}")
        return found[0]

    def turn_events(self, turn: PastTurn) -> Iterator[TurnEvent]:
        """Yield the news of a turn, then its end."""
        for record in self._records(turn.began.agent, after=turn.seq):
            for event in record.events:
                if isinstance(event, NewsGiven | TurnEnded) and event.turn == turn.began.turn:
                    yield TurnEvent(record.seq, record.at, event)
                    if isinstance(event, TurnEnded):
                        return

    def given_message(self, agent: str, message_id: str) -> list[GivenMessage]:
        """Return the forms of a message in an agent's contexts, oldest first, until it was read.

        Of the contexts that omitted it, only the first, and one with which it counted as read.

        If the agent took more than two thousand turns before reading the message, only the first of them. Raises
        UnknownMessageError.
        """
        sent = self.log.find_message(message_id)
        if sent is None:
            raise UnknownMessageError(message_id=message_id, near="")
        found: list[GivenMessage] = []
        for record in islice(self._records(agent, after=sent.seq - 1), MOST_LOOKED_AT):
            for event in record.events:
                if isinstance(event, TurnEnded) and event.agent == agent and message_id in event.read:
                    return [*found[:-1], *(_read(one, record.seq) for one in found[-1:])]
                if isinstance(event, TurnBegan | NewsGiven) and event.agent == agent:
                    rows = [one for one in event.given if one.id == message_id]
                    found += [GivenMessage(record.seq, record.at, event.turn, one) for one in rows]
        return found

    def given_then(self, event: TurnBegan | NewsGiven) -> tuple[Shown, ...]:
        """Return the form of each message in a past context, rebuilt for messages that its record only counts."""
        return completed(event, rebuild(self.state_at(event.seen), event) if event.omitted else None)

    def context_feedback(self, agent: str | None = None) -> list[ContextFeedbackGiven]:
        """Return the feedback on all contexts, or on those of one agent, in log order."""
        names = sorted(self.log.names("feedback")) if agent is None else [agent]
        found = [
            (record.seq, event)
            for name in names
            for record in self.log.records_about("feedback", name)
            for event in record.events
            if isinstance(event, ContextFeedbackGiven) and event.agent == name
        ]
        return [event for _, event in sorted(found, key=lambda one: one[0])]

    def shown_to(self, agent: str, message_id: str, seq: int | None = None) -> tuple[int, str | None, Shown | None]:
        """Return the record of a context, the id of its turn, and its form of a message.

        `seq` is the record of a turn's beginning or of its news. For any other record it is the context that the agent
        would have read then, without a turn. By default it is the last context with the message, else what the agent
        would read now.
        """
        if seq is None:
            given = self.given_message(agent, message_id)
            seq = given[-1].seq if given else self.log.last()
        for event in self.record(seq).events if seq else ():
            if isinstance(event, TurnBegan | NewsGiven) and event.agent == agent:
                return seq, event.turn, _row(self.given_then(event), message_id)
        state = self.state_at(seq)
        return seq, None, _row(context(state, agent).given, message_id) if agent in state.actors else None

    def _turns(self, agent: str, before: int | None, after: int | None) -> Iterator[PastTurn]:
        for record in self._records(agent, before, after):
            for event in record.events:
                if isinstance(event, TurnBegan) and event.agent == agent:
                    yield PastTurn(record.seq, record.at, event)

    def _records(self, agent: str, before: int | None = None, after: int | None = None) -> Iterator[Record]:
        """Yield the records of an agent's turns: forwards with `after`, else backwards."""
        while page := list(self.log.records_about("turn", agent, before, PAGE, after)):
            if after is None:
                yield from reversed(page)
                before = page[0].seq
            else:
                yield from page
                after = page[-1].seq


def _row(given: tuple[Shown, ...], message_id: str) -> Shown | None:
    return next((one for one in given if one.id == message_id), None)


def _read(one: GivenMessage, seq: int) -> GivenMessage:
    return GivenMessage(one.seq, one.at, one.turn, one.shown, seq)
