"""Real clients of the tool server, over standard input and output and over HTTP."""

import json
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import Implementation

from renkei import Project
from renkei.edges.application import application
from renkei.edges.view.session.sign_in import SignIn


class Caller:
    """Calls tools as a program does; a refusal is returned like an answer."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> Any:
        """Return an answer: data, or the text where it has none."""
        result = await self.client.call_tool(tool, arguments)
        (block,) = result.content
        assert block.type == "text"
        if result.structured_content is None:
            return block.text
        assert json.loads(block.text) == result.structured_content, "programs show their model only one of them"
        assert result.is_error == ("code" in result.structured_content)
        return result.structured_content


def command(directory: Path, agent: str) -> StdioServerParameters:
    """Return how a program starts the server of an agent."""
    env = {"RENKEI_PROJECT": str(directory), "RENKEI_AS": agent, "PYTHONPATH": os.pathsep.join(sys.path)}
    return StdioServerParameters(command=sys.executable, args=["-m", "renkei", "mcp"], env=env)


@asynccontextmanager
async def over_stdio(directory: Path, agent: str, mode: str) -> AsyncIterator[Caller]:
    """Start a server and connect to it."""
    async with Client(command(directory, agent), mode=mode) as client:
        yield Caller(client)


@asynccontextmanager
async def over_http(url: str, token: str, mode: str, name: str = "test") -> AsyncIterator[Caller]:
    """Connect to a server; `name`: of the program."""
    program = Implementation(name=name, version="1")
    async with (
        create_mcp_http_client({"Authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode, client_info=program) as client,
    ):
        yield Caller(client)


@contextmanager
def http_server(project: Project) -> Iterator[str]:
    """Serve a project on a free port of this machine; yields the address."""
    config = uvicorn.Config(
        application(project, SignIn(project)), port=0, log_level="warning", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.should_exit = True
        thread.join()
