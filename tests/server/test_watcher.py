"""One thread that waits for everybody: who is woken by a record, and by what."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import pytest
from starlette.responses import StreamingResponse

import renkei
from renkei import Freeform, Project, Write
from renkei.edges.server import waiting
from renkei.edges.server import watcher as server_watcher
from renkei.edges.server.call import RequestCall
from renkei.edges.server.models import From, RecordsQuery
from renkei.edges.server.watcher import Watcher
from renkei.engine.commands import Action
from renkei.engine.state import State
from renkei.engine.views.waking.news import Woken
from team import work

LONG = 10.0
"""Seconds that somebody waits at most; a test has failed after half of them."""


def watch(act: Callable[[Project, Watcher], Awaitable[Any]], kind: type[Watcher] = Watcher) -> Any:
    """Run a coroutine beside a watcher of a small team; return what it returns."""

    async def run() -> Any:
        with renkei.create(members=[renkei.Join("lead", lead=True), renkei.Join("ann"), renkei.Join("bob")]) as project:
            watcher = kind(project)
            watcher.start()
            try:
                return await act(project, watcher)
            finally:
                watcher.close()

    return asyncio.run(run())


def note(project: Project, to: str) -> renkei.AnyMessage:
    payload = Freeform(intent_hint="NOTE", body="hello", requires_response=False, urgency="normal")
    return project.message("human", payload, [to])


async def asleep(watcher: Watcher, wait: Awaitable[Any]) -> asyncio.Task[Any]:
    """Begin to wait, and return once the waiting has begun."""
    task = asyncio.ensure_future(wait)
    while not watcher.waits:
        await asyncio.sleep(0.001)
    return task


def test_a_message_wakes_whom_it_names_and_nobody_else() -> None:
    async def act(project: Project, watcher: Watcher) -> tuple[Any, Any]:
        other = await asleep(watcher, watcher.wait_for_work("bob", 0.5, 0))
        named = await asleep(watcher, watcher.wait_for_work("ann", LONG, 0))
        await asyncio.to_thread(project.send, note(project, "ann"))
        return await asyncio.wait_for(named, LONG / 2), await other

    named, other = watch(act)
    assert named.startswith("m-")
    assert other is None


def test_a_message_is_a_reason_to_look_at_its_recipient_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """So idle agents at a server cost nothing, however many wait there."""
    looked: list[str] = []
    found = server_watcher.wake_reason

    def look(state: State, agent: str, *given: Any) -> str | None:
        looked.append(agent)
        return found(state, agent, *given)

    async def act(project: Project, watcher: Watcher) -> None:
        other = await asleep(watcher, watcher.wait_for_work("bob", LONG, 0))
        while "bob" not in looked:  # it begins with a look at everyone
            await asyncio.sleep(0.001)
        looked.clear()
        for _ in range(5):
            named = asyncio.ensure_future(watcher.wait_for_work("ann", LONG, 0))
            await asyncio.to_thread(project.send, note(project, "ann"))
            assert await asyncio.wait_for(named, LONG / 2) is not None
        other.cancel()

    monkeypatch.setattr(server_watcher, "wake_reason", look)
    watch(act)
    assert set(looked) <= {"ann"}


def test_a_reason_is_not_given_again_until_something_changes() -> None:
    async def act(project: Project, watcher: Watcher) -> list[Any]:
        given = []
        for _ in range(2):
            project.send(note(project, "ann"))
            given += [await watcher.wait_for_work("ann", 0, 0) for _ in range(2)]
        return given

    first, again, changed, last = watch(act)
    assert (first is not None, again, changed is not None, last) == (True, None, True, None)


def test_a_request_that_is_not_answered_takes_no_reason() -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        project.send(note(project, "ann"))

        async def refuse() -> None:
            raise RuntimeError("its token was revoked")

        with pytest.raises(RuntimeError):
            await watcher.wait_for_work("ann", LONG, 0, refuse)
        return await watcher.wait_for_work("ann", 0, 0)

    assert watch(act).startswith("m-")


def test_one_of_two_requests_that_look_at_once_is_given_the_reason() -> None:
    async def act(project: Project, watcher: Watcher) -> list[Any]:
        project.send(note(project, "ann"))
        checks, both = iter(range(10)), asyncio.Event()

        async def look_together() -> None:
            if next(checks) == 1:
                both.set()
            await both.wait()

        return await asyncio.gather(*(watcher.wait_for_work("ann", 0.05, 0, look_together) for _ in range(2)))

    first, second = watch(act)
    assert (first is None) != (second is None)


def test_of_two_requests_of_an_agent_the_newest_is_answered_and_the_other_when_that_has_gone() -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        checks = asyncio.Event()

        async def check_without_end() -> None:
            checks.set()
            await asyncio.sleep(LONG)

        older = await asleep(watcher, watcher.wait_for_work("ann", LONG, 0))
        newest = asyncio.ensure_future(watcher.wait_for_work("ann", LONG, 0, check_without_end))
        while len(watcher._waiting["ann"]) < 2:
            await asyncio.sleep(0.001)
        await asyncio.to_thread(project.send, note(project, "ann"))
        await checks.wait()
        while watcher._stale != "named" or watcher._to_sweep:  # nothing looks again after that
            await asyncio.sleep(0.001)
        assert not older.done()
        newest.cancel()
        return await asyncio.wait_for(older, LONG / 2)

    assert watch(act).endswith("to me")


def test_messages_that_are_gathered_wake_when_the_pause_is_over() -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        waiting = await asleep(watcher, watcher.wait_for_work("ann", LONG, 0.2))
        await asyncio.to_thread(project.send, note(project, "ann"))
        return await asyncio.wait_for(waiting, LONG / 2)

    assert watch(act).startswith("m-")


def test_work_for_everybody_wakes_those_whom_no_record_names() -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        waiting = await asleep(watcher, watcher.wait_for_work("ann", LONG, 0))
        await asyncio.to_thread(lambda: project.do(work("T-1"), actor="lead"))
        return await asyncio.wait_for(waiting, LONG / 2)

    assert "T-1" in watch(act)


class FailingWatcher(Watcher):
    """A watcher that cannot look at participants once, as when the state cannot be read."""

    fails = False

    def _inform(self, agents: Collection[str]) -> None:
        if agents and self.fails:
            self.fails = False
            raise OSError("planned")
        super()._inform(agents)


OVERWRITING = Write("/agents/ann/current_task", "the other page", read_seq=1)


@pytest.mark.parametrize("action", [OVERWRITING, work("T-1")], ids=["that names her", "that names no one"])
def test_a_look_that_fails_after_a_record_is_repeated(action: Action) -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        assert isinstance(watcher, FailingWatcher)
        project.do(Write("/agents/ann/current_task", "the page"), actor="ann")
        waiting = await asleep(watcher, watcher.wait_for_work("ann", LONG, 0))
        while watcher._stale != "named" or watcher._to_sweep:  # it begins with a look at everyone
            await asyncio.sleep(0.001)
        watcher.fails = True
        await asyncio.to_thread(lambda: project.do(action, actor="lead"))
        return await asyncio.wait_for(waiting, LONG / 2)

    assert watch(act, FailingWatcher) is not None


def test_who_follows_the_log_is_woken_by_any_record() -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        waiting = await asleep(watcher, watcher.wait_for_record(watcher.seq, LONG))
        seq = watcher.seq
        await asyncio.to_thread(project.send, note(project, "ann"))
        await asyncio.wait_for(waiting, LONG / 2)
        return seq, await watcher.records(seq, 10)

    seq, found = watch(act)
    assert [number for number, _ in found] == [seq + 1]


def test_who_waits_after_a_time_without_anybody_is_woken_by_new_records_alone() -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        followed = await asleep(watcher, watcher.wait_for_record(watcher.seq, LONG))
        await asyncio.to_thread(project.send, note(project, "ann"))
        await asyncio.wait_for(followed, LONG / 2)
        for _ in range(2):  # nobody waits
            await asyncio.to_thread(project.send, note(project, "ann"))
        last = project.log.last()
        waiting = await asleep(watcher, watcher.wait_for_record(last, LONG))
        while watcher.seq < last:
            await asyncio.sleep(0.001)
        for _ in range(10):  # what the thread has called is run
            await asyncio.sleep(0)
        too_early = waiting.done()
        await asyncio.to_thread(project.send, note(project, "ann"))
        await asyncio.wait_for(waiting, LONG / 2)
        return too_early, last, [await watcher.records(after, 10) for after in range(last + 1)]

    too_early, last, found = watch(act)
    assert not too_early
    for after, records in enumerate(found):
        assert [number for number, _ in records] == list(range(after + 1, last + 2))


class LookedWatcher(Watcher):
    """A watcher that says when somebody who begins to wait has looked."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.looked = threading.Event()

    def _look(self, agent: str, pause: float, last: Woken) -> tuple[Woken | None, float]:
        found = super()._look(agent, pause, last)
        self.looked.set()
        return found


def test_what_came_between_the_look_and_the_first_record_that_is_followed_wakes() -> None:
    async def act() -> Any:
        with renkei.create(members=[renkei.Join("ann")]) as project:
            watcher = LookedWatcher(project)
            waiting = asyncio.ensure_future(watcher.wait_for_work("ann", LONG, 0))
            await asyncio.to_thread(watcher.looked.wait)
            project.send(note(project, "ann"))
            watcher.start()
            try:
                return await asyncio.wait_for(waiting, LONG / 2)
            finally:
                watcher.close()

    assert asyncio.run(act()).startswith("m-")


def test_a_stream_without_a_position_begins_after_what_came_while_nobody_waited() -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        await asyncio.to_thread(project.send, note(project, "ann"))
        last = project.log.last()

        async def check() -> str:
            return "ann"

        call = RequestCall(project, "ann", {}, From(after=None), None, None)
        stream = await waiting.follow_records(waiting.WaitingRequest(call, watcher, None, check))
        assert isinstance(stream, StreamingResponse)
        parts = aiter(stream.body_iterator)
        await anext(parts)
        await asyncio.to_thread(project.send, note(project, "bob"))
        return last, await asyncio.wait_for(anext(parts), LONG / 2)

    last, first = watch(act)
    assert first.startswith(b"id: %d\n" % (last + 1))


@pytest.mark.parametrize("after", [0, 1, 2])
def test_records_of_before_and_after_the_start_are_read_alike(after: int) -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        before = watcher.seq
        await asyncio.to_thread(project.send, note(project, "ann"))
        await watcher.wait_for_record(before, LONG)
        return [number for number, _ in await watcher.records(after, 10)], before

    found, before = watch(act)
    assert found == list(range(after + 1, before + 2))


def test_the_end_of_the_server_wakes_everybody() -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        waiting = await asleep(watcher, watcher.wait_for_work("ann", LONG, 0))
        watcher.close()
        return await asyncio.wait_for(waiting, LONG / 2)

    assert watch(act) is None


def test_somebody_who_leaves_while_waiting_is_told() -> None:
    async def act(project: Project, watcher: Watcher) -> Any:
        waiting = await asleep(watcher, watcher.wait_for_work("ann", LONG, 0))
        await asyncio.to_thread(project.leave, "ann")
        with pytest.raises(renkei.errors.UnknownActorError):
            await waiting

    watch(act)


def test_a_stream_ends_when_its_token_is_revoked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "ASK_AGAIN", 0.0)

    async def act(project: Project, watcher: Watcher) -> list[str | bytes | memoryview]:
        token = project.create_token("ann")

        async def check() -> str:
            return project.token_holder(token)

        call = RequestCall(project, "ann", {}, From(after=0), None, None)
        stream = await waiting.follow_records(waiting.WaitingRequest(call, watcher, None, check))
        assert isinstance(stream, StreamingResponse)
        found = []
        async for part in stream.body_iterator:
            found.append(part)
            project.revoke_token(project.tokens()[0].id)
        return found

    assert watch(act) == [b": records follow\n\n"]


def test_a_long_poll_gives_nothing_to_a_token_that_was_revoked_while_it_waited() -> None:
    async def act(project: Project, watcher: Watcher) -> None:
        token = project.create_token("ann")

        async def check() -> str:
            return project.token_holder(token)

        call = RequestCall(project, "ann", {}, RecordsQuery(after=watcher.seq, timeout=LONG), None, None)
        poll = await asleep(watcher, waiting.read_records(waiting.WaitingRequest(call, watcher, None, check)))
        project.revoke_token(project.tokens()[0].id)
        await asyncio.to_thread(project.send, note(project, "ann"))
        with pytest.raises(renkei.errors.TokenRefusedError):
            await asyncio.wait_for(poll, LONG / 2)

    watch(act)


def test_large_records_are_kept_up_to_a_limit_of_bytes() -> None:
    with renkei.create(members=[renkei.Join("ann")]) as project:
        watcher = Watcher(project)
        for seq in (1, 2, 3):
            watcher._keep((seq, bytes(8 * 1024 * 1024)))
        assert [seq for seq, _ in watcher._recent] == [2, 3]


def test_the_log_is_not_read_while_nobody_waits_at_the_server() -> None:
    async def act(project: Project, watcher: Watcher) -> tuple[int, int]:
        followed = await asleep(watcher, watcher.wait_for_record(watcher.seq, LONG))
        await asyncio.to_thread(project.send, note(project, "ann"))
        await asyncio.wait_for(followed, LONG / 2)
        assert not project.follower.follows
        seq = watcher.seq
        for _ in range(3):
            await asyncio.to_thread(project.send, note(project, "ann"))
        ended = threading.Event()
        other = project.follower.subscribe("another", ended.set)  # called after the watcher, by the same thread
        await asyncio.to_thread(ended.wait, LONG)
        other.end()
        return seq, watcher.seq

    seq, later = watch(act)
    assert later == seq
