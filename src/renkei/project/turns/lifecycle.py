"""The turns of a `Project`: beginning, news, renewing, ending, and ending a turn whose process has died (section 6)."""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Unpack, cast

from renkei.budget.context.build import Context
from renkei.budget.context.reading import DEFAULT_READING, Reading, ReadingOptions
from renkei.engine import commands as c
from renkei.engine.events import NewsGiven, TurnBegan
from renkei.engine.record import Record
from renkei.engine.state import HUMAN, State
from renkei.engine.views.agent_context.news import news
from renkei.errors import DuplicateCommandError, TurnLostError, TurnOpenError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.project.turns.building import context
from renkei.project.turns.turn import Turn, TurnName
from renkei.project.writing.writer import Writer
from renkei.protocol.primitives import later
from renkei.store.port import Store

if TYPE_CHECKING:
    from renkei.project.project import Project

PREPARED = 3
"""Attempts to build a context ahead before it is built while all other writers wait."""


@frozen
class Request:
    """A request that may be repeated: its id, and a digest of what it asks for."""

    id: str
    fingerprint: str = ""


class _MovedOnError(Exception):
    """Other writers have appended since the context was built."""


class Turns(ABC):
    """The turns of a `Project`. All methods raise ProtocolError when nothing was written, or LogError."""

    _writer: Writer
    _store: Store
    _make_id: Callable[[], str]

    @abstractmethod
    def do(self, *actions: c.Action, actor: str = HUMAN, command_id: str | None = None) -> Record | None:
        """Do actions in order as one record, or none of them."""

    @abstractmethod
    def _do(
        self, actions: tuple[c.Action, ...], actor: str, name: str, *, is_new: bool, new_messages: Collection[str] = ()
    ) -> Record | None:
        """Do actions under a command id that is new, or is looked up in the log."""

    @abstractmethod
    def expire(self) -> None:
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

        Leaving the block appends one record with all actions of the turn and their consequences. An exception in the
        block appends nothing, and the turn's messages stay unread. A turn is interrupted if its agent does nothing for
        `lease` seconds; `Turn.renew` renews the lease. `take_over`: first end the turn left open by a dead process of
        the agent. `options` replace fields of `reading`, as in `turn("ann", budget=500)`.

        Raises ProtocolError on entry or when the block ends (nothing is written then), or LogError.
        """
        name, turn = self._new_turn_id(), None
        try:
            turn = self._begin(name, agent, reading.override(**options), lease, take_over)
            yield turn
            self.end_turn(turn)
        except BaseException as error:
            if turn is not None:
                turn.ended = True
            if turn is not None or not isinstance(error, Exception):  # an interrupt may come before `turn` is assigned
                self._abandon(agent, name)
            raise

    def begin_turn(
        self,
        agent: str,
        reading: Reading = DEFAULT_READING,
        *,
        lease: float = c.LEASE,
        take_over: bool = False,
        request: Request | None = None,
        **options: Unpack[ReadingOptions],
    ) -> Turn:
        """Begin a turn without a block, as `turn` does; `end_turn` or `abandon_turn` ends it.

        `request`: the id and the digest of a request that may be repeated; then the same turn is returned again. The
        same id with another digest raises DuplicateCommandError.
        """
        name, reading = f"t-{request.id}" if request else self._new_turn_id(), reading.override(**options)
        try:
            known = self._begun(name, agent, reading, request)
            return known or self._begin(name, agent, reading, lease, take_over, request)
        except TurnOpenError:  # the same request, sent at the same time, may have been first
            known = self._begun(name, agent, reading, request)
            if known is None:
                raise
            return known
        except (KeyboardInterrupt, SystemExit):
            self._abandon(agent, name)
            raise

    def _new_turn_id(self) -> str:
        return f"t-{self._make_id()}"

    def _begun(self, name: str, agent: str, reading: Reading, request: Request | None) -> Turn | None:
        """Return the turn that a request has begun before; None when it has not."""
        project = cast("Project", self)
        done = project.log.find(f"{name}-begin") if request else None
        if done is None or request is None:
            return None
        if not done.is_retry(agent, request.fingerprint):
            raise DuplicateCommandError(name=request.id)
        (one,) = (event for event in done.events if isinstance(event, TurnBegan))
        shown = context(project.state_at(one.seen), agent, replace(reading, locale=one.locale))
        begun = c.BeginTurn(agent, name, one.until, one.seen, shown, one.locale, one.lease)
        return Turn(project, begun, done.seq, reading, one.lease)

    def _begin(
        self, name: str, agent: str, reading: Reading, lease: float, take_over: bool, request: Request | None = None
    ) -> Turn:
        self.expire()
        try:
            begun, seq = self._perform_begin(name, agent, reading, lease, request)
        except TurnOpenError:
            if not take_over:
                raise
            self.interrupt_turn(agent, actor=agent)
            begun, seq = self._perform_begin(name, agent, reading, lease, request)
        return Turn(cast("Project", self), begun, seq, reading, lease)

    def _perform_begin(
        self, name: str, agent: str, reading: Reading, lease: float, request: Request | None
    ) -> tuple[c.BeginTurn, int]:
        """Append the beginning of a turn; return it and its seq.

        The context is built before other writers are locked out, since that takes long. If others append in that time,
        it is built again, the last time while they wait.
        """
        begun: c.BeginTurn | None = None

        def prepare(state: State) -> c.BeginTurn:
            at, language = self._time_after(state), reading.locale or state.locale
            until = later(at, int(lease * 1_000_000))
            return c.BeginTurn(agent, name, until, state.seq, context(state, agent, reading), language, int(lease))

        def build(state: State) -> c.Command:
            nonlocal begun
            if not ahead:
                begun = prepare(state)
            assert begun is not None
            if begun.seen != state.seq:
                raise _MovedOnError
            fingerprint = request.fingerprint if request else ""
            return c.Command(f"{name}-begin", self._time_after(state), agent, (begun,), fingerprint=fingerprint)

        for ahead in (*(True for _ in range(PREPARED)), False):
            if ahead:
                begun = prepare(self._writer.state)
            with suppress(_MovedOnError):
                record = self._writer.perform(build, is_new=True)
                break
        assert record is not None
        assert begun is not None
        return begun, record.seq

    def give_news(
        self, turn: Turn | TurnName, reading: Reading, *, critical_only: bool = False, request: Request | None = None
    ) -> Context | None:
        """Return the news of a turn not shown yet, or None. See `Turn.news`.

        A `request` that is repeated gets the same news again.
        """
        name = f"{turn.id}-{request.id if request else self._make_id()}"
        given: Context | None = None
        seen = 0

        def build(state: State) -> c.Command:
            nonlocal given, seen
            seen = state.seq
            at, language = self._time_after(state), reading.locale or state.locale
            is_open = turn.agent in state.turns and state.turns[turn.agent].turn == turn.id
            if not is_open:
                raise TurnLostError(turn=turn.id, agent=turn.agent)
            given = news(state, turn.agent, reading, critical_only=critical_only)
            if given is None:
                return c.Command(name, at, turn.agent, ())
            action = c.GiveNews(turn.agent, turn.id, state.seq, given, critical_only, language)
            return c.Command(name, at, turn.agent, (action,), fingerprint=request.fingerprint if request else "")

        done = self._writer.perform(build)
        (one,) = (event for event in done.events if isinstance(event, NewsGiven)) if done else (None,)
        if one is not None and one.seen != seen:  # given before, for the same request
            before = cast("Project", self).state_at(one.seen)
            given = news(before, turn.agent, replace(reading, locale=one.locale), critical_only=one.critical_only)
        return given

    def renew_turn(self, turn: Turn | TurnName, seconds: float) -> None:
        """Keep a turn open for at least so many seconds from now; raises TurnLostError. See `Turn.renew`."""
        at = self._time_after(self._writer.state)
        self.do(c.RenewTurn(turn.agent, turn.id, later(at, int(seconds * 1_000_000))), actor=turn.agent)

    def end_turn(self, turn: Turn) -> Record | None:
        """Append a turn's actions as one record.

        Raises TurnLostError if it has ended already, another ProtocolError (nothing was written), or LogError.
        """
        if turn.record is not None:
            raise TurnLostError(turn=turn.id, agent=turn.agent)
        actions = (*turn.actions, c.EndTurn(turn.agent, turn.id, turn.tokens))
        is_new, turn.tried = not turn.tried, True  # after a LogUncertainError the log may hold all of it
        new = turn.new_messages if is_new else ()
        turn.record = self._do(actions, turn.agent, f"{turn.id}-end", is_new=is_new, new_messages=new)
        turn.ended = True
        return turn.record

    def abandon_turn(self, turn: Turn | TurnName) -> None:
        """End a turn without writing its actions; its messages stay unread."""
        if isinstance(turn, Turn):
            turn.ended = True
        self._abandon(turn.agent, turn.id)

    def _abandon(self, agent: str, name: str) -> None:
        self.do(c.AbandonTurn(agent, name), actor=agent, command_id=f"{name}-left")

    def interrupt_turn(self, agent: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """End the open turn of an agent from outside; return None if none is open.

        Nothing of the turn is written or read, and its process gets TurnLostError. The leads, the humans and the
        delegators of the agent's work in progress are notified, unless the agent does it itself. Raises NotAllowedError
        for an actor who is neither the agent, a lead nor a human, or UnknownActorError.
        """
        return self.do(c.InterruptTurn(agent, reason), actor=actor)

    def heartbeats(self) -> dict[str, str]:
        """Return each agent's last heartbeat; agents without one are omitted."""
        return self._store.heartbeats()
