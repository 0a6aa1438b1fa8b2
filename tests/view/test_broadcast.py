"""What streams send: everything once and in order, made once for all that show the same."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from typing import Any

import anyio.to_thread
import pytest
from starlette.datastructures import QueryParams

import renkei
from renkei import Project
from renkei.edges.server.watcher import Watcher
from renkei.edges.view.app import create_view
from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.screens.conversation import stream_key
from renkei.edges.view.session.sign_in import SignIn
from renkei.edges.view.stream import broadcast
from renkei.edges.view.stream.broadcast import MOST_BEATS, Broadcast, Kind
from renkei.edges.view.stream.feed import RecentRecords
from renkei.edges.view.visit import Visit
from renkei.engine.record import Record
from renkei.errors import TokenRefusedError
from renkei.protocol.primitives import Locale
from team import small_team
from viewing import run_async

LONG = 5.0
"""Seconds after which a test has failed."""


class Streams:
    """The streams of a project, and what was made for them: the key, the first and the last record of each event."""

    def __init__(self, project: Project, watcher: Watcher) -> None:
        self.project = project
        self.watcher = watcher
        self.made: list[tuple[Hashable, int, int]] = []
        self.broadcast = Broadcast(watcher, RecentRecords(project).after, anyio.to_thread.run_sync)

    def kind(self, key: str) -> Kind:
        def make(records: list[Record]) -> bytes:
            if key == "broken":
                raise ValueError("this kind cannot be made")
            self.made.append((key, records[0].seq, records[-1].seq))
            return " ".join(str(one.seq) for one in records).encode()

        return Kind(key, make)

    def open(self, key: str, seq: int) -> AsyncIterator[bytes]:
        return self.broadcast.events(self.kind(key), seq, signed_in)

    async def followed(self, kinds: int) -> None:
        """Return once streams of so many kinds follow the project from its end."""
        while len(self.broadcast._followed) < kinds or self.broadcast._seq < self.project.state.seq:
            await asyncio.sleep(0)

    async def send(self, count: int) -> None:
        """Append records one after the other, each after the streams could send the one before."""
        for _ in range(count):
            seq = self.project.state.seq + 1
            await asyncio.to_thread(self.project.set_group, f"g{seq}", ["ann"])
            await asyncio.sleep(0)


async def signed_in() -> None:
    pass


async def read(stream: AsyncIterator[bytes], last: int) -> list[int]:
    """Return the records that a stream sends, up to one of them."""
    found: list[int] = []
    async with asyncio.timeout(LONG):
        while last not in found:
            data = await anext(stream)
            found += [] if data.startswith((b"event: alive", b"retry")) else [int(one) for one in data.split()]
    return found


def with_streams(act: Callable[[Streams], Awaitable[Any]]) -> Any:
    """Run a coroutine with the streams of a small team; return what it returns."""

    async def run() -> Any:
        with renkei.create(members=[renkei.Join("ann")]) as project:
            watcher = Watcher(project)
            watcher.start()
            try:
                return await act(Streams(project, watcher))
            finally:
                watcher.close()

    return run_async(run())


def test_all_streams_of_a_kind_send_the_same_which_is_made_once() -> None:
    async def act(streams: Streams) -> None:
        first = streams.project.state.seq
        opened = [streams.open(key, first) for key in ("one", "one", "one", "other")]
        reading = [asyncio.create_task(read(one, first + 20)) for one in opened]
        await streams.followed(2)
        await streams.send(20)
        for one in await asyncio.gather(*reading):
            assert one == list(range(first + 1, first + 21))
        for key in ("one", "other"):
            events = [(start, end) for name, start, end in streams.made if name == key]
            assert [start for start, _ in events] == [first + 1, *(end + 1 for _, end in events[:-1])]

    with_streams(act)


@pytest.mark.parametrize("seen", [1, 30, 59, 60])
def test_a_stream_that_comes_back_misses_nothing_and_has_nothing_twice(seen: int) -> None:
    async def act(streams: Streams) -> None:
        await streams.send(60 - streams.project.state.seq)  # while nobody watches
        other = asyncio.create_task(read(streams.open("one", 60), 80))
        back = asyncio.create_task(read(streams.open("one", seen), 80))
        await streams.followed(1)
        await streams.send(20)
        assert await other == list(range(61, 81))
        assert await back == list(range(seen + 1, 81))

    with_streams(act)


def test_a_slow_reader_holds_up_nobody_and_reads_everything_later() -> None:
    async def act(streams: Streams) -> None:
        first = streams.project.state.seq
        slow, fast = streams.open("one", first), streams.open("one", first)
        assert (await anext(slow)).startswith(b"retry")
        await streams.send(1)
        assert await read(slow, first + 1) == [first + 1]
        for number in range(1, 3 * MOST_BEATS):  # more beats than are kept
            await streams.send(1)
            assert first + 1 + number in await read(fast, first + 1 + number)
        assert await read(slow, first + 3 * MOST_BEATS) == list(range(first + 2, first + 1 + 3 * MOST_BEATS))

    with_streams(act)


def test_a_stream_ahead_of_the_log_sends_only_that_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "HEARTBEAT", 0.01)

    async def act(streams: Streams) -> None:
        ahead = streams.open("one", 10**9)
        await anext(ahead)
        await streams.send(3)
        async with asyncio.timeout(LONG):
            assert {await anext(ahead) for _ in range(5)} == {b"event: alive\n\n"}

    with_streams(act)


def test_what_cannot_be_made_ends_its_streams_alone() -> None:
    async def act(streams: Streams) -> None:
        first = streams.project.state.seq
        broken = asyncio.create_task(read(streams.open("broken", first), first + 1))
        whole = asyncio.create_task(read(streams.open("one", first), first + 2))
        await streams.followed(2)
        await streams.send(2)
        assert await whole == [first + 1, first + 2]
        with pytest.raises(ValueError, match="cannot be made"):
            await broken

    with_streams(act)


def test_a_stream_ends_when_its_person_is_no_longer_signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "HEARTBEAT", 0.01)

    async def refuse() -> None:
        raise TokenRefusedError

    async def act(streams: Streams) -> list[bytes]:
        kind, seq = streams.kind("one"), streams.project.state.seq
        async with asyncio.timeout(LONG):
            return [one async for one in streams.broadcast.events(kind, seq, refuse)]

    assert set(with_streams(act)) == {b"retry: 500\n: the view follows\n\n", b"event: alive\n\n"}


async def served(streams: Streams, on_part: Callable[[bytes], Awaitable[None]], **headers: str) -> None:
    """Serve a stream to a browser, which does something with each part, until its session ends."""
    project = streams.project
    session = project.create_session("human", 60)
    sent = {"host": "localhost:80", "cookie": f"renkei-80={session}"} | headers
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in sent.items()]
    scope = {"type": "http", "method": "GET", "path": "/stream", "query_string": b"", "headers": named}
    view = create_view(project, streams.watcher, SignIn(project, "localhost"))

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()  # the client stays
        return {}

    async def send(message: Any) -> None:
        if part := message.get("body"):
            await on_part(part)

    async with asyncio.timeout(LONG):
        await view({**scope, "scheme": "http", "root_path": "", "server": ("localhost", 80)}, receive, send)


def sign_out(project: Project) -> None:
    for one in project.tokens():
        project.revoke_token(one.id)


def test_the_stream_of_a_session_ends_with_its_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "HEARTBEAT", 0.01)
    parts: list[bytes] = []

    async def act(streams: Streams) -> None:
        async def on_part(part: bytes) -> None:
            parts.append(part)
            sign_out(streams.project)

        await served(streams, on_part)

    with_streams(act)
    assert set(parts) == {
        b"retry: 500\n: the view follows\n\n",
        b'event: problems\ndata: ""\n\n',
        b"event: alive\n\n",
    }


def test_a_stream_that_was_further_than_the_log_follows_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A project that was restored from a backup has fewer records than a browser has seen."""
    monkeypatch.setattr(broadcast, "HEARTBEAT", 0.01)
    parts: list[bytes] = []

    async def act(streams: Streams) -> int:
        async def on_part(part: bytes) -> None:
            parts.append(part)
            if len(parts) == 1:
                await streams.send(1)
            elif b"event: record" in part:
                sign_out(streams.project)

        await served(streams, on_part, last_event_id="1000000")
        return streams.project.state.seq

    seq = with_streams(act)
    assert [one for one in parts if f"id: {seq}\n".encode() in one] != []


def test_streams_share_what_they_send_only_when_they_show_the_same() -> None:
    with small_team() as project:

        def key(query: str = "cards=", person: str = "human", locale: Locale = "en") -> Hashable:
            markup, found = RecordMarkup(), QueryParams(query)
            return stream_key(Visit(project, markup, person, locale, "/", {}, found, "", project.state.seq))

        same = [key(), key("cards=&after=5"), key("after=7&cards=&screen=/")]
        others = [key(person="zoe"), key(locale="ja"), key(""), key("cards=&group=all"), key("cards=&tier=critical")]
        assert len({*same}) == 1
        assert len({*same, *others}) == 1 + len(others)


def test_while_nobody_watches_nothing_is_made() -> None:
    async def act(streams: Streams) -> None:
        first = streams.project.state.seq
        stream = streams.open("one", first)
        await anext(stream)
        reading = asyncio.create_task(read(stream, first + 1))
        await streams.followed(1)
        await streams.send(1)
        await reading
        task = streams.broadcast._task
        assert task is not None
        await stream.aclose()  # type: ignore[attr-defined]
        await asyncio.wait([task], timeout=LONG)
        assert task.cancelled()
        await streams.send(5)
        assert len(streams.made) == 1
        again = asyncio.create_task(read(streams.open("one", first + 6), first + 7))
        await streams.followed(1)
        await streams.send(1)
        assert await again == [first + 7]
        assert streams.made[1:] == [("one", first + 7, first + 7)]

    with_streams(act)
