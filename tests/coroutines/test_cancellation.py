"""A task may be cancelled at any of its awaits, and nothing is half done."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest

import renkei
from coroutines.cancelling import WAYS
from renkei.errors import TurnLostError
from renkei.testing import ChildProcess, log_faults

THINKS = """
import asyncio, sys
import renkei

async def think(turn):
    turn.send("half", to="bob")
    print("thinking", flush=True)
    await asyncio.Event().wait()

async def main():
    async with renkei.open_async(sys.argv[1]) as project:
        await project.run("ann", think)

asyncio.run(main())
"""
"""A program whose agent never finishes its turn."""

MOST_AWAITS = 60
"""More awaits than any of the scenarios has."""


async def take_turn(project: renkei.AsyncProject) -> None:
    """Read, and send two messages that belong together."""
    async with project.turn("ann") as turn:
        turn.send("first", to="bob")
        turn.send("second", to="cai")


async def take_turn_without_block(project: renkei.AsyncProject) -> None:
    turn = await project.begin_turn("ann")
    try:
        turn.send("first", to="bob")
        turn.send("second", to="cai")
        await project.end_turn(turn)
    finally:
        if turn.record is None:
            await project.abandon_turn(turn)


async def act_as(project: renkei.AsyncProject) -> None:
    async with project.act_as("ann") as draft:
        draft.send("first", to="bob")
        draft.send("second", to="cai")


async def loop(project: renkei.AsyncProject) -> None:
    async def answer(turn: renkei.AsyncTurn) -> None:
        await anyio.lowlevel.checkpoint()
        turn.send("first", to="bob")
        turn.send("second", to="cai")

    await project.run("ann", answer, timeout=0)


async def read(project: renkei.AsyncProject) -> None:
    async for _ in project.follow((await project.state()).seq - 2, timeout=0):
        await project.wait_for_work("cai", timeout=0)


SCENARIOS = (take_turn, take_turn_without_block, act_as, loop, read)


def bodies(project: renkei.Project, to: str) -> list[str]:
    return [
        one.payload.body for one in (kept.message for kept in project.state.unread_of(to)) if one.type == "FREEFORM"
    ]


@pytest.mark.short
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_task_cancelled_at_any_await_leaves_nothing_half_done(
    way: str, scenario: Callable[[renkei.AsyncProject], Any], directory: Path
) -> None:
    async def opened(of: Callable[[renkei.AsyncProject], Any]) -> None:
        async with renkei.open_async(directory) as project:
            await of(project)

    with renkei.open(directory) as project:
        for at in range(1, MOST_AWAITS):
            project.post("Start.", to="ann", priority="blocking", actor="human")
            was_cancelled = WAYS[way](partial(opened, scenario), at)
            assert project.state.turns.get("ann") is None, f"a turn is open after await {at}"
            assert len(bodies(project, "bob")) == len(bodies(project, "cai"))
            with project.turn("ann"):  # the project works as before
                pass
            if not was_cancelled:
                break
        else:
            raise AssertionError("the scenario has more awaits than the test tries")
        assert at > 3


@pytest.mark.anyio
async def test_a_commit_that_has_begun_is_completed_before_its_task_is_cancelled() -> None:
    async with renkei.create_async(members=[renkei.Join("ann"), renkei.Join("bob")]) as project:
        turn = None

        async def act() -> None:
            nonlocal turn
            async with project.turn("ann") as turn:
                turn.send("Hello", to="bob")
                faults.hold()

        with log_faults(project) as faults:
            async with anyio.create_task_group() as group:
                group.start_soon(act)
                while not faults.waits.is_set():
                    await anyio.sleep(0.001)
                group.cancel_scope.cancel()
                faults.release()
        assert turn is not None
        assert turn.record is not None
        assert bodies(project.sync, "bob") == ["Hello"]
        assert "ann" not in project.known.turns


def test_a_task_of_asyncio_that_is_cancelled_in_its_commit_has_ended_its_turn() -> None:
    async def run() -> None:
        async with renkei.create_async(members=[renkei.Join("ann"), renkei.Join("bob")]) as project:
            turn = await project.begin_turn("ann")
            turn.send("Hello", to="bob")
            with log_faults(project) as faults, faults.held():
                ending = asyncio.ensure_future(project.end_turn(turn))
                while not faults.waits.is_set():
                    await asyncio.sleep(0)
                for _ in range(3):
                    ending.cancel()
                    await asyncio.sleep(0)
                assert not ending.done()
            with pytest.raises(asyncio.CancelledError):
                await ending
            assert turn.record is not None
            assert bodies(project.sync, "bob") == ["Hello"]
            with pytest.raises(TurnLostError):
                await project.end_turn(turn)

    asyncio.run(run())


def test_a_timeout_of_asyncio_ends_a_wait_and_leaves_the_project_usable() -> None:
    async def run() -> None:
        async with renkei.create_async(members=[renkei.Join("ann")]) as project:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01):
                    await project.wait_for_work("ann")
            await project.post("Hello", to="ann", priority="blocking")
            async with asyncio.timeout(10):
                assert await project.wait_for_work("ann") is not None

    asyncio.run(run())


@pytest.mark.long
@pytest.mark.parametrize(
    ("sent", "in_a_turn"), [(signal.SIGINT, []), (signal.SIGTERM, ["ann"]), (signal.SIGKILL, ["ann"])]
)
def test_ctrl_c_abandons_open_turns_and_other_signals_leave_them_to_their_leases(
    sent: signal.Signals, in_a_turn: list[str], directory: Path
) -> None:
    with renkei.open(directory) as project:
        project.post("Start.", to="ann", priority="blocking")
        with ChildProcess([sys.executable, "-c", THINKS, directory]) as program:
            program.wait_for("thinking")
            os.kill(program.pid, sent)
            assert program.wait() == -sent
        assert list(project.state.turns) == in_a_turn
        assert bodies(project, "ann") == ["Start."]
        assert bodies(project, "bob") == []
