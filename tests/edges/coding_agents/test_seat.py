"""Two sessions of a program in one connected directory: one acts as the agent, the other one is told so."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client

from process import renkei
from renkei.edges.coding_agents.codex import PROGRAM as CODEX
from renkei.edges.coding_agents.connect import connecting
from renkei.edges.coding_agents.connected import connected_programs
from renkei.edges.coding_agents.hook_socket import ask
from renkei.edges.coding_agents.program import JoiningAgent
from renkei.edges.coding_agents.seat import Seat
from renkei.errors import SessionTakenError
from team import small_team, work
from tool_clients import Caller, command


@contextmanager
def first_session(directory: Path, program: tuple[str, ...] = ("sh", "-c", '"$@"; exit', "program")) -> Iterator[None]:
    """Run a tool server that acts as `ann` until the block ends; `program` starts it, by default another process."""
    how = command(directory, "ann")
    pipe = subprocess.PIPE
    words = [*program, how.command, *how.args, "--hooks"]
    with subprocess.Popen(
        words, env=os.environ | (how.env or {}), stdin=pipe, stdout=pipe, start_new_session=True
    ) as server:
        try:
            client = {"clientInfo": {"name": "a", "version": "1"}, "capabilities": {}, "protocolVersion": "2025-11-25"}
            line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client})
            assert server.stdin is not None
            assert server.stdout is not None
            server.stdin.write(line.encode() + b"\n")
            server.stdin.flush()
            assert b"You are ann" in server.stdout.readline()
            yield
        finally:
            os.killpg(server.pid, signal.SIGKILL)


def hook(directory: Path, program: str, event: str, *more: str) -> str:
    """Run a hook as a program does, from this process, and return what it prints."""
    given = json.dumps({"hook_event_name": event, "session_id": "s-2"})
    done = renkei("hook", program, "--as", "ann", *more, cwd=directory, stdin=given)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_second_session_is_told_and_its_tools_refuse_until_the_first_ends(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    project.do(work("TC-1", assignee="ann"), actor="lead")
    how = command(tmp_path, "ann")
    how.args.append("--hooks")

    async def refused() -> None:
        async with Client(how) as client:
            assert "Another session acts as ann since 20" in (client.instructions or "")
            told = await Caller(client)("next_turn")
            assert (told["code"], "TC-1" in str(told)) == ("SESSION_TAKEN", False)
            assert await Caller(client)("hook", event="Stop", program="claude-code") == "{}"
            first.close()
            assert "TC-1" in str(await Caller(client)("list_work"))

    with ExitStack() as first:
        first.enter_context(first_session(tmp_path))
        anyio.run(refused)
    project.close()


LINUX = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="the system does not tell who started a process"
)


@pytest.mark.short("codex")
@LINUX
@pytest.mark.parametrize("program", ["claude-code", "codex", "gemini-cli"])
def test_the_hooks_of_a_second_session_get_no_context_and_none_of_the_firsts_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    project = small_team(tmp_path)
    project.do(work("TC-1", assignee="ann"), actor="lead")
    monkeypatch.setenv("CLAUDE_CODE_ENTRYPOINT", "cli")
    monkeypatch.setenv("CLAUDE_PID", str(os.getpid()))
    with first_session(tmp_path):
        told = hook(tmp_path, program, "SessionStart")
        assert "Another session acts as ann since 20" in told
        assert "TC-1" not in told
        for event, *more in {"claude-code": [["Stop", "--wait"]], "gemini-cli": [["BeforeAgent"]]}.get(program, []):
            assert hook(tmp_path, program, event, *more) == "{}\n"
    with first_session(tmp_path, program=()):  # this process started the server, as it starts the hook
        assert "TC-1" in hook(tmp_path, program, "SessionStart")


@pytest.mark.long
def test_the_plugin_of_a_second_session_gets_nothing_from_the_firsts_server(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    project.do(work("TC-1", assignee="ann"), actor="lead")
    question = {"program": "opencode", "event": "session.start", "session": "s-2"}
    with first_session(tmp_path, program=()):
        told = ask(tmp_path, "ann", question | {"process": "999999999"})
        assert ("Another session acts as ann since 20" in told, "TC-1" in told) == (True, False)
        assert ask(tmp_path, "ann", question | {"process": "999999999", "event": "session.idle"}) == "{}"
        assert "TC-1" in ask(tmp_path, "ann", question | {"process": str(os.getpid())})


def test_status_shows_a_session_that_waits_for_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = small_team(tmp_path)
    (tmp_path / "codex").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    (tmp_path / "work").mkdir()
    connecting(CODEX, JoiningAgent("ann", tmp_path), tmp_path / "work").write()
    second = Seat(tmp_path, "ann", project.now())
    with first_session(tmp_path, program=()):
        assert [one["problem"] for one in connected_programs(tmp_path)] == [""]
        with pytest.raises(SessionTakenError):
            second.take()
        assert [one["problem"][:24] for one in connected_programs(tmp_path)] == ["a second session waits u"]
    second.take()
    assert [one["problem"] for one in connected_programs(tmp_path)] == [""]
