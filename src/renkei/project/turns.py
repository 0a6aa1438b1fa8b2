"""The turns of a `Project`: beginning, news, renewing, ending, and ending a turn whose process has died (section 6)."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Unpack, cast

from renkei.budget.context.build import Context
from renkei.budget.context.reading import DEFAULT_READING, Reading, ReadingOptions
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import HUMAN, State
from renkei.engine.views.agent_view import context
from renkei.engine.views.news import news
from renkei.errors import TurnLostError, TurnOpenError
from renkei.project.turn import Turn
from renkei.project.writer import Writer
from renkei.protocol.primitives import later

if TYPE_CHECKING:
    from renkei.project.project import Project


class Turns(ABC):
    """The turns of a `Project`. All methods raise ProtocolError when nothing was written, or LogError."""

    _writer: Writer
    _make_id: Callable[[], str]

    @abstractmethod
    def do(self, *actions: c.Action, actor: str = HUMAN, command_id: str | None = None) -> Record | None:
        """Do actions in order as one record, or none of them."""

    @abstractmethod
    def _expire(self) -> None:
        """Apply deadlines that have passed."""

    @abstractmethod
    def _time_after(self, state: State) -> str:
        """Return the time now, after the state's."""

    @contextmanager
    def turn(
        self,
        agent: str,
        reading: Reading = DEFAULT_READING,
        *,
        lease: float = c.LEASE,
        take_over: bool = False,
        **options: Unpack[ReadingOptions],
    ) -> Iterator[Turn]:
        """Hold an agent's turn: read on entry, write on exit.

        Leaving the block appends one record with everything that the turn did and all consequences. An exception in the
        block appends nothing, and the turn's messages stay unread. A turn is interrupted when its agent does nothing
        for `lease` seconds; `Turn.renew` renews the lease. `take_over`: first end the turn that a dead process of the
        agent left open. `options` replace fields of `reading`, as in `turn("ann", budget=500)`.

        Raises ProtocolError on entry or when the block ends (nothing is written then), or LogError.
        """
        turn = self.begin_turn(agent, reading, lease=lease, take_over=take_over, **options)
        try:
            yield turn
            self.end_turn(turn)
        except BaseException:
            self.abandon_turn(turn)
            raise

    def begin_turn(
        self,
        agent: str,
        reading: Reading = DEFAULT_READING,
        *,
        lease: float = c.LEASE,
        take_over: bool = False,
        **options: Unpack[ReadingOptions],
    ) -> Turn:
        """Begin a turn without a block, as `turn` does; `end_turn` or `abandon_turn` ends it."""
        reading = reading.override(**options)
        name = f"t-{self._make_id()}"
        begun: c.BeginTurn | None = None

        def build(state: State) -> c.Command:
            nonlocal begun
            at, language = self._time_after(state), reading.locale or state.locale
            until = later(at, int(lease * 1_000_000))
            given = context(state, agent, reading)
            begun = c.BeginTurn(agent, name, until, state.seq, given, language, int(lease))
            return c.Command(f"{name}-begin", at, agent, (begun,))

        try:
            record = self._writer.perform(build)
        except TurnOpenError:
            if take_over:
                self.interrupt_turn(agent, actor=agent)
            else:
                self._expire()
            record = self._writer.perform(build)
        assert record is not None
        assert begun is not None
        return Turn(cast("Project", self), begun, record.seq, reading, lease)

    def give_news(self, turn: Turn, reading: Reading, *, critical_only: bool = False) -> Context | None:
        """Return what came during a turn and no news has shown yet; None when there is nothing. See `Turn.news`."""
        name = f"{turn.id}-{self._make_id()}"
        given: Context | None = None

        def build(state: State) -> c.Command:
            nonlocal given
            at, language = self._time_after(state), reading.locale or state.locale
            is_open = turn.agent in state.turns and state.turns[turn.agent].turn == turn.id
            if not is_open:
                raise TurnLostError(turn=turn.id, agent=turn.agent)
            given = news(state, turn.agent, reading, critical_only=critical_only)
            if given is None:
                return c.Command(name, at, turn.agent, ())
            action = c.GiveNews(turn.agent, turn.id, state.seq, given, critical_only, language)
            return c.Command(name, at, turn.agent, (action,))

        self._writer.perform(build)
        return given

    def renew_turn(self, turn: Turn, seconds: float) -> None:
        """Keep a turn open for at least so many seconds from now; raises TurnLostError. See `Turn.renew`."""
        at = self._time_after(self._writer.state)
        self.do(c.RenewTurn(turn.agent, turn.id, later(at, int(seconds * 1_000_000))), actor=turn.agent)

    def end_turn(self, turn: Turn) -> Record | None:
        """Append what a turn did as one record.

        Raises TurnLostError when it has ended already, another ProtocolError (nothing was written), or LogError.
        """
        if turn.record is not None:
            raise TurnLostError(turn=turn.id, agent=turn.agent)
        actions = (*turn.actions, c.EndTurn(turn.agent, turn.id))
        turn.record = self.do(*actions, actor=turn.agent, command_id=f"{turn.id}-end")
        return turn.record

    def abandon_turn(self, turn: Turn) -> None:
        """End a turn without writing what it did; its messages stay unread."""
        self.do(c.AbandonTurn(turn.agent, turn.id), actor=turn.agent, command_id=f"{turn.id}-left")

    def interrupt_turn(self, agent: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """End the open turn of an agent whose process does not end it; return None when none is open.

        Nothing of the turn is written or read, and its process gets TurnLostError. The leads, the humans and the
        delegators of the agent's work in progress are notified, unless the agent does it itself. Raises NotAllowedError
        for an actor who is neither the agent, a lead nor a human, or UnknownActorError.
        """
        return self.do(c.InterruptTurn(agent, reason), actor=actor)
