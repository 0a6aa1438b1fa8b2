"""`renkei doctor --agents` starts each installed program once, and says what will not work with it."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from process import renkei
from renkei.acp.inspection import inspect_programs
from renkei.acp.programs import PROGRAMS, AcpProgram
from scripted_coding_agent import Scripted

SIGN_IN = {"error": {"code": -32000, "message": "sign in"}}


@pytest.fixture
def install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scripted_agent: Callable[..., Scripted]
) -> Callable[..., Scripted]:
    """A function that installs a scripted agent as a command; no other coding agent is installed."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))

    def installed(command: str, **script: Any) -> Scripted:
        agent = scripted_agent(command, **script)
        program = programs / command
        program.write_text(f"#!/bin/sh\nexec {shlex.join(agent.command)}\n")
        program.chmod(0o755)
        return agent

    return installed


def check(cwd: Path, status: int) -> dict[str, dict[str, Any]]:
    done = renkei("doctor", "--agents", "--format", "json", cwd=cwd)
    assert done.returncode == status, done.stderr
    return {one["name"]: one for one in json.loads(done.stdout)}


def test_working_missing_and_signed_out_programs_are_distinguished(
    install: Callable[..., Scripted], tmp_path: Path
) -> None:
    works = install("codex-acp", initialize={"modes": ["workspace-write", "read-only"], "auth": ["key"]})
    install("opencode", initialize={"auth": ["browser"]}, new_session=[SIGN_IN])

    found = check(tmp_path, 1)

    assert {name: one["usable"] for name, one in found.items() if one["installed"]} == {
        "codex": True,
        "opencode": False,
    }
    assert (found["codex"]["version"], found["codex"]["limits"], found["codex"]["fault"]) == ("1.0", [], None)
    assert (found["opencode"]["sign_in"], found["opencode"]["ways_to_sign_in"]) == ("missing", ["browser"])
    assert "npm install" in found["qwen"]["install"]
    assert works.saw("prompt") == []
    text = " ".join(renkei("doctor", "--agents", cwd=tmp_path).stdout.split())
    assert "its ways to sign in: browser; sign in with `opencode auth login`" in text
    assert not Path(works.saw("new_session") and works.seen[1]["cwd"]).exists()


def test_what_will_not_work_is_said(install: Callable[..., Scripted], tmp_path: Path) -> None:
    install("codex-acp", initialize={"load": False, "modes": ["agent"]})

    (limits,) = (one["limits"] for one in check(tmp_path, 0).values() if one["installed"])

    assert [one.split(":")[0].split(",")[0] for one in limits] == [
        "it cannot load a session",
        "it has no mode `workspace-write`",
        "it has no read-only mode for a reviewer",
        "a missing sign-in shows only in its first turn",
    ]


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "an end": ({"start": [{"stderr": 10}, {"die": 3}]}, "exit status 3"),
    "a future version": ({"initialize": {"version": 99}}, "version 99"),
    "no HTTP": ({"initialize": {"http": False}}, "HTTP"),
    "an error": ({"new_session": [{"error": {"code": -32603, "message": "no disk"}}]}, "no disk"),
}


@pytest.mark.short("an error")
@pytest.mark.parametrize("fault", FAULTS)
def test_why_a_program_cannot_be_used_is_said(fault: str, install: Callable[..., Scripted], tmp_path: Path) -> None:
    script, reason = FAULTS[fault]
    install("codex-acp", **script)

    found = check(tmp_path, 1)["codex"]

    assert reason in found["fault"]
    assert found["sign_in"] is None


def test_a_program_that_does_not_answer_is_ended(scripted_agent: Callable[..., Scripted]) -> None:
    agent = scripted_agent(new_session=[{"spawn": "quiet"}, {"silent": True}])

    (found,) = inspect_programs([AcpProgram("silent", "Silent", tuple(agent.command))], seconds=10)

    assert "not begun a session" in found.fault
    for pid in (*agent.saw("pid"), *agent.saw("child")):
        assert not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes()


def test_every_known_program_has_a_line_of_text(install: Callable[..., Scripted], tmp_path: Path) -> None:
    done = renkei("doctor", "--agents", cwd=tmp_path)

    assert [line.split()[1] for line in done.stdout.splitlines()] == list(PROGRAMS)
    assert (done.stdout.count("is not installed"), done.returncode) == (len(PROGRAMS), 0)
