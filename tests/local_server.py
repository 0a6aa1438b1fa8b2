"""A server for tests in a thread of its own, with faults by chance: some requests fail, and some answers get lost."""

import asyncio
import re
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from threading import Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

Json = dict[str, Any]


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class LocalServer:
    """A server whose data stay when it stops."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.lost: list[Json] = []
        """The posts whose answers got lost."""
        self.failing = self.losing = 0.0
        """The share of requests that fail, and of posts whose answers get lost."""
        self.chance = Random(31)
        self.limited: tuple[str, float] | None = None
        """Requests that are to come again only after a long time: their paths, and the seconds."""
        self.faults: list[tuple[str, Callable[[], Response]]] = []
        self.after_post: Callable[[Json], None] = lambda post: None
        self._start(0)

    def routes(self) -> Sequence[BaseRoute]:
        raise NotImplementedError

    def failure(self, status: int, seconds: float) -> Response:
        """Return the answer to a request that fails, as this server says it."""
        raise NotImplementedError

    def fail(self, path: str, status: int, times: int = 1, seconds: float = 0.0) -> None:
        """Let the next requests to a path fail."""
        self.faults += [(path, lambda: self.failure(status, seconds))] * times

    def fault(self, request: Request) -> Response | None:
        """Count a request; return the answer if it is to fail."""
        what = f"{request.method} {request.url.path}"
        self.asked[what] += 1
        if self.limited is not None and re.search(self.limited[0], what):
            return self.failure(429, self.limited[1])
        for one in self.faults:
            if re.search(one[0], what):
                self.faults.remove(one)
                return one[1]()
        if self.chance.random() < self.failing:
            return self.failure(self.chance.choice((429, 503)), 0.05)
        return None

    def answer(self, request: Request, post: Json, said: Any, status: int = 200) -> Response:
        """Return the answer to a post that was made, or lose it."""
        if self.chance.random() < self.losing:
            self.lost.append(post)
            request.scope["transport"].abort()
        return JSONResponse(said, status)

    def _start(self, port: int) -> None:
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port: int = self._socket.getsockname()[1]
        application = Starlette(routes=list(self.routes()))
        config = uvicorn.Config(WithTransport(application), ws="wsproto", log_level="critical", lifespan="off")
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._server.serve([self._socket]))

    def stop(self) -> None:
        async def hang_up() -> None:  # uvicorn, when it is forced to end, leaves sockets open
            for server in self._server.servers:
                server.close()
            for _ in range(5):  # what was just accepted is a connection only after a few steps of the loop
                await asyncio.sleep(0)
            for one in list(self._server.server_state.connections):
                one.transport.abort()
            await asyncio.sleep(0)

        self.on_loop(hang_up())
        self._server.should_exit = self._server.force_exit = True
        self._thread.join()
        self._socket.close()

    def start_again(self) -> None:
        self._start(self.port)

    def on_loop(self, work: Any) -> Any:
        if self._loop.is_closed():  # what was posted while the server did not answer
            return asyncio.run(work)
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)


class WithTransport:
    """An application whose requests can cut their connection."""

    def __init__(self, application: Starlette) -> None:
        self._application = application

    async def __call__(self, scope: Json, receive: Any, send: Any) -> None:
        await self._application({**scope, "transport": getattr(send.__self__, "transport", None)}, receive, send)
