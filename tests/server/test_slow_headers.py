"""A connection on which no request comes, or comes byte by byte, does not stay open."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import anyio
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from process import renkei
from renkei.edges.server.run import HeadersInTime, config

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
MOST = 500
"""Bytes that a slow client tries to send."""
END_OF_STREAM = b"0\r\n\r\n"
"""What ends a body of chunks (RFC 9112, section 7.1)."""


async def done(request: Request) -> Response:
    return Response("done")


async def done_later(request: Request) -> Response:
    await anyio.sleep(0.5)  # longer than headers may take
    return Response("done")


async def stream(request: Request) -> Response:
    async def parts() -> AsyncIterator[bytes]:
        for _ in range(600):
            yield b"more"
            await anyio.sleep(0.05)

    return StreamingResponse(parts())


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Serve an application as a project is served, but headers may take 0.3 seconds only."""
    monkeypatch.setattr(HeadersInTime, "patience", 0.3)
    app = Starlette(routes=[Route("/", done), Route("/slow", done_later), Route("/stream", stream)])
    server = uvicorn.Server(config(app))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join()


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def sent_before_the_end(raw: socket.socket) -> int:
    """Send a byte of a header every 20 ms until the server closes the connection; return how many were sent."""
    raw.settimeout(0.02)
    for count in range(MOST):
        with suppress(TimeoutError):
            with suppress(ConnectionError):
                assert raw.recv(1) == b""
            return count
        with suppress(ConnectionError):
            raw.sendall(b"x")
    return MOST


@pytest.mark.parametrize("begin", [b"", b"G", GET, GET + b"Accept: "])
def test_headers_that_come_byte_by_byte_end_the_connection(port: int, begin: bytes) -> None:
    with connect(port) as raw:
        raw.sendall(begin)
        assert sent_before_the_end(raw) < MOST


def test_a_connection_without_a_request_is_closed(port: int) -> None:
    with connect(port) as raw:
        assert raw.recv(1) == b""


def test_slow_headers_of_a_second_request_end_the_connection_too(port: int) -> None:
    client = HTTPConnection("127.0.0.1", port, timeout=30)
    client.request("GET", "/")
    assert client.getresponse().read() == b"done"
    client.sock.sendall(GET)
    assert sent_before_the_end(client.sock) < MOST
    client.close()


def test_an_answer_that_takes_longer_is_not_cut_off(port: int) -> None:
    client = HTTPConnection("127.0.0.1", port, timeout=30)
    for _ in range(2):
        client.request("GET", "/slow")
        assert client.getresponse().read() == b"done"
    client.close()


def answer(port: int) -> bytes:
    """Return what a new connection reads after a request; "" if it is closed."""
    with connect(port) as raw, suppress(ConnectionError):
        raw.sendall(GET + b"Connection: close\r\n\r\n")
        return b"".join(iter(lambda: raw.recv(4096), b""))
    return b""


def test_the_oldest_connections_without_a_request_make_room(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeadersInTime, "patience", 30)
    monkeypatch.setattr(HeadersInTime, "most", 5)
    idle = [connect(port) for _ in range(12)]
    assert answer(port).endswith(b"done")
    with suppress(ConnectionResetError):
        assert idle[0].recv(1) == b""
    idle[-1].sendall(GET + b"\r\n")
    assert idle[-1].recv(4096).startswith(b"HTTP/1.1 200")
    for one in idle:
        one.close()


def test_connections_that_had_an_answer_make_room_too(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeadersInTime, "most", 5)
    with ExitStack() as open_ones:
        for _ in range(12):
            raw = open_ones.enter_context(connect(port))
            with suppress(ConnectionError):
                raw.sendall(GET + b"\r\n")
                assert raw.recv(4096).startswith(b"HTTP/1.1 200")
        assert answer(port).endswith(b"done")


def test_whoever_has_the_most_requests_makes_room(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeadersInTime, "most", 5)
    with ExitStack() as open_ones:

        def follow(token: bytes) -> socket.socket:
            raw = open_ones.enter_context(connect(port))
            raw.sendall(GET.replace(b"/", b"/stream", 1) + b"Authorization: Bearer " + token + b"\r\n\r\n")
            assert raw.recv(4096).startswith(b"HTTP/1.1 200")
            return raw

        first, *others = follow(b"bob"), *(follow(b"ann") for _ in range(12))
        assert answer(port).endswith(b"done")
        with suppress(ConnectionResetError):
            while rest := others[0].recv(4096):
                assert END_OF_STREAM not in rest
        assert first.recv(4096).startswith(b"4\r\nmore\r\n")


@pytest.mark.long
def test_a_server_answers_beside_more_connections_than_it_has_descriptors(tmp_path: Path) -> None:
    renkei("init", "--lead", "lead", cwd=tmp_path)
    command = ["sh", "-c", 'ulimit -n 700; exec "$@"', "sh", sys.executable, "-m", "renkei", "serve", "--port", "0"]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with (
        subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as process,
        ExitStack() as idle,
    ):
        assert process.stdout is not None
        port = urlsplit(process.stdout.readline()).port or 0
        for _ in range(1000):
            idle.enter_context(connect(port))
        for _ in range(3):
            assert answer(port).startswith(b"HTTP/1.1 ")
        process.kill()
