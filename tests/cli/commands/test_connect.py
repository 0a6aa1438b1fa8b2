"""`renkei connect`, `disconnect` and `run`: their output, and that they never turn a person into an agent."""

import json
import os
import sys
from pathlib import Path

import pytest

from process import renkei
from renkei.edges.coding_agents.claude_code import PROGRAM

ECHO = f"""#!{sys.executable}
import json, os, sys
own = {{name: value for name, value in os.environ.items() if name.startswith("RENKEI")}}
print(json.dumps({{"arguments": sys.argv[1:], "env": own}}))
"""


@pytest.fixture
def claude(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that shows what it was started with."""
    path = project / "bin" / "claude"
    path.parent.mkdir()
    path.write_text(ECHO)
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")


def files(work: Path) -> list[str]:
    """Return the files below a directory, without the project's and the program."""
    found = (one.relative_to(work).as_posix() for one in work.rglob("*") if one.is_file())
    return sorted(one for one in found if not one.startswith((".renkei", "bin")))


def test_a_dry_run_shows_the_difference_and_changes_nothing(project: Path) -> None:
    shown = renkei("connect", "claude-code", "--as", "new", "--dry-run", cwd=project).stdout
    assert "+++ .mcp.json" in shown
    assert '+      "mcp__renkei__*"' in shown
    assert shown.endswith("\nnew would join the project.\n")
    assert "would join" not in renkei("connect", "claude-code", "--as", "ann", "--dry-run", cwd=project).stdout
    data = renkei("connect", "claude-code", "--as", "new", "--dry-run", "--format", "json", cwd=project).stdout
    assert json.loads(data)["joined"] is True
    assert files(project) == []
    assert "new" not in renkei("status", cwd=project).stdout


@pytest.mark.usefixtures("claude")
def test_connecting_says_what_changed_and_who_joined(project: Path) -> None:
    done = renkei("connect", "claude-code", "--as", "new", "--join", "docs", cwd=project).stdout
    assert "Claude Code is connected as new" in done
    assert "new has joined the project." in done
    assert "new (docs)" in renkei("context", "--agent", "new", cwd=project).stdout
    assert "Nothing changed" in renkei("connect", "claude-code", "--as", "new", cwd=project).stdout
    assert renkei("connect", "claude-code", "--as", "new", "--dry-run", cwd=project).stdout == (
        "Nothing would change in the settings.\n"
    )
    assert f"claude-code is connected as new in {project}: works" in renkei("status", cwd=project).stdout


@pytest.mark.usefixtures("claude")
def test_status_and_disconnect_name_what_is_not_as_it_was_written(project: Path) -> None:
    renkei("connect", "claude-code", "--as", "ann", cwd=project)
    (project / ".mcp.json").unlink()
    assert "changed: .mcp.json" in renkei("status", cwd=project).stdout
    gone = renkei("disconnect", "claude-code", cwd=project).stdout
    assert "Not as it was written, so it stays as it is: .mcp.json /mcpServers/renkei" in gone
    assert "not connected" in renkei("disconnect", "claude-code", cwd=project).stdout
    assert files(project) == []


def test_status_says_that_the_program_is_missing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    renkei("connect", "claude-code", "--as", "ann", cwd=project)
    monkeypatch.setenv("PATH", "/nowhere")
    assert "no command `claude` on the path" in renkei("status", cwd=project).stdout


@pytest.mark.usefixtures("claude")
def test_run_gives_the_program_everything_and_writes_nothing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for one in ("RENKEI_CHROMIUM", "RENKEI_WARM"):  # these are set for the tests
        monkeypatch.delenv(one, raising=False)
    done = renkei("run", "claude-code", "--as", "ann", "--stay", "--", "-p", "--as", cwd=project)
    started = json.loads(done.stdout)
    settings, server = (json.loads(started["arguments"][index]) for index in (1, 3))
    assert started["arguments"][::2] == ["--settings", "--mcp-config", "-p"]
    assert started["arguments"][5] == "--as"
    assert set(settings["hooks"]) == {*PROGRAM.moments, "PreToolUse", "PostToolUse"}
    assert set(server["mcpServers"]) == {"renkei"}
    place = str(project / ".renkei")
    own = {"RENKEI_AGENT": "ann", "RENKEI_AS": "ann", "RENKEI_PROJECT": place, "RENKEI_STAY": "1"}
    assert started["env"] == own
    assert files(project) == []


@pytest.mark.usefixtures("claude")
def test_run_in_a_connected_directory_only_says_who_it_is(project: Path) -> None:
    renkei("connect", "claude-code", "--as", "ann", cwd=project)
    started = json.loads(renkei("run", "claude-code", "--as", "bob", "--", "-c", cwd=project).stdout)
    assert started["arguments"] == ["--settings", '{"env": {"RENKEI_AS": "bob"}}', "-c"]
    assert started["env"]["RENKEI_AGENT"] == "bob"


def test_a_missing_program_is_named_with_what_installs_it(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    done = renkei("run", "claude-code", "--as", "new", cwd=project)
    assert done.returncode == 1
    assert "npm install -g @anthropic-ai/claude-code" in done.stderr
    assert "new" not in renkei("status", cwd=project).stdout


@pytest.mark.usefixtures("claude")
@pytest.mark.parametrize("command", ["connect", "run"])
def test_no_program_acts_as_a_person(project: Path, command: str) -> None:
    done = renkei(command, "claude-code", "--as", "human", cwd=project)
    assert done.returncode == 1
    assert "no program acts as a person" in done.stderr
    assert files(project) == []


def test_an_id_that_a_program_would_replace_is_rejected(project: Path) -> None:
    done = renkei("connect", "claude-code", "--as", "${HOME}", cwd=project)
    assert done.returncode == 1
    assert "which programs replace" in done.stderr
    assert files(project) == []


@pytest.mark.usefixtures("claude")
def test_the_hooks_find_a_project_that_is_elsewhere(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path_factory.mktemp("work")
    monkeypatch.setenv("RENKEI_PROJECT", str(project / ".renkei"))
    renkei("connect", "claude-code", "--as", "ann", cwd=work)
    monkeypatch.delenv("RENKEI_PROJECT")
    written = json.loads((work / ".claude" / "settings.local.json").read_text())["hooks"]
    (hook,) = written["SessionStart"][0]["hooks"]
    given = json.dumps({"hook_event_name": "SessionStart", "session_id": "s-1"})
    done = renkei(*hook["args"][2:], cwd=work, stdin=given)
    assert "You are ann" in done.stdout, done.stderr
    commands = [one for event in written.values() for group in event for one in group["hooks"] if "args" in one]
    assert {tuple(one["args"][2:4]) for one in commands} == {("-C", str(project / ".renkei"))}
