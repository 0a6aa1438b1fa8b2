"""An agent outside of any project: the server of the A2A SDK, with its own store of tasks, in a thread."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Semaphore, Thread
from time import monotonic
from typing import Any

import uvicorn
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes.agent_card_routes import create_agent_card_routes
from a2a.server.routes.jsonrpc_routes import create_jsonrpc_routes
from a2a.server.routes.rest_routes import create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentExtension, AgentInterface, AgentSkill, Part, Task, TaskStatus
from a2a.types import TaskState as S
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import Response

PIECES = 8
"""Pieces in which a translation is streamed "piece by piece"."""


@dataclass
class OutsideAgent:
    """What the agent heard, and how it answers."""

    address: str
    heard: list[tuple[str, str]] = field(default_factory=list)
    """The id and the text of each message."""
    failing: int = 0
    """How many of the next requests fail."""
    tokens: list[str] = field(default_factory=list)
    released: Event = field(default_factory=Event)
    """Set when texts with "wait" may be translated."""
    pieces: Semaphore = field(default_factory=lambda: Semaphore(0))
    """Released for each of the `PIECES` of a translation "piece by piece"."""


class Translator(AgentExecutor):
    """Translates: asks for the language of a text that does not name one, and refuses poems."""

    def __init__(self, agent: OutsideAgent) -> None:
        self._agent = agent

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        text, message = context.get_user_input(), context.message
        assert message is not None
        assert context.task_id is not None
        assert context.context_id is not None
        self._agent.heard.append((message.message_id, text))
        if context.current_task is None:
            status = TaskStatus(state=S.TASK_STATE_SUBMITTED)
            await event_queue.enqueue_event(Task(id=context.task_id, context_id=context.context_id, status=status))
        task = TaskUpdater(event_queue, context.task_id, context.context_id)

        def said(words: str) -> Any:
            return task.new_agent_message([Part(text=words)])

        if "poem" in text:
            await task.update_status(S.TASK_STATE_REJECTED, said("I translate no poems."))
        elif "break" in text:
            await task.update_status(S.TASK_STATE_FAILED, said("It broke."))
        elif "keep" in text:
            await task.update_status(S.TASK_STATE_WORKING, said("I keep it for later."))
        elif "piece by piece" in text:
            for number in range(PIECES):
                await asyncio.to_thread(self._agent.pieces.acquire)
                await task.add_artifact(
                    [Part(text=f"{number} ")], "translation", append=number > 0, last_chunk=number == PIECES - 1
                )
            await task.update_status(S.TASK_STATE_COMPLETED, said("Done."))
        elif context.current_task is None and "into" not in text:
            await task.update_status(S.TASK_STATE_INPUT_REQUIRED, said("Into which language?"))
        else:
            if "wait" in text:
                await asyncio.to_thread(self._agent.released.wait)
            await task.add_artifact([Part(text="Guten Tag")], name="translation")
            await task.update_status(S.TASK_STATE_COMPLETED, said("Done."))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        assert context.task_id is not None
        assert context.context_id is not None
        self._agent.heard.append(("", f"cancel {context.task_id}"))
        await TaskUpdater(event_queue, context.task_id, context.context_id).update_status(S.TASK_STATE_CANCELED)


def card(address: str, *bindings: str, required: str = "", streaming: bool = False) -> AgentCard:
    """Return the agent's card."""
    extensions = [AgentExtension(uri=required, required=True)] if required else []
    return AgentCard(
        name="translator",
        description="Translates.",
        version="1",
        capabilities=AgentCapabilities(streaming=streaming, extensions=extensions),
        supported_interfaces=[
            AgentInterface(url=address, protocol_binding=one, protocol_version="1.0") for one in bindings
        ],
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="translation", name="translation", description="Translates.", tags=["text"])],
    )


@contextmanager
def outside_agent(
    *bindings: str, required: str = "", elsewhere: str = "", port: int = 0, streaming: bool = False
) -> Iterator[OutsideAgent]:
    """Run the agent, over the given transports."""
    listener = socket.create_server(("127.0.0.1", port))
    agent = OutsideAgent(f"http://127.0.0.1:{listener.getsockname()[1]}")
    shown = card(elsewhere or agent.address, *(bindings or ("JSONRPC",)), required=required, streaming=streaming)
    requests = DefaultRequestHandler(Translator(agent), InMemoryTaskStore(), shown)
    routes = [
        *create_agent_card_routes(shown),
        *create_jsonrpc_routes(requests, "/"),
        *create_rest_routes(requests),
    ]

    async def fail(request: Request, call_next: Any) -> Response:
        agent.tokens.append(request.headers.get("authorization", ""))
        if agent.failing > 0:
            agent.failing -= 1
            return Response(status_code=503)
        answer: Response = await call_next(request)
        return answer

    app = Starlette(routes=routes, middleware=[Middleware(BaseHTTPMiddleware, dispatch=fail)])
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
    thread = Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield agent
    finally:
        agent.released.set()
        agent.pieces.release(PIECES)
        server.should_exit = True
        thread.join(10)
        listener.close()


def await_true(what: Any, seconds: float = 60.0) -> Any:
    """Wait until a function returns something, and return that."""
    import threading

    end = monotonic() + seconds
    while not (found := what()):
        assert monotonic() < end, "it did not happen"
        threading.Event().wait(0.05)
    return found
