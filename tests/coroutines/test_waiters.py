"""The table of waiting coroutines: what it finds, and that finding it costs the same however many others wait."""

import sys
from collections.abc import Callable
from itertools import islice
from math import inf
from types import FrameType
from typing import Any

import pytest

from renkei.project.coroutines.waiters import SPARE, Waiter, Waiters

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["asyncio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    """Return the only event loop: the table does not use it, but the event of a row does."""
    return str(request.param)


def waiter(agent: str | None, end: float = inf) -> Waiter:
    return Waiter(agent, 0.0, 0, end)


def table(*agents: str | None) -> tuple[Waiters, list[Waiter]]:
    """Return a table of coroutines that were looked at, and these."""
    found, rows = Waiters(), [waiter(agent) for agent in agents]
    for row in rows:
        found.add(row)
    for row in found.take_due(0.0):
        found.looked(row, inf, reads=False)
    return found, rows


def instructions(action: Callable[[], object]) -> int:
    """Return how many instructions of Python an action takes."""
    count = 0

    def trace(frame: FrameType, event: str, given: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


async def test_a_record_and_a_new_wait_cost_the_same_however_many_others_wait() -> None:
    def work(waiters: Waiters) -> None:
        for row in waiters.concern(["agent-3"], "named"):
            waiters.looked(row, 5.0, reads=True)
            waiters.remove([row])
        waiters.add(waiter("agent-3"))
        for row in waiters.take_due(1.0):
            waiters.looked(row, 60.0, reads=False)
        assert waiters.next_due() == 60.0
        assert list(waiters.stale()) == []

    few, many = (table(*(f"agent-{number}" for number in range(count)))[0] for count in (10, 1_000))
    assert instructions(lambda: work(many)) == instructions(lambda: work(few)) > 100


async def test_times_that_are_outdated_are_dropped() -> None:
    waiters, (ann,) = table("ann")
    for number in range(10 * SPARE):
        waiters.looked(ann, 1000.0 + number, reads=False)
    assert len(waiters._times) <= SPARE + 2
    assert waiters.take_due(1000.0 + 10 * SPARE - 2) == []
    assert waiters.take_due(1000.0 + 10 * SPARE - 1) == [ann]
    assert waiters.next_due() == inf


async def test_those_that_a_record_names_come_first_and_the_others_in_the_order_of_their_wait() -> None:
    waiters, (ann, bob, eve, follower) = table("ann", "bob", "eve", None)
    waiters.looked(eve, inf, reads=True)
    assert waiters.concern({"bob", "zoe"}, "readers") == [follower, bob]
    assert looked(waiters, 1) == [follower]
    waiters.concern((), "everyone")
    assert looked(waiters, 4) == [bob, eve, follower, ann]
    waiters.concern({"ann"}, "named")
    assert looked(waiters, 4) == [follower, ann]
    waiters.remove([bob, bob])
    assert waiters.everyone() == [ann, eve, follower]


def looked(waiters: Waiters, most: int) -> list[Waiter]:
    """Look at some of the stale ones, and return them."""
    found = []
    for row in islice(waiters.stale(), most):
        found.append(row)
        waiters.looked(row, inf, reads=False)
    return found


async def test_a_coroutine_that_was_removed_is_not_remembered_by_a_late_look() -> None:
    waiters, (ann,) = table("ann")
    waiters.remove([ann])
    waiters.looked(ann, 5.0, reads=True)
    assert (waiters.next_due(), waiters.has_stale, len(waiters)) == (inf, False, 0)
