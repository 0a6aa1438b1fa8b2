"""What a message over A2A costs beside the SDK's own server, whose tasks are in memory: each alternately, in one run.

`python benchmarks/agent_protocol.py` prints the medians in milliseconds. Both servers are processes on loopback. renkei
answers after the log has been synced to disk, so a bare write with a sync is measured as well.
"""

import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import httpx
from a2a.client import Client, ClientConfig, ClientFactory
from a2a.types import GetTaskRequest, Message, Part, Role, SendMessageConfiguration, SendMessageRequest, Task

import renkei

MESSAGES = int(os.environ.get("MESSAGES", "200"))
WARM = 20

PLAIN = """
import sys; sys.path.insert(0, sys.argv[1])
import threading
from a2a_agent import outside_agent
with outside_agent() as agent:
    print(agent.address, flush=True)
    threading.Event().wait()
"""


@asynccontextmanager
async def connected(address: str, token: str = "") -> AsyncIterator[Client]:
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {token or 'none'}"}, timeout=60) as http:
        config = ClientConfig(httpx_client=http, streaming=False)
        yield await ClientFactory(config).create_from_url(address)


async def send(client: Client) -> tuple[float, Task]:
    message = Message(message_id=str(uuid4()), role=Role.ROLE_USER, parts=[Part(text="keep this for later")])
    configuration = SendMessageConfiguration(return_immediately=True)
    began, task = time.perf_counter(), Task()
    async for one in client.send_message(SendMessageRequest(message=message, configuration=configuration)):
        task = one.task
    return time.perf_counter() - began, task


async def get(client: Client, task: str) -> float:
    began = time.perf_counter()
    await client.get_task(GetTaskRequest(id=task))
    return time.perf_counter() - began


def sync(place: Path) -> float:
    began = time.perf_counter()
    with (place / "bare").open("ab") as file:
        file.write(b"x" * 1500)
        file.flush()
        os.fsync(file.fileno())
    return time.perf_counter() - began


async def measure(ours: Client, plain: Client, place: Path) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for number in range(WARM + MESSAGES):
        for name, client in (("renkei", ours), ("plain SDK", plain)):
            seconds, task = await send(client)
            looked = await get(client, task.id)
            if number >= WARM:
                found.setdefault(f"{name}: send", []).append(seconds)
                found.setdefault(f"{name}: get", []).append(looked)
        found.setdefault("write + fsync", []).append(sync(place))
    return {name: round(statistics.median(times) * 1000, 2) for name, times in found.items()}


def main() -> None:
    tests = Path(__file__).parent.parent / "tests"
    with TemporaryDirectory() as name:
        place = Path(name)
        with renkei.create(place, "bench", "a goal", members=[renkei.Join("ann"), renkei.Join("shop")]) as project:
            token = project.create_token("shop")
        with socket.create_server(("127.0.0.1", 0)) as one:
            port = one.getsockname()[1]
        words = [sys.executable, "-m", "renkei", "serve", "--port", str(port), "--a2a", "ann"]
        server = subprocess.Popen(words, cwd=place, stdout=subprocess.PIPE, text=True)
        plain = subprocess.Popen([sys.executable, "-c", PLAIN, str(tests)], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        assert plain.stdout is not None
        try:
            server.stdout.readline()
            address = plain.stdout.readline().strip()

            async def run() -> dict[str, float]:
                async with connected(f"http://127.0.0.1:{port}/a2a/ann/", token) as ours, connected(address) as other:
                    return await measure(ours, other, place)

            print(json.dumps(asyncio.run(run()), indent=1))
        finally:
            for process in (server, plain):
                process.kill()
                process.wait()


if __name__ == "__main__":
    main()
