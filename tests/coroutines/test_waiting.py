"""Coroutines that wait: one thread serves them all, and first those that a message names."""

import threading
from itertools import pairwise
from typing import Any

import anyio
import pytest

import renkei
from engine.factory import terms
from renkei.engine.state import State
from renkei.project.coroutines import waiting

pytestmark = pytest.mark.anyio

NAMES = [f"agent-{number:04}" for number in range(1_000)]


@pytest.mark.short("asyncio")
async def test_a_thousand_waiting_agents_use_one_thread_and_the_one_with_a_message_wakes() -> None:
    woken: list[str] = []

    async def wait(name: str) -> None:
        assert await project.wait_for_work(name, timeout=60) is not None
        woken.append(name)
        if len(woken) == 3:
            group.cancel_scope.cancel()

    async with renkei.create_async(members=[renkei.Join(name) for name in NAMES]) as project:
        await project.state()
        before = threading.active_count()
        async with anyio.create_task_group() as group:
            for name in NAMES:
                group.start_soon(wait, name)
            await anyio.wait_all_tasks_blocked()
            assert threading.active_count() <= before + 1
            for name in NAMES[500:503]:
                await project.post("Wake up.", to=name, priority="blocking")
        assert sorted(woken) == NAMES[500:503]  # trio runs what wakes together in any order


@pytest.mark.short("asyncio")
async def test_an_agent_that_a_message_names_is_looked_at_before_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    all_looked = threading.Event()

    def look(state: State, agent: str, *given: Any) -> Any:
        looked.append(agent)
        if len(looked) == 100:
            all_looked.set()
        return found(state, agent, *given)

    found = waiting.reason_in
    monkeypatch.setattr(waiting, "reason_in", look)
    members = [renkei.Join(name) for name in NAMES[:100]]
    async with renkei.create_async(members=members) as project, anyio.create_task_group() as group:
        for name in NAMES[:100]:
            group.start_soon(project.wait_for_work, name)
        await anyio.to_thread.run_sync(all_looked.wait)
        looked.clear()
        await project.post("Wake up.", to=NAMES[90], priority="blocking")
        while not looked:
            await anyio.sleep(0)
        group.cancel_scope.cancel()
    assert looked[0] == NAMES[90]


@pytest.mark.short("asyncio")
async def test_a_message_is_a_reason_to_look_at_its_recipient_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a message costs the same however many agents wait."""
    looked: list[str] = []
    all_looked = threading.Event()

    def look(state: State, agent: str, *given: Any) -> Any:
        looked.append(agent)
        if len(looked) == 200:
            all_looked.set()
        return found(state, agent, *given)

    async def pass_on(name: str, following: str) -> None:
        assert await project.wait_for_work(name) is not None
        async with project.turn(name) as turn:
            assert len(turn.inbox) == 1
        if following == NAMES[20]:
            group.cancel_scope.cancel()
        else:
            await project.post("Your turn.", to=following, priority="blocking", actor=name)
            await project.wait_for_work(name)

    found = waiting.reason_in
    monkeypatch.setattr(waiting, "reason_in", look)
    members = [renkei.Join(name) for name in NAMES[:200]]
    async with renkei.create_async(members=members) as project, anyio.create_task_group() as group:
        for name, following in pairwise(NAMES[:201]):
            group.start_soon(pass_on, name, following)
        await anyio.to_thread.run_sync(all_looked.wait)
        looked.clear()
        await project.post("Begin.", to=NAMES[0], priority="blocking")
    assert set(looked) <= set(NAMES[:20])


@pytest.mark.short("asyncio")
async def test_work_for_a_role_wakes_agents_that_no_record_names() -> None:
    members = [renkei.Join("lead", lead=True), *(renkei.Join(name, "backend") for name in NAMES[:20])]
    async with renkei.create_async(members=members) as project, anyio.create_task_group() as group:
        woken: list[str] = []

        async def wait(name: str) -> None:
            assert await project.wait_for_work(name, timeout=60) is not None
            woken.append(name)

        for name in NAMES[:20]:
            group.start_soon(wait, name)
        await anyio.wait_all_tasks_blocked()
        await project.open_contract(terms("TC-1"), actor="lead")
    assert sorted(woken) == NAMES[:20]


async def test_following_begins_when_it_is_called_and_not_with_the_first_record_that_is_asked_for() -> None:
    async with renkei.create_async(members=[renkei.Join("ann")]) as project:
        records = project.follow(timeout=0)
        sent = await project.post("Hello", to="ann")
        assert [record.seq async for record in records] == [sent.seq]
        of_threads = project.sync.follow(timeout=0)
        again = await project.post("again", to="ann")
        assert [record.seq for record in of_threads] == [again.seq]
