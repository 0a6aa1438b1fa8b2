"""The hand-written part of the asynchronous form: threads, blocks, waiting, and an agent's loop."""

from __future__ import annotations

from abc import ABC
from asyncio import CancelledError, current_task
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from inspect import isawaitable
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from anyio import sleep

from renkei.engine.record import Record
from renkei.errors import RenkeiError
from renkei.project.coroutines.calls import Calls
from renkei.project.coroutines.turn import AsyncDraft, AsyncTurn, Block
from renkei.project.coroutines.waiting import Waiting
from renkei.project.turns.loop import Attempts, calls, check_handler
from renkei.project.turns.turn import Turn

if TYPE_CHECKING:
    from renkei.log.port import Log
    from renkei.project.project import Project
    from renkei.project.turns.pauses import Pauses

T = TypeVar("T")

PAGE = 100
"""Items of an iterator that one call returns."""


class Pages(AsyncIterator[T]):
    """Yields the items of each page until one is empty. No generator: leaving a loop early needs no clearing up."""

    def __init__(self, following: Callable[[], Awaitable[list[T]]]) -> None:
        self._following = following
        self._items: deque[T] = deque()

    async def __anext__(self) -> T:
        if not self._items:
            self._items.extend(await self._following())
        if not self._items:
            raise StopAsyncIteration
        return self._items.popleft()


class AsyncForm(ABC):
    """A part of `AsyncProject`: a project without coroutines, and the threads in which it is called."""

    _project: Project
    _calls: Calls
    _waiting: Waiting
    _turns: list[Turn]
    """The open turns that this form has begun."""

    def _each(self, items: Callable[[], Iterator[T]], page: int = PAGE) -> AsyncIterator[T]:
        """Yield what an iterator yields, `page` items with each call."""
        iterators: list[Iterator[T]] = []

        def following() -> list[T]:
            if not iterators:
                iterators.append(items())
            return list(islice(iterators[0], page))

        return Pages(lambda: self._calls.run(following))

    def _opened(self, turn: Turn) -> AsyncTurn:
        self._turns = [one for one in self._turns if not one.ended] + [turn]
        return AsyncTurn(turn, self._calls)

    def _abandon_turns(self) -> None:
        """End the turns that are still open: nothing else could, and their agents would wait for the leases."""
        for turn in self._turns:
            opened = self._project.known.turns.get(turn.agent)
            if not turn.ended and opened is not None and opened.turn == turn.id:
                with suppress(RenkeiError):  # such as a full disk: then its lease ends it
                    self._project.abandon_turn(turn)

    def _turn_block(self, begin: Callable[[], Turn]) -> AbstractAsyncContextManager[AsyncTurn]:
        return Block(
            self._calls,
            lambda: self._opened(begin()),
            lambda held: self._project.end_turn(held.sync),
            lambda held: self._project.abandon_turn(held.sync),
        )

    def _draft_block(self, actor: str) -> AbstractAsyncContextManager[AsyncDraft]:
        block = self._project.act_as(actor)

        def leave(held: AsyncDraft) -> None:
            held.sync.ended = True

        return Block(
            self._calls,
            lambda: AsyncDraft(block.__enter__(), self._calls),
            lambda held: block.__exit__(None, None, None),
            leave,
        )

    def _follow(self, after: int | None, timeout: float | None) -> AsyncIterator[Record]:
        log, seq = self._project.log, self._project.known.seq if after is None else after

        async def following() -> list[Record]:
            nonlocal seq
            found = await self._calls.run(partial(_page, log, seq))
            if not found and await self._waiting.for_record(seq, timeout):
                found = await self._calls.run(partial(_page, log, seq))
            seq = found[-1].seq if found else seq
            return found

        return Pages(following)

    async def _run(
        self,
        agent: str,
        handler: Any,
        begin: Callable[[], Turn],
        timeout: float | None,
        pause: float,
        take_over: bool,
        pauses: Pauses,
    ) -> None:
        check_handler(handler)
        attempts = Attempts(self._project, agent, pauses)
        if take_over:
            await self._calls.run(lambda: self._project.interrupt_turn(agent, actor=agent))
        while await self._waiting.for_work(agent, timeout, pause) is not None:
            try:
                async with self._turn_block(begin) as turn:
                    await turn.limited(partial(_take, handler, turn))
            except Exception as error:
                await sleep(await self._calls.run(partial(attempts.failed, error)))
            else:
                await self._calls.run(attempts.succeeded)


async def _take(handler: Any, turn: AsyncTurn) -> None:
    """Call a handler for a turn, and await what its functions return.

    In asyncio, awaiting a task that was cancelled raises the same CancelledError as being cancelled. The first is an
    error of the handler; only the second ends the loop of `run`. The task knows which: it was not asked to cancel.
    Nothing of the kind exists in trio, where a cancellation belongs to a scope.
    """
    for call in calls(handler, turn, turn.inbox):
        try:
            found = call()
            if isawaitable(found):
                await found
        except CancelledError as error:
            task = current_task()
            if task is None or task.cancelling():
                raise
            raise RuntimeError("it awaited a task that has been cancelled") from error


def _page(log: Log, after: int) -> list[Record]:
    return list(islice(log.read(after), PAGE))
