"""`renkei hook`: what the hooks of a coding agent's program get that run as commands."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from process import renkei
from renkei.edges.coding_agents.notes import Notes


def hook(project: Path, event: str, **given: str) -> str:
    """Run the hook of an event as ann and return what it prints."""
    data = {"hook_event_name": event, "session_id": "s-1", **given}
    done = renkei("hook", "claude-code", "--as", "ann", cwd=project, stdin=json.dumps(data))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def context(printed: str) -> str:
    """Return the text that the program shows its model."""
    found = json.loads(printed)["hookSpecificOutput"]
    assert found["hookEventName"] == "SessionStart"
    return str(found["additionalContext"])


def test_a_session_starts_with_what_the_agent_has_to_know(project: Path) -> None:
    renkei("send", "--as", "bob", "--to", "ann", "--text", "the port is 8080", cwd=project)
    text = context(hook(project, "SessionStart", source="startup"))
    assert "You are ann (backend)" in text
    assert "> the port is 8080" in text
    assert "not your user" in text
    assert Notes(project / ".renkei", "s-1").read("turn").startswith("t-")


def test_a_compaction_shows_the_same_again_and_records_nothing(project: Path) -> None:
    renkei("send", "--as", "bob", "--to", "ann", "--text", "the port is 8080", cwd=project)
    first = context(hook(project, "SessionStart", source="startup"))
    log = renkei("log", cwd=project).stdout
    again = context(hook(project, "SessionStart", source="compact"))
    assert "> the port is 8080" in again
    assert first.splitlines()[:2] == again.splitlines()[:2]
    assert renkei("log", cwd=project).stdout == log


@pytest.mark.parametrize("stdin", ["", "{", "[]", '{"hook_event_name": 3}', "[" * 100_000, '{"session_id": "\\ud800"}'])
def test_input_that_is_no_hook_says_nothing(project: Path, stdin: str) -> None:
    done = renkei("hook", "claude-code", "--as", "ann", cwd=project, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_wrong_usage_wakes_nobody(project: Path) -> None:
    done = renkei("hook", "claude-code", "--from-a-newer-release", "--wait", cwd=project, stdin="{}")
    assert done.returncode == 0


def test_a_missing_project_is_an_error_that_blocks_nothing(tmp_path: Path) -> None:
    data = json.dumps({"hook_event_name": "SessionStart"})
    done = renkei("hook", "claude-code", "--as", "ann", cwd=tmp_path, stdin=data)
    assert done.returncode == 1
    assert "PROJECT_MISSING" in done.stderr


def test_a_project_that_is_gone_wakes_nobody(tmp_path: Path) -> None:
    data = json.dumps({"hook_event_name": "SessionStart"})
    done = renkei("-C", tmp_path / "gone", "hook", "claude-code", "--as", "ann", "--wait", cwd=tmp_path, stdin=data)
    assert done.returncode == 1
    assert f"no renkei project in '{tmp_path / 'gone'}'" in done.stderr


def waiter(project: Path) -> "subprocess.Popen[str]":
    """Start the waiter of ann's session."""
    command = [sys.executable, "-m", "renkei", "hook", "claude-code", "--as", "ann", "--wait"]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, cwd=project, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=env)
    assert process.stdin is not None
    process.stdin.write('{"session_id": "s-1"}')
    process.stdin.close()
    process.stdin = None
    return process


def test_a_session_that_ends_with_its_answer_is_not_waited_for(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_PID", str(os.getpid()))
    monkeypatch.setenv("CLAUDE_CODE_ENTRYPOINT", "sdk-cli")
    renkei("send", "--as", "bob", "--to", "ann", "--text", "wake up", cwd=project)
    with waiter(project) as process:
        assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 0


def test_the_newest_waiter_wakes_and_the_older_one_ends(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_PID", str(os.getpid()))
    monkeypatch.setenv("CLAUDE_CODE_ENTRYPOINT", "cli")
    with waiter(project) as older:
        while not Notes(project / ".renkei", "s-1").read("waiter"):
            pass
        with waiter(project) as newest:
            assert older.communicate(timeout=30) == ("", "")
            renkei("send", "--as", "bob", "--to", "ann", "--text", "wake up", cwd=project)
            _, error = newest.communicate(timeout=30)
    assert older.returncode != 2
    assert newest.returncode == 2
    assert error.startswith("Your team needs you: m-")


def test_a_waiter_ends_with_its_program(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as ended:
        pass
    monkeypatch.setenv("CLAUDE_PID", str(ended.pid))
    monkeypatch.setenv("CLAUDE_CODE_ENTRYPOINT", "cli")
    with waiter(project) as process:
        assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 0


def test_a_hook_with_nothing_to_say_opens_nothing(project: Path) -> None:
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); from renkei.__main__ import run; run()"
    command = [sys.executable, "-c", code, "hook", "claude-code", "--as", "ann", "--wait"]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, cwd=project, input="{}", capture_output=True, text=True, env=env, check=True)
    loaded = set(done.stdout.split())
    assert "renkei.edges.coding_agents.claude_code" in loaded
    assert loaded & {"pydantic", "sqlite3", "rich", "mcp", "anyio", "renkei.project.project"} == set()
