"""Handlers and programs that do what they should not: each has one defined outcome."""

import asyncio
import os
import threading
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest

import renkei
from renkei.errors import BadValueError, ProjectClosedError, TurnLostError, UnknownActorError, WrongLoopError
from renkei.project.coroutines import waiting
from renkei.project.coroutines.calls import THREADS
from renkei.project.turns.pauses import Pauses

pytestmark = pytest.mark.anyio

AT_ONCE = Pauses(0.001, 0.001, told=3)


async def told(project: renkei.AsyncProject) -> list[str]:
    """Return what the person was told about agents."""
    return [one.message.payload.progress_summary async for one in _updates(project)]


async def _updates(project: renkei.AsyncProject) -> Any:
    for one in await project.conversation(between=("renkei", "human")):
        if one.message.type == "STATUS_UPDATE":
            yield one


async def status(project: renkei.AsyncProject, agent: str) -> object:
    return (await project.state()).board.agent(agent, "status")


async def test_a_handler_that_raises_is_tried_again_and_the_third_failure_is_reported(directory: Path) -> None:
    seen: list[object] = []

    async def fail(turn: renkei.AsyncTurn, message: renkei.AnyMessage) -> None:
        turn.send("This is not written.", to="bob")
        seen.append((message.id, await status(project, "ann")))
        if len(seen) < 5:
            raise ValueError("no such port")

    async with renkei.open_async(directory) as project:
        await project.post("Start.", to="ann", priority="blocking")
        await project.run("ann", {"FREEFORM": fail}, timeout=0, pauses=AT_ONCE)
        assert len({message for message, _ in seen}) == 1
        assert [status for _, status in seen][3:] == ["error", "error"]
        assert await told(project) == ["ann cannot handle its messages and tries again: 'ValueError: no such port'"]
        assert await status(project, "ann") == "idle"
        unread = (await project.state()).unread_of("bob")
        assert [one.message.payload.body for one in unread if one.message.type == "FREEFORM"] == [
            "This is not written."
        ]


async def test_a_handler_that_raises_appears_in_the_log_of_its_program(
    directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    async def fail_once(_: renkei.AsyncTurn) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise ValueError("no such port")

    async with renkei.open_async(directory) as project:
        await project.post("Start.", to="ann", priority="blocking")
        await project.run("ann", fail_once, timeout=0, pauses=AT_ONCE)
    (failure,) = (one for one in caplog.records if one.name == "renkei")
    assert failure.getMessage() == "A turn of 'ann' failed. The next attempt follows in 0.001 s."
    assert failure.exc_info is not None
    assert str(failure.exc_info[1]) == "no such port"


async def test_a_misspelt_option_of_the_loop_is_an_error_at_once(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        await project.post("Start.", to="ann", priority="blocking")
        with pytest.raises(TypeError, match=r"Reading has no field timeot\. Its fields: budget, locale"):
            await project.run("ann", {}, timeout=0, timeot=0)  # type: ignore[call-arg]


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_handler_that_awaits_a_cancelled_task_is_tried_again_and_reported(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        tries = 0

        async def await_cancelled(turn: renkei.AsyncTurn) -> None:
            nonlocal tries
            tries += 1
            if tries <= 3:
                cancelled = asyncio.ensure_future(asyncio.sleep(60))
                cancelled.cancel()
                await cancelled

        await project.post("Start.", to="ann", priority="blocking")
        await project.run("ann", await_cancelled, timeout=0, pauses=AT_ONCE)
        assert tries == 4
        (report,) = await told(project)
        assert "it awaited a task that has been cancelled" in report


async def test_a_loop_that_is_cancelled_ends_also_while_its_handler_awaits_a_task(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        tries = 0

        async def hang(_: renkei.AsyncTurn) -> None:
            nonlocal tries
            tries += 1
            group.cancel_scope.cancel()
            await anyio.sleep_forever()

        await project.post("Start.", to="ann", priority="blocking")
        async with anyio.create_task_group() as group:
            group.start_soon(partial(project.run, "ann", hang, pauses=AT_ONCE))
        assert tries == 1
        assert (await project.state()).turns.get("ann") is None
        assert await told(project) == []


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_loop_whose_task_is_cancelled_ends_as_a_cancelled_task(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        entered = asyncio.Event()

        async def hang(_: renkei.AsyncTurn) -> None:
            entered.set()
            await asyncio.gather(asyncio.sleep(60))

        await project.post("Start.", to="ann", priority="blocking")
        running = asyncio.ensure_future(project.run("ann", hang, pauses=AT_ONCE))
        await entered.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert (await project.state()).turns.get("ann") is None


async def test_a_handler_that_opens_a_second_turn_fails_and_is_reported(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        failures = 0

        async def open_another(turn: renkei.AsyncTurn) -> None:
            nonlocal failures
            failures += 1
            if failures <= 3:
                async with project.turn("ann"):
                    raise AssertionError("an agent has one turn")

        await project.post("Start.", to="ann", priority="blocking")
        await project.run("ann", open_another, timeout=0, pauses=AT_ONCE)
        (report,) = await told(project)
        assert "TurnOpenError" in report


async def test_a_handler_that_never_returns_is_cancelled_with_its_lease(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        tries = 0

        async def hang(turn: renkei.AsyncTurn) -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                await anyio.sleep_forever()

        await project.post("Start.", to="ann", priority="blocking")
        await project.run("ann", hang, timeout=0, lease=0.05, pauses=AT_ONCE)
        assert tries == 2
        assert await project.wait_for_work("ann", timeout=0) is None


async def test_a_handler_that_renews_its_lease_may_take_longer(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        done = []

        async def work(turn: renkei.AsyncTurn) -> None:
            await turn.renew(60)
            with anyio.move_on_after(0.2):
                await anyio.sleep_forever()
            done.append(turn.id)

        await project.post("Start.", to="ann", priority="blocking")
        await project.run("ann", work, timeout=0, lease=0.1, pauses=AT_ONCE)
        assert len(done) == 1


async def test_a_handler_that_blocks_the_event_loop_is_reported_until_it_runs_again(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "LATE", 0.01)
    async with renkei.open_async(directory) as project:
        async with anyio.create_task_group() as group:
            group.start_soon(project.wait_for_work, "bob", 10)
            assert await project.wait_for_work("ann", timeout=0) is None
            project.sync.post("Wake up.", to="bob", priority="blocking")  # the loop cannot run here
            while not (found := project.sync.problems()):
                pass
        assert "event loop has not run" in found[0]
        with anyio.fail_after(10):
            while await project.problems():
                await project.wait_for_work("ann", timeout=0)


async def test_a_wrong_handler_is_refused_before_any_turn(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        for handler, what in (({"FREEFROM": print}, "FREEFROM"), ({"FREEFORM": 1}, "FREEFORM"), (7, "handler")):
            with pytest.raises(BadValueError, match=what):
                await project.run("ann", handler)  # type: ignore[arg-type]
        with pytest.raises(renkei.ProtocolError):
            await project.run("zed", print, timeout=0)


async def test_waiting_coroutines_end_with_an_error_when_the_project_is_closed(directory: Path) -> None:
    project = await renkei.open_async(directory)
    with pytest.raises(ExceptionGroup) as raised:  # noqa: PT012
        async with anyio.create_task_group() as group:
            group.start_soon(project.wait_for_work, "ann")
            await anyio.wait_all_tasks_blocked()
            await project.close()
    assert isinstance(raised.value.exceptions[0], ProjectClosedError)
    with pytest.raises(ProjectClosedError):
        await project.state()
    with pytest.raises(ProjectClosedError):
        await project.wait_for_work("ann")


@pytest.mark.parametrize(
    ("agent", "pause"), [("ann", None), ("ann", float("nan")), ("ann", float("inf")), (["ann"], 1), (None, 1), ("", 1)]
)
async def test_a_wait_with_wrong_arguments_fails_alone(directory: Path, agent: Any, pause: Any) -> None:
    async with renkei.open_async(directory) as project:
        with pytest.raises((TypeError, ValueError, OverflowError, UnknownActorError)), anyio.fail_after(10):
            await project.wait_for_work(agent, pause=pause)
        await project.post("Start.", to="bob", priority="blocking")
        assert await project.wait_for_work("bob", timeout=10)


async def test_a_problem_is_over_with_the_first_turn_after_a_restart(directory: Path) -> None:
    def fail(_: renkei.AsyncTurn) -> None:
        raise ValueError

    async with renkei.open_async(directory) as project:
        await project.post("Start.", to="ann", priority="blocking")
        async with anyio.create_task_group() as group:
            group.start_soon(partial(project.run, "ann", fail, pauses=AT_ONCE))
            while await status(project, "ann") != "error":
                await anyio.lowlevel.checkpoint()
            group.cancel_scope.cancel()
    async with renkei.open_async(directory) as project:
        await project.run("ann", lambda _: None, timeout=0)
        assert await status(project, "ann") == "idle"
        await project.post("Again.", to="ann", priority="blocking")
        await project.run("ann", lambda turn: turn.set(status="error"), timeout=0)
        assert await status(project, "ann") == "error"  # as the agent itself says


async def test_a_handler_has_rows_for_vendors_types(directory: Path) -> None:
    seen: list[str] = []

    async with renkei.open_async(directory) as project:
        await project.register("acme.example/INCIDENT", {"type": "object"})
        header = {**project.sync.new_header(), "from": "human", "to": "ann", "priority": "blocking"}
        header |= {"context_summary": "No answer.", "type": "acme.example/INCIDENT", "payload": {}}
        await project.send(renkei.make_message(header))
        await project.run("ann", {"acme.example/INCIDENT": lambda _, message: seen.append(message.type)}, timeout=0)
    assert seen == ["acme.example/INCIDENT"]


async def test_a_turn_that_outlives_its_project_writes_nothing_and_hides_no_error(directory: Path) -> None:
    project = await renkei.open_async(directory)
    with pytest.raises(ProjectClosedError):  # noqa: PT012
        async with project.turn("ann") as turn:
            turn.send("This is not written.", to="bob")
            await project.close()
            with pytest.raises(TurnLostError):
                turn.send("Nor is this.", to="bob")
    project = await renkei.open_async(directory)
    with pytest.raises(ZeroDivisionError):  # noqa: PT012
        async with project.turn("bob"):
            await project.close()
            raise ZeroDivisionError
    with renkei.open(directory) as later:
        assert not later.state.unread_of("bob")


async def test_a_turn_that_is_open_when_its_project_closes_is_free_at_once(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        await project.post("Start.", to="ann", priority="blocking")
        ended = await project.begin_turn("bob")
        await project.end_turn(ended)
        turn = await project.begin_turn("ann")
        turn.send("This is not written.", to="bob")
    with renkei.open(directory) as later:
        assert later.state.turns.get("ann") is None
        assert not later.state.unread_of("bob")
        assert later.wait_for_work("ann", timeout=0) is not None
        assert later.log.last() == later.log.find(f"{turn.id}-left").seq


async def test_the_turn_of_another_program_stays_open_when_a_project_closes(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        held = await project.begin_turn("ann")
        with renkei.open(directory) as other:
            other.interrupt_turn("ann", actor="human")
            taken = other.begin_turn("ann")
    assert held.id != taken.id
    with renkei.open(directory) as later:
        assert later.state.turns["ann"].turn == taken.id


async def test_calls_that_begin_while_a_project_closes_get_an_error(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = await renkei.open_async(directory)
    begun, go = anyio.Event(), threading.Event()
    token = anyio.lowlevel.current_token()
    native: Any = token.native_token
    soon = getattr(native, "call_soon_threadsafe", None) or native.run_sync_soon
    close = project.sync.close

    def slowly() -> None:
        soon(begun.set)
        go.wait(10)
        close()

    monkeypatch.setattr(project.sync, "close", slowly)
    async with anyio.create_task_group() as group:
        group.start_soon(project.close)
        await begun.wait()
        try:
            with anyio.fail_after(5):
                with pytest.raises(ProjectClosedError):
                    await project.wait_for_work("ann")
                with pytest.raises(ProjectClosedError):
                    await project.state()
        finally:
            go.set()


async def test_calls_without_a_thread_when_a_project_closes_never_begin(directory: Path) -> None:
    project = await renkei.open_async(directory)
    outcomes: list[object] = []

    async def post(number: int) -> None:
        try:
            outcomes.append(await project.post(f"{number}", to="ann"))
        except ProjectClosedError as error:
            outcomes.append(error)

    async with anyio.create_task_group() as group:
        for number in range(40):
            group.start_soon(post, number)
        await anyio.lowlevel.checkpoint()
        await project.close()
    assert len(outcomes) == 40
    written = [one for one in outcomes if isinstance(one, renkei.Record)]
    assert len(written) <= THREADS
    with renkei.open(directory) as later:
        assert len(later.state.unread_of("ann")) == len(written)


async def test_an_agent_that_leaves_while_it_waits_is_told(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        with pytest.raises(ExceptionGroup) as raised:  # noqa: PT012
            async with anyio.create_task_group() as group:
                group.start_soon(project.wait_for_work, "ann")
                await anyio.wait_all_tasks_blocked()
                await project.leave("ann")
        assert isinstance(raised.value.exceptions[0], renkei.ProtocolError)


async def test_a_project_is_refused_in_another_event_loop(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        refused: list[BaseException] = []

        async def use() -> None:
            with pytest.raises(WrongLoopError) as raised:
                await project.state()
            refused.append(raised.value)
            with pytest.raises(WrongLoopError):
                await project.wait_for_work("ann")

        await anyio.to_thread.run_sync(lambda: asyncio.run(use()))
        assert len(refused) == 1


async def test_two_event_loops_share_a_directory(directory: Path) -> None:
    async def answer() -> None:
        async with renkei.open_async(directory) as project:
            await project.run("bob", {"FREEFORM": lambda turn, message: turn.reply(message, "8080")}, timeout=0.5)

    async with renkei.open_async(directory) as project:
        async with project.turn("ann") as turn:
            turn.ask("Which port?", to="bob", priority="blocking")
        async with anyio.create_task_group() as group:
            group.start_soon(anyio.to_thread.run_sync, lambda: asyncio.run(answer()))
            assert await project.wait_for_work("ann", timeout=10) is not None
        async with project.turn("ann") as turn:
            assert [message.payload.body for message in turn.inbox if message.type == "FREEFORM"] == ["8080"]


async def test_a_forked_child_is_refused_and_may_open_its_own(directory: Path) -> None:
    async with renkei.open_async(directory) as project:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                project._calls.check()
            except WrongLoopError:
                with renkei.open(directory) as own:
                    code = 0 if "ann" in own.state.actors else 2
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert "ann" in (await project.state()).actors


async def test_a_broken_log_ends_waiting_with_its_error(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with renkei.open_async(directory) as project:
        error = renkei.errors.LogBrokenError(path=str(directory), reason="of a test")

        def broken(self: object) -> object:
            raise error

        monkeypatch.setattr(renkei.Project, "state", property(broken))
        with pytest.raises(renkei.LogError, match="of a test"):
            await project.wait_for_work("ann", timeout=10)
        monkeypatch.undo()
