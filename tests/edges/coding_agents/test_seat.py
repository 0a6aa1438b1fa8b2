"""Two sessions of a program in one connected directory: one acts as the agent, the other one is told so."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client

from process import renkei
from team import small_team, work
from tool_clients import Caller, command


@contextmanager
def first_session(directory: Path) -> Iterator[None]:
    """Run a tool server that acts as `ann`, as a child of this process, until the block ends."""
    how = command(directory, "ann")
    pipe = subprocess.PIPE
    words = [how.command, *how.args, "--hooks"]
    with subprocess.Popen(words, env=os.environ | (how.env or {}), stdin=pipe, stdout=pipe) as server:
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
            server.kill()


def hook(directory: Path, event: str, *more: str) -> str:
    """Run a hook as Claude Code does, and return what it prints."""
    given = json.dumps({"hook_event_name": event, "session_id": "s-2"})
    done = renkei("hook", "claude-code", "--as", "ann", *more, cwd=directory, stdin=given)
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


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell who started a process")
def test_a_second_claude_code_gets_no_context_and_is_not_woken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = small_team(tmp_path)
    project.do(work("TC-1", assignee="ann"), actor="lead")
    monkeypatch.setenv("CLAUDE_CODE_ENTRYPOINT", "cli")
    with first_session(tmp_path):
        monkeypatch.setenv("CLAUDE_PID", str(os.getpid()))  # the program whose server acts as ann
        assert "TC-1" in hook(tmp_path, "SessionStart")
        monkeypatch.setenv("CLAUDE_PID", "999999999")
        told = hook(tmp_path, "SessionStart")
        assert "Another session acts as ann since 20" in told
        assert "TC-1" not in told
        assert hook(tmp_path, "Stop", "--wait") == ""
    assert "TC-1" in hook(tmp_path, "SessionStart")
    project.close()
