"""The turns and drafts of the asynchronous form, and the blocks that hold them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import TracebackType
from typing import Generic, TypeAlias, TypeVar

from anyio import CancelScope, current_time, fail_after

from renkei.budget.context.build import Context
from renkei.budget.context.reading import Reading
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.project.coroutines.calls import Calls
from renkei.project.coroutines.methods.turn import DraftMethods, TurnMethods
from renkei.project.turns.turn import Draft, Turn
from renkei.protocol.messages import AnyMessage

AsyncHandler: TypeAlias = "Callable[[AsyncTurn], object] | Mapping[str, Callable[[AsyncTurn, AnyMessage], object]]"
"""A `Handler` of coroutines: what it returns is awaited if it can be."""


class AsyncDraft(DraftMethods):
    """The asynchronous form of a `Draft`.

    What only collects is no coroutine: an act is written when the block ends, not when it is called.
    """

    def __init__(self, draft: Draft, calls: Calls) -> None:
        self._draft = draft
        self._calls = calls

    def __repr__(self) -> str:
        return f"<asynchronous {self._draft!r}>"

    @property
    def sync(self) -> Draft:
        """The same without coroutines."""
        return self._draft

    @property
    def agent(self) -> str:
        """The actor."""
        return self._draft.agent

    @property
    def id(self) -> str:
        """The id of the turn."""
        return self._draft.id

    @property
    def seq(self) -> int:
        """Position in the log up to which the actor has read."""
        return self._draft.seq

    @property
    def ended(self) -> bool:
        """Whether it has ended."""
        return self._draft.ended

    @property
    def actions(self) -> list[c.Action]:
        """The actions collected so far."""
        return self._draft.actions

    @property
    def record(self) -> Record | None:
        """The record that was appended at the end."""
        return self._draft.record


class AsyncTurn(AsyncDraft, TurnMethods):
    """The asynchronous form of a `Turn`: `context` is what the agent reads, and leaving its block writes it."""

    def __init__(self, turn: Turn, calls: Calls) -> None:
        super().__init__(turn, calls)
        self._turn = turn
        self._limit: CancelScope | None = None

    @property
    def sync(self) -> Turn:
        """The same without coroutines."""
        return self._turn

    @property
    def context(self) -> Context:
        """The text that the agent reads."""
        return self._turn.context

    @property
    def reading(self) -> Reading:
        """How the context was built."""
        return self._turn.reading

    @property
    def lease(self) -> float:
        """Seconds for which the turn stays open without an act."""
        return self._turn.lease

    @property
    def tokens(self) -> int:
        """Tokens that its model used beyond its contexts, as the provider reports them; they count for the quota."""
        return self._turn.tokens

    @tokens.setter
    def tokens(self, count: int) -> None:
        self._turn.tokens = count

    async def renew(self, seconds: float | None = None) -> None:
        """Renew the lease: the turn stays open for at least so many seconds from now, by default those of its lease.

        News, other acts of the agent and `project.heartbeat` renew it too, by the seconds of the lease. The time limit
        of a handler of `run` moves as well. Raises TurnLostError if the turn is no longer open.
        """
        await self._calls.run(lambda: self._turn.renew(seconds))
        if self._limit is not None:
            until = current_time() + (self.lease if seconds is None else seconds)
            self._limit.deadline = max(self._limit.deadline, until)

    async def limited(self, take: Callable[[], Awaitable[object]]) -> None:
        """Await what a function returns; raises TimeoutError once the lease is over."""
        with fail_after(self.lease) as self._limit:
            await take()


D = TypeVar("D", bound=AsyncDraft)


class Block(Generic[D]):
    """Holds a draft for a block: `begin` it on entry, and `end` it, or `leave` it after an exception."""

    def __init__(
        self,
        calls: Calls,
        begin: Callable[[], D],
        end: Callable[[D], object],
        leave: Callable[[D], object],
    ) -> None:
        self._calls = calls
        self._begin = begin
        self._end = end
        self._leave = leave
        self._held: D | None = None

    async def __aenter__(self) -> D:
        self._held = held = await self._calls.run(self._begin, self._leave)
        return held

    async def __aexit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        held = self._held
        assert held is not None
        if kind is not None:
            await self._calls.clear(lambda: self._leave(held))
            return
        try:
            await self._calls.run(lambda: self._end(held))
        except BaseException:
            await self._calls.clear(lambda: self._leave(held))  # nothing, if the end was written
            raise
