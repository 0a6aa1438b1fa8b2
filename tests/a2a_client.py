"""A server with published agents in a process of its own, and the SDK's client over each of its transports."""

import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import httpx
from a2a.client import Client, ClientConfig, ClientFactory
from a2a.client.client import ClientCallContext
from a2a.types import (
    Message,
    Part,
    Role,
    SendMessageConfiguration,
    SendMessageRequest,
    StreamResponse,
    Task,
    TaskState,
)

import renkei as library
from process import renkei, running
from renkei.edges.a2a.parts import EXTENSION, MESSAGE

TRANSPORTS = ("JSONRPC", "HTTP+JSON", "GRPC")


@dataclass
class A2aServer:
    """A running server: its project, its address and the tokens that were made."""

    directory: Path
    url: str
    process: Any
    tokens: dict[str, str] = field(default_factory=dict)

    def token(self, participant: str) -> str:
        if participant not in self.tokens:
            made = renkei("token", "create", "--for", participant, cwd=self.directory)
            self.tokens[participant] = made.stdout.strip()
        return self.tokens[participant]

    def project(self) -> library.Project:
        """Return the project, opened by this process as by any other."""
        return library.open(self.directory)

    def agent(self, agent: str) -> str:
        return f"{self.url}a2a/{agent}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


@contextmanager
def published(directory: Path, *agents: str, port: int = 0) -> Iterator[A2aServer]:
    """Run a server that publishes agents; ending it says nothing on standard error."""
    chosen = [word for one in agents for word in ("--a2a", one)]
    words = ("serve", "--port", str(port), *chosen, "--a2a-grpc", "0", "--format", "json")
    with running(*words, cwd=directory) as process:
        assert process.stdout is not None
        said = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")
        assert said["a2a"] == [f"{said['url']}a2a/{one}/" for one in agents]
        yield A2aServer(directory, said["url"], process)
        if process.poll() is None:
            process.terminate()
            assert process.communicate(timeout=30)[1] == ""


@asynccontextmanager
async def connected(
    server: A2aServer, agent: str, caller: str, transport: str = "JSONRPC", *, typed: bool = False
) -> AsyncIterator["Talk"]:
    """Yield the SDK's client of an agent, as a participant, over one transport."""
    headers = {"Authorization": f"Bearer {server.token(caller)}"}
    headers |= {"A2A-Extensions": EXTENSION} if typed else {}
    async with httpx.AsyncClient(headers=headers, timeout=60) as http:
        config = ClientConfig(
            httpx_client=http,
            supported_protocol_bindings=[transport],
            grpc_channel_factory=grpc.aio.insecure_channel,
        )
        client = await ClientFactory(config).create_from_url(server.agent(agent))
        parameters = {name.lower(): one for name, one in headers.items()} if transport == "GRPC" else None
        async with client:
            yield Talk(client, ClientCallContext(service_parameters=parameters, timeout=60))


@dataclass
class Talk:
    """A conversation of a client with an agent."""

    client: Client
    context: ClientCallContext

    async def say(
        self, *texts: str, task: str = "", context: str = "", name: str = "", at_once: bool = True, document: Any = None
    ) -> Task:
        """Send a message and return its task as it was answered last."""
        task_now = Task()
        request = self.request(*texts, task=task, context=context, name=name, at_once=at_once, document=document)
        self.client._config.streaming = False  # type: ignore[attr-defined]
        async for one in self.client.send_message(request, context=self.context):
            task_now = one.task
        self.client._config.streaming = True  # type: ignore[attr-defined]
        return task_now

    async def stream(self, *texts: str, task: str = "") -> AsyncIterator[StreamResponse]:
        """Send a message and yield what is streamed back."""
        async for one in self.client.send_message(self.request(*texts, task=task), context=self.context):
            yield one

    def request(
        self,
        *texts: str,
        task: str = "",
        context: str = "",
        name: str = "",
        at_once: bool = False,
        document: Any = None,
    ) -> SendMessageRequest:
        parts = [Part(text=one) for one in texts]
        if document is not None:
            parts.append(Part(text=json.dumps(document), media_type=MESSAGE))
        message = Message(
            message_id=name or str(uuid4()), role=Role.ROLE_USER, parts=parts, task_id=task, context_id=context
        )
        return SendMessageRequest(message=message, configuration=SendMessageConfiguration(return_immediately=at_once))


def state_name(state: TaskState) -> str:
    """Return the name of a state as people say it."""
    return TaskState.Name(state).removeprefix("TASK_STATE_").lower()
