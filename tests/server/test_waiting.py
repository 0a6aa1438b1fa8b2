"""Requests that wait: what a stream sends at once, and when waiting ends."""

import asyncio
import socket
from collections.abc import Callable

import pytest
import uvicorn

import renkei
from renkei.edges.server.app import create_app
from renkei.edges.server.run import config
from renkei.edges.server.waiting import parts
from renkei.edges.server.watcher import Watcher

LONG = 20.0
"""Seconds after which a test has failed; requests wait longer."""


def test_small_records_are_sent_together_and_large_ones_alone() -> None:
    entries = [(1, b"a"), (2, b"b"), (3, b"c" * 30), (4, b"d" * 30), (5, b"e")]
    assert list(parts(entries, size=20)) == [
        (2, b"id: 1\ndata: a\n\nid: 2\ndata: b\n\n"),
        (3, b"id: 3\ndata: " + b"c" * 30 + b"\n\n"),
        (4, b"id: 4\ndata: " + b"d" * 30 + b"\n\n"),
        (5, b"id: 5\ndata: e\n\n"),
    ]
    assert list(parts([])) == []


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not holds():
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("path", ["work?timeout=50&pause=0", "records?after=1000&timeout=50"])
def test_a_request_whose_client_has_gone_waits_no_longer(path: str) -> None:
    async def run() -> None:
        with (
            renkei.create(members=[renkei.Join("ann")]) as project,
            socket.create_server(("127.0.0.1", 0)) as listener,
        ):
            watcher = Watcher(project)
            server = uvicorn.Server(config(create_app(project, watcher)))
            serving = asyncio.ensure_future(server.serve([listener]))
            asked = (
                f"GET /api/{path} HTTP/1.1",
                "Host: localhost",
                f"Authorization: Bearer {project.create_token('ann')}",
            )
            _, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write("\r\n".join((*asked, "", "")).encode())
            await until(lambda: watcher.waits)
            writer.close()
            await until(lambda: not watcher.waits)
            server.should_exit = True
            await serving

    asyncio.run(run())
