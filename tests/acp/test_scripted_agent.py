"""The scripted agent does what its script says, seen by the client of the SDK."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from acp import PROTOCOL_VERSION, RequestError, schema, spawn_agent_process, text_block
from scripted_coding_agent import Scripted

SERVER = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("tools")
@server.tool()
def double(number: int) -> str:
    return f"id={number * 2};"
server.run()
"""


class Client:
    """Keeps the updates, and answers what it is asked with what it was given."""

    def __init__(self, outcome: dict[str, str] | None = None) -> None:
        self.updates: list[Any] = []
        self.heard = asyncio.Event()
        self._outcome = outcome or {"outcome": "cancelled"}

    def on_connect(self, connection: Any) -> None:
        pass

    async def session_update(self, session_id: str, update: Any, **more: Any) -> None:
        self.updates.append(update)
        self.heard.set()

    async def request_permission(self, **asked: Any) -> schema.RequestPermissionResponse:
        return schema.RequestPermissionResponse.model_validate({"outcome": self._outcome})

    async def read_text_file(self, path: str, **more: Any) -> schema.ReadTextFileResponse:
        try:
            return schema.ReadTextFileResponse(content=Path(path).read_text())
        except FileNotFoundError:
            raise RequestError.resource_not_found(path) from None

    async def write_text_file(self, path: str, content: str, **more: Any) -> None:
        Path(path).write_text(content)

    @property
    def said(self) -> str:
        return "".join(one.content.text for one in self.updates if one.session_update == "agent_message_chunk")


@asynccontextmanager
async def started(agent: Scripted, client: Client, cwd: Path) -> AsyncIterator[Any]:
    program, *arguments = agent.command
    limit = {"limit": 8_000_000, "stderr": None}
    async with spawn_agent_process(client, program, *arguments, cwd=cwd, env=os.environ, transport_kwargs=limit) as two:
        yield two


async def one_prompt(agent: Scripted, client: Client, cwd: Path, text: str = "go", servers: Any = ()) -> Any:
    async with started(agent, client, cwd) as (connection, process):
        await connection.initialize(PROTOCOL_VERSION)
        session = await connection.new_session(cwd=str(cwd), mcp_servers=list(servers))
        answer = await connection.prompt(session_id=session.session_id, prompt=[text_block(text)])
        process.stdin.close()  # what it sends after its answer comes before its end
        await process.wait()
        return answer


def test_it_says_edits_asks_and_calls_tools(scripted_agent: Callable[..., Scripted], tmp_path: Path) -> None:
    steps = [
        {"say": ["one ", "two"]},
        {
            "tool": {
                "id": "1",
                "title": "Edit a.py",
                "kind": "edit",
                "paths": ["a.py"],
                "diff": {"path": "a.py", "new": "x"},
            }
        },
        {
            "permission": {
                "id": "1",
                "title": "Edit a.py",
                "kind": "edit",
                "then": [{"write": {"path": "a.py", "content": "x"}}],
            }
        },
        {"progress": {"id": "1", "status": "completed"}},
        {"read": "missing.py"},
        {"plan": ["first"]},
        {"call": {"tool": "double", "arguments": {"number": 4}}},
        {"find": {"id": r"id=(\d+)"}},
        {"say": " got $id"},
    ]
    agent = scripted_agent(prompts=[{"steps": steps, "usage": {"inputTokens": 3, "outputTokens": 1, "totalTokens": 4}}])
    client = Client({"outcome": "selected", "optionId": "allow_once"})
    tools = schema.McpServerStdio(name="tools", command=sys.executable, args=["-c", SERVER], env=[])

    answer = asyncio.run(one_prompt(agent, client, tmp_path, servers=[tools]))

    assert (answer.stop_reason, answer.usage.input_tokens) == ("end_turn", 3)
    assert client.said == "one two got 8"
    assert (tmp_path / "a.py").read_text() == "x"
    assert agent.saw("error")[0]["code"] == -32002
    start = next(one for one in client.updates if one.session_update == "tool_call")
    assert (start.locations[0].path, start.content[0].new_text) == (str(tmp_path / "a.py"), "x")


@pytest.mark.long
def test_after_a_crash_the_next_process_takes_the_prompt_that_is_left(
    scripted_agent: Callable[..., Scripted], tmp_path: Path
) -> None:
    agent = scripted_agent(prompts=[{"steps": [{"spawn": "quiet"}, {"die": 3}]}, {"steps": [{"say": "again"}]}])
    client = Client()

    with pytest.raises(ConnectionError):
        asyncio.run(one_prompt(agent, client, tmp_path))
    os.kill(agent.saw("child")[0], 9)
    asyncio.run(one_prompt(agent, client, tmp_path))

    assert client.said == "again"


async def _cancelled(agent: Scripted, cwd: Path) -> str:
    client = Client()
    async with started(agent, client, cwd) as (connection, _):
        await connection.initialize(PROTOCOL_VERSION)
        await connection.load_session(cwd=str(cwd), session_id="old")
        prompt = asyncio.ensure_future(connection.prompt(session_id="old", prompt=[text_block("go")]))
        await client.heard.wait()
        await connection.cancel(session_id="old")
        return str((await prompt).stop_reason)


@pytest.mark.long
def test_it_stops_when_it_is_cancelled(scripted_agent: Callable[..., Scripted], tmp_path: Path) -> None:
    agent = scripted_agent(prompts=[{"steps": [{"say": "I wait"}, {"until_cancelled": True}]}])

    assert asyncio.run(_cancelled(agent, tmp_path)) == "cancelled"
    assert agent.saw("load_session") == ["old"]


FAULTS = {
    "flood": ([{"flood": 2000}], lambda said: said.endswith("1999 ")),
    "big": ([{"big": 1_000_000}], lambda said: len(said) == 1_000_000),
    "stderr": ([{"stderr": 100_000}, {"say": "on"}], lambda said: said == "on"),
    "broken": ([{"raw": '{"jsonrpc": '}, {"say": "on"}], lambda said: said == "on"),
    "unknown": ([{"update": {"sessionUpdate": "dancing", "steps": 3}}, {"say": "on"}], lambda said: said == "on"),
}


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_faults_reach_the_client(fault: str, scripted_agent: Callable[..., Scripted], tmp_path: Path) -> None:
    steps, holds = FAULTS[fault]
    agent = scripted_agent(prompts=[{"steps": steps}])
    client = Client()

    asyncio.run(one_prompt(agent, client, tmp_path))

    assert holds(client.said)


@pytest.mark.long
def test_an_update_comes_after_the_answer(scripted_agent: Callable[..., Scripted], tmp_path: Path) -> None:
    agent = scripted_agent(prompts=[{"steps": [{"say": "a"}], "later": [{"say": "b"}]}])
    client = Client()

    asyncio.run(one_prompt(agent, client, tmp_path))

    assert client.said == "ab"


FAILED_STARTS: dict[str, tuple[dict[str, Any], type[Exception]]] = {
    "it exits": ({"start": [{"die": 3}]}, ConnectionError),
    "sign-in": ({"new_session": [{"error": {"code": -32000, "message": "sign in"}}]}, RequestError),
}


@pytest.mark.long
@pytest.mark.parametrize("name", FAILED_STARTS)
def test_a_start_can_fail(name: str, scripted_agent: Callable[..., Scripted], tmp_path: Path) -> None:
    script, error = FAILED_STARTS[name]

    with pytest.raises(error):
        asyncio.run(one_prompt(scripted_agent(**script), Client(), tmp_path))


@pytest.mark.long
def test_it_names_a_future_version(scripted_agent: Callable[..., Scripted], tmp_path: Path) -> None:
    agent = scripted_agent(initialize={"version": 99})

    async def version() -> int:
        async with started(agent, Client(), tmp_path) as (connection, _):
            return int((await connection.initialize(PROTOCOL_VERSION)).protocol_version)

    assert asyncio.run(version()) == 99
