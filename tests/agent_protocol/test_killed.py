"""Tasks are in the log alone: they survive a killed server, and no message is done twice."""

import asyncio
import json
from pathlib import Path

import pytest
from a2a.types import GetTaskRequest

from a2a_client import connected, published, state_name
from process import renkei


@pytest.mark.short("JSONRPC")
@pytest.mark.parametrize("transport", ["JSONRPC", "GRPC"])
def test_a_task_survives_a_killed_server(tmp_path: Path, transport: str) -> None:
    assert renkei("init", "--goal", "a goal", "--agent", "ann:backend", cwd=tmp_path).returncode == 0
    assert renkei("join", "shop", cwd=tmp_path).returncode == 0

    async def hand_over() -> tuple[str, str]:
        with published(tmp_path, "ann") as server:
            async with connected(server, "ann", "shop", transport) as talk:
                task = await talk.say("Count the words.", name="m-1", context="words")
            server.process.kill()
            server.process.wait()
            return task.id, server.token("shop")

    async def go_on(task_id: str, token: str) -> None:
        with published(tmp_path, "ann") as server:
            server.tokens["shop"] = token
            async with connected(server, "ann", "shop", transport) as talk:
                same = await talk.say("Count the words.", name="m-1", context="words")
                assert (same.id, same.context_id) == (task_id, "words")
                with server.project() as project:
                    project.submit(task_id, "812.", actor="ann")
                task = await talk.client.get_task(GetTaskRequest(id=task_id), context=talk.context)
                assert (state_name(task.status.state), task.history[0].message_id) == ("completed", "m-1")

    asyncio.run(go_on(*asyncio.run(hand_over())))
    log = json.loads(renkei("contract", "list", "--all", "--format", "json", cwd=tmp_path).stdout or "[]")
    assert len(log) == 1
