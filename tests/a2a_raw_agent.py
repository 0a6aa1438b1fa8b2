"""An agent whose answers are bytes of the test's choice, in a thread: what no library would send."""

import json
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

Body = bytes | Callable[[], AsyncIterator[bytes]]
Answer = Callable[[str, dict[str, Any]], Any]
"""Returns the result of a method and its parameters."""


def card(address: str) -> dict[str, Any]:
    """Return a card that is as it should be."""
    interface = {"url": address, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
    return {
        "name": "raw",
        "description": "Answers as it likes.",
        "version": "1",
        "supportedInterfaces": [interface],
        "capabilities": {},
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [{"id": "anything", "name": "anything", "description": "Anything.", "tags": ["x"]}],
    }


def no_answer(method: str, params: dict[str, Any]) -> Any:
    """Return no result."""
    return {}


@contextmanager
def raw_agent(
    answer: Answer = no_answer, shown: Body | None = None, status: int = 200, **headers: str
) -> Iterator[str]:
    """Run the agent and yield its address. `shown`, `status` and `headers` are of its card."""
    listener = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    given = {name.replace("_", "-"): value for name, value in headers.items()}

    async def show(request: Request) -> Response:
        body = json.dumps(card(address)).encode() if shown is None else shown
        kind = Response if isinstance(body, bytes) else StreamingResponse
        return kind(
            body if isinstance(body, bytes) else body(),
            status,
            given,
            media_type="application/json",  # type: ignore[arg-type]
        )

    async def call(request: Request) -> Response:
        asked = await request.json()
        found = {"jsonrpc": "2.0", "id": asked["id"], "result": answer(asked["method"], asked["params"])}
        return Response(json.dumps(found), media_type="application/json")

    routes = [Route("/.well-known/agent-card.json", show), Route("/", call, methods=["POST"])]
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_level="critical", lifespan="off"))
    thread = Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield address
    finally:
        server.should_exit = server.force_exit = True
        thread.join(60)
        listener.close()
    assert not thread.is_alive(), "the server goes on, and takes time from every later test"
