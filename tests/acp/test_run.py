"""`renkei run` lets one agent of the protocol work by itself: without a terminal, or in a talk."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import renkei
from process import renkei as command
from scripted_coding_agent import Scripted
from teammates.watching import tell, until

Make = Callable[..., Scripted]


@pytest.fixture
def goose(tmp_path: Path, scripted_agent: Make, monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """A scripted agent that is installed as goose, in a directory with a project."""
    agent = scripted_agent(prompts=[{"when": "which port", "steps": [{"say": "Port 8080."}]}])
    program = tmp_path / "bin" / "goose"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec {' '.join(agent.command)}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    renkei.create(tmp_path / ".renkei", "shop", "g").close()
    return agent


def started(*options: str, stdin: int = subprocess.DEVNULL) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "renkei", "run", "goose", "--as", "backend", "--join", "builder", *options]
    return subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_an_agent_without_a_terminal_joins_answers_and_ends_with_ctrl_c(tmp_path: Path, goose: Scripted) -> None:
    with renkei.open(tmp_path / ".renkei") as project, started() as process:
        until(project, lambda: "backend" in project.state.actors)
        asked = tell(project, "backend", "which port?", expected_response_type=["FREEFORM"])
        until(project, lambda: len(project.conversation(thread=asked)) == 2)
        assert project.conversation(thread=asked)[1].message.payload.body == "Port 8080."
        assert project.state.actors["backend"].role == "builder"
        assert (project.state.quota.turns, project.state.quota.tokens) == (None, None)
        process.send_signal(signal.SIGINT)
        shown = process.communicate(timeout=60)[0]
    assert "backend   → human" in shown
    assert "Traceback" not in shown
    assert "lead" not in goose.saw("prompt")[0].split("\n")[0]


@pytest.mark.long
def test_what_a_person_types_goes_to_the_agent_and_its_answer_is_shown(tmp_path: Path, goose: Scripted) -> None:
    with started("--chat", stdin=subprocess.PIPE) as process:
        shown = process.communicate("which port?\n", timeout=120)[0]
    assert "Port 8080." in shown
    assert "> which port?" in goose.saw("prompt")[0]


@pytest.mark.parametrize("options", [("--stay",), ("--chat", "--headless"), ("--", "--model", "x")])
def test_options_of_a_terminal_are_refused(goose: Scripted, options: tuple[str, ...]) -> None:
    with started(*options) as process:
        shown = process.communicate(timeout=60)[0]
    assert process.returncode == 2
    assert "cannot be used here" in shown
    assert goose.seen == []


def test_the_end_of_a_run_says_how_to_sign_in_to_a_member_that_left(tmp_path: Path, scripted_agent: Make) -> None:
    ben = scripted_agent(new_session=[{"error": {"code": -32000, "message": "no account"}}])
    members = [{"id": "ben", "role": "backend", "agent": ben.command}]
    team = {"team": {"goal": "Paint the door.", "lead": {"id": "lead"}, "members": members}}
    task = {"call": "TaskCreate", "arguments": {"subject": "Mix the paint", "role": "backend"}}
    script = {"script": {"lead": [{"when": "Paint the door", "then": [task, {"say": "Ben begins."}]}]}}
    for name, content in (("team.yaml", team), ("script.yaml", script)):
        (tmp_path / name).write_text(json.dumps(content))

    done = command("team", "run", "team.yaml", "--script", "script.yaml", cwd=tmp_path)

    assert done.returncode == 1
    first = next(line for line in done.stderr.splitlines() if line.startswith("ben has left."))
    assert first.endswith("it needs you to sign in (no account). Sign in to python once, in its own terminal.")
