"""Cancels a coroutine at any chosen await, in every way that asyncio and trio know."""

import asyncio
import types
from collections.abc import Awaitable, Callable, Generator
from typing import Any

import anyio

Scenario = Callable[[], Awaitable[None]]


@types.coroutine
def watched(scenario: Any, at: int, cancel: Callable[[], object]) -> Generator[Any, Any, int]:
    """Run a coroutine, and call `cancel` while it is suspended for the `at`-th time; return how often it was."""
    count, coroutine = 0, scenario()
    resume: Callable[[], Any] = lambda: coroutine.send(None)  # noqa: E731
    while True:
        try:
            yielded = resume()
        except StopIteration:
            return count
        count += 1
        if count == at:
            cancel()
        try:
            value = yield yielded
        except BaseException as error:  # thrown into the coroutine, as the loop would do
            resume = lambda error=error: coroutine.throw(error)  # noqa: E731
        else:
            resume = lambda value=value: coroutine.send(value)  # noqa: E731


def by_task(scenario: Scenario, at: int) -> bool:
    """Cancel with `asyncio.Task.cancel`; return whether the task was cancelled before its end."""

    async def run() -> bool:
        task = asyncio.ensure_future(
            _awaited(watched(scenario, at, lambda: asyncio.get_running_loop().call_soon(task.cancel)))
        )
        try:
            return at <= await task
        except asyncio.CancelledError:
            return True

    return asyncio.run(run())


def by_scope(backend: str) -> Callable[[Scenario, int], bool]:
    """Cancel a scope of anyio in an event loop."""

    def cancelled(scenario: Scenario, at: int) -> bool:
        async def run() -> bool:
            with anyio.CancelScope() as scope:
                return at <= await watched(scenario, at, scope.cancel)
            return True

        return anyio.run(run, backend=backend)

    return cancelled


async def _awaited(what: Awaitable[int]) -> int:
    return await what


WAYS = {"task": by_task, "scope": by_scope("asyncio"), "trio": by_scope("trio")}
