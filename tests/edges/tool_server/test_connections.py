"""Servers that are killed in a call, many agents on one server, and who may call at all."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp.client.client import Client

from process import renkei as run_renkei
from renkei import Freeform, Join, Project
from team import small_team, work
from tool_clients import command, http_server, over_http, over_stdio

MODERN = "2026-07-28"


def tell(project: Project, text: str, to: str = "ann") -> None:
    body = Freeform(intent_hint="FREEFORM", body=text, requires_response=False, urgency="low")
    project.send(project.message("bob", body, to, "blocking", text))


def start(directory: Path) -> subprocess.Popen[str]:
    """Start a server of `ann` and initialize it, as a program does that speaks the protocol itself."""
    how = command(directory, "ann")
    environment = os.environ | (how.env or {})
    pipe = subprocess.PIPE
    server = subprocess.Popen([how.command, *how.args], env=environment, stdin=pipe, stdout=pipe, text=True)
    client = {"name": "test", "version": "1"}
    request(server, 1, "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=client)
    return server


def send(server: subprocess.Popen[str], number: int, method: str, **params: Any) -> None:
    assert server.stdin is not None
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
    server.stdin.flush()


def request(server: subprocess.Popen[str], number: int, method: str, **params: Any) -> Any:
    send(server, number, method, **params)
    assert server.stdout is not None
    return json.loads(server.stdout.readline())["result"]


@pytest.mark.parametrize("options", [[], ["--hooks"]])
def test_the_command_tells_a_program_with_hooks_not_to_wait(tmp_path: Path, options: list[str]) -> None:
    small_team(tmp_path).close()

    async def told() -> str:
        how = command(tmp_path, "ann")
        how.args += options
        async with Client(how) as client:
            return client.instructions or ""

    assert ("call `wait_for_work`" in anyio.run(told)) == (not options)


@pytest.mark.long
def test_the_session_after_one_that_was_killed_in_a_call_takes_over(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    tell(project, "the port is 8080")
    with start(tmp_path) as server:
        first = request(server, 2, "tools/call", name="next_turn", arguments={})
        assert "the port is 8080" in first["content"][0]["text"]
        assert first.get("structuredContent") is None
        seq = project.state.seq
        payload = {"intent_hint": "FREEFORM", "body": "x", "requires_response": False, "urgency": "low"}
        arguments = {"type": "FREEFORM", "to": ["lead"], "payload": payload, "context_summary": ""}
        send(server, 3, "tools/call", name="send_message", arguments=arguments)
        assert project.wait(seq, 30)  # it is in the middle of its call
        server.kill()
        assert server.wait() == -signal.SIGKILL

    async def go_on() -> str:
        async with over_stdio(tmp_path, "ann", MODERN) as ann:
            return await ann("next_turn")

    text = anyio.run(go_on)
    assert "INTERRUPTED" in text
    assert "the port is 8080" in text
    project.close()


def test_a_server_that_waits_ends_at_once_when_its_program_ends(tmp_path: Path) -> None:
    small_team(tmp_path).close()
    with start(tmp_path) as server:
        send(server, 2, "tools/call", name="wait_for_work", arguments={"timeout_s": 50})
        began = time.monotonic()
        assert server.stdin is not None
        server.stdin.close()
        assert server.wait(30) == 0
        assert time.monotonic() - began < 20, "it does not wait for the end of the call"


@pytest.mark.long
def test_two_servers_of_one_agent_take_turns_and_say_so(tmp_path: Path) -> None:
    small_team(tmp_path).close()

    async def both() -> None:
        async with over_stdio(tmp_path, "ann", MODERN) as first, over_stdio(tmp_path, "ann", "legacy") as second:
            await first("next_turn")
            assert "INTERRUPTED" in await second("next_turn")
            assert (await first("list_work"))["code"] == "TURN_LOST"
            assert "You are ann" in await first("next_turn")

    anyio.run(both)


@pytest.mark.parametrize("mode", [MODERN, "legacy"])
def test_a_wait_that_is_cancelled_holds_nothing_up(mode: str) -> None:
    project = small_team()

    async def cancel(url: str) -> None:
        async with over_http(url, project.create_token("ann"), mode) as ann:
            with anyio.move_on_after(0.5):
                await ann("wait_for_work", timeout_s=50)
            assert (await ann("list_work"))["contracts"] == []

    with http_server(project) as url:
        anyio.run(cancel, url)


@pytest.mark.long
def test_forty_agents_on_one_server_are_all_woken() -> None:
    project = small_team()
    names = [f"worker-{number}" for number in range(40)]
    project.do(*(Join(name, "worker") for name in names))
    woken: list[str] = []

    async def wait(url: str, name: str) -> None:
        async with over_http(url, project.create_token(name), MODERN) as call:
            assert f"You are {name} (worker)" in await call("next_turn")
            if (await call("wait_for_work", timeout_s=50)).startswith("Call `next_turn` now: m-"):
                assert "stop the deploy" in await call("next_turn")
                woken.append(name)

    async def all_of_them(url: str) -> None:
        async with anyio.create_task_group() as group:
            for name in names:
                group.start_soon(wait, url, name)
            while len(project.state.read_up_to) < len(names):  # each has ended its first turn: it waits
                await anyio.sleep(0.05)
            await anyio.to_thread.run_sync(tell, project, "stop the deploy", "all")

    with http_server(project) as url:
        anyio.run(all_of_them, url)
    assert sorted(woken) == sorted(names)


def test_who_calls_is_decided_by_the_token_alone() -> None:
    project = small_team()
    ann, left = project.create_token("ann"), project.create_token("bob")
    project.leave("bob")
    project.join("bob", "frontend")
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    with http_server(project) as url:
        port = httpx2.URL(url).port
        right = {
            "Authorization": f"Bearer {ann}",
            "Accept": "application/json, text/event-stream",
            "X-Agent": "lead",
            "Cookie": "as=lead",
        }
        for changed, status in (
            ({"Authorization": ""}, 401),
            ({"Authorization": "Bearer x"}, 401),
            ({"Authorization": f"Bearer {left}"}, 401),  # another bob joined since
            ({"Authorization": f"Basic {ann}"}, 401),
            ({"Host": "evil.example"}, 421),
            ({"Host": f"evil.example:{port}"}, 421),
            ({"Origin": "http://evil.example"}, 403),
        ):
            answer = httpx2.post(url, json=call, headers=right | changed)
            assert answer.status_code == status, (changed, answer.text)
            assert ann not in answer.text
        assert httpx2.post(url, content=b"x" * (5 << 20), headers=right).status_code == 413
        project.revoke_token(project.tokens()[0].id)
        assert httpx2.post(url, json=call, headers=right).status_code == 401


def test_a_session_of_the_protocol_belongs_to_who_began_it() -> None:
    project = small_team()

    async def steal(url: str) -> None:
        async with over_http(url, project.create_token("ann"), "legacy") as ann:
            assert "You are ann" in await ann("next_turn")
            async with over_http(url, project.create_token("bob"), "legacy") as bob:
                assert "You are bob" in await bob("next_turn")

    with http_server(project) as url:
        anyio.run(steal, url)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_program_that_connects_anew_gets_everything_again(mode: str) -> None:
    project = small_team()
    token = project.create_token("ann")
    tell(project, "the port is 8080")

    async def twice(url: str) -> None:
        async with over_http(url, token, mode) as first:
            assert "You are ann" in await first("next_turn")
            assert "You are ann" not in await first("next_turn")
            tell(project, "and the host is local")
            assert "and the host is local" in await first("next_turn")
        async with over_http(url, token, mode) as second:
            again = await second("next_turn")
            assert "You are ann" in again
            assert "the host is local" in again, "its program ended before the turn did"
            assert "the port is 8080" not in again
            assert "You are ann" not in await second("next_turn")

    with http_server(project) as url:
        anyio.run(twice, url)


@pytest.mark.parametrize(
    ("takes_turns", "most"), [(False, 3), (True, 4)]
)  # the clock of the project moves with each look
def test_a_program_that_does_nothing_is_woken_a_few_times(takes_turns: bool, most: int) -> None:
    project = small_team()
    project.do(work("TC-1", assignee="ann"), actor="lead")
    woken: list[str] = []

    async def insist(url: str) -> None:
        async with over_http(url, project.create_token("ann"), "legacy") as ann:
            for _ in range(20):
                told = await ann("wait_for_work", timeout_s=0)
                if told.startswith("Call `next_turn` now: "):
                    woken.append(told)
                    if takes_turns:
                        await ann("next_turn")

    with http_server(project) as url:
        anyio.run(insist, url)
    assert 1 <= len(woken) <= most


def test_another_program_that_asks_nothing_first_gets_everything_too() -> None:
    project = small_team()
    token = project.create_token("ann")

    async def two(url: str) -> None:
        async with over_http(url, token, MODERN) as first:
            assert "You are ann" in await first("next_turn")
        async with over_http(url, token, MODERN, name="other") as second:
            assert "You are ann" in await second("next_turn")
            assert "You are ann" not in await second("next_turn")

    with http_server(project) as url:
        anyio.run(two, url)


def test_two_programs_with_the_token_of_one_agent_take_turns_and_are_told() -> None:
    project = small_team()
    token = project.create_token("ann")

    async def both(url: str) -> None:
        async with over_http(url, token, "legacy") as first, over_http(url, token, "legacy") as second:
            await first("next_turn")
            assert "INTERRUPTED" in await second("next_turn")
            assert (await first("list_work"))["code"] == "TURN_LOST"

    with http_server(project) as url:
        anyio.run(both, url)


def test_the_command_refuses_an_unknown_agent_and_lets_one_join(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    refused = run_renkei("mcp", "--as", "eve", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.splitlines() == [
        "error UNKNOWN_ACTOR: 'eve' is not a participant.",
        "  Participants: human, lead, ann, bob.",
    ]
    joined = run_renkei("mcp", "--as", "eve", "--join", "testing", cwd=tmp_path)
    assert (joined.returncode, joined.stdout, joined.stderr) == (0, "", "")
    assert project.state.actors["eve"].role == "testing"
    again = run_renkei("mcp", "--as", "eve", "--join", "testing", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    project.close()


def test_without_the_extra_the_command_says_how_to_install_it(tmp_path: Path) -> None:
    small_team(tmp_path).close()
    hide = "import sys; sys.modules['mcp'] = None; from renkei.edges.cli.main import main; main()"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(
        [sys.executable, "-c", hide, "mcp", "--as", "ann"], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert told.returncode == 1
    assert "python -m pip install 'renkei[mcp]'" in told.stderr
