"""A command that proves a criterion ends within its limits, whatever it does, and how it ended is the evidence."""

import hashlib
import os
import select
import sys
from pathlib import Path

import pytest

from renkei import Project, TaskContract
from renkei.engine import commands as c
from renkei.project.run_criterion import RunLimits, gather, run
from team import START, small_team

PYTHON = sys.executable


def test_the_exit_status_and_the_hash_of_the_output_are_the_evidence(tmp_path: Path) -> None:
    done = run([PYTHON, "-c", "print('48 passed')"], tmp_path)
    assert (done.exit_status, done.stopped) == (0, "")
    assert done.content_hash == hashlib.sha256(b"48 passed\n").hexdigest()
    assert run([PYTHON, "-c", "raise SystemExit(3)"], tmp_path).exit_status == 3


def test_a_command_that_hangs_is_stopped(tmp_path: Path) -> None:
    done = run([PYTHON, "-c", "import threading; threading.Event().wait()"], tmp_path, RunLimits(seconds=0.5))
    assert done.exit_status is None
    assert done.stopped == "ran longer than 0.5 s"
    assert done.seconds < 20


def test_a_command_that_floods_is_stopped(tmp_path: Path) -> None:
    done = run([PYTHON, "-c", "while True: print('x' * 1000)"], tmp_path, RunLimits(seconds=60, output=100_000))
    assert done.stopped == "printed more than 100000 bytes"
    assert len(done.tail) <= 400


def test_a_command_that_asks_for_input_gets_none(tmp_path: Path) -> None:
    done = run([PYTHON, "-c", "input('password: ')"], tmp_path, RunLimits(seconds=60))
    assert done.exit_status == 1
    assert "EOFError" in done.tail


def test_a_child_that_is_left_behind_is_ended(tmp_path: Path) -> None:
    code = f"import subprocess; p = subprocess.Popen([{PYTHON!r}, '-c', 'import time; time.sleep(600)']); print(p.pid)"
    done = run([PYTHON, "-c", code], tmp_path, RunLimits(seconds=2))
    child = int(done.tail.splitlines()[0])
    try:
        handle = os.pidfd_open(child)
    except ProcessLookupError:
        return  # gone already
    assert select.select([handle], [], [], 30)[0], "the child still runs"


def test_a_command_sees_only_the_variables_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "1234")
    shown = run([PYTHON, "-c", "import os; print('SECRET' in os.environ)"], tmp_path)
    assert shown.tail == "False"


def test_a_command_that_does_not_exist_proves_nothing(tmp_path: Path) -> None:
    done = run(["no-such-command"], tmp_path)
    assert done.exit_status is None
    assert "cannot be started" in done.stopped


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    run(["echo", "x; touch made"], tmp_path)
    assert list(tmp_path.iterdir()) == []


def contract(*commands: list[str]) -> TaskContract:
    criteria = [{"criterion": f"check {i}", "command": command} for i, command in enumerate(commands)]
    terms = {"id": "T-1", "delegator": "lead", "assignee": "ann", "inputs": {"description": "the API"}}
    return TaskContract.model_validate(
        terms | {"expected_output": {"format": "code"}, "acceptance_criteria": criteria, "created_at": START}
    )


def submitted(*commands: list[str]) -> Project:
    project = small_team()
    project.do(c.OpenContract(contract(*commands)), actor="lead")
    project.do(c.TransitionContract("T-1", "submit"), actor="ann")
    return project


def verify(project: Project, directory: Path) -> None:
    found = gather(project.state.contracts.entries["T-1"], directory, "lead")
    project.do(c.ProveContract("T-1", tuple(proof for proof, _ in found)), actor="lead")


def test_work_whose_every_criterion_is_proved_by_its_command_is_completed(tmp_path: Path) -> None:
    project = submitted([PYTHON, "-c", ""], [PYTHON, "-c", "print(1)"])
    verify(project, tmp_path)
    assert project.state.contracts.entries["T-1"].status == "completed"


def test_a_command_that_fails_does_not_complete_the_work_until_it_succeeds(tmp_path: Path) -> None:
    project = submitted([PYTHON, "-c", "import os, sys; sys.exit(not os.path.exists('done'))"])
    verify(project, tmp_path)
    entry = project.state.contracts.entries["T-1"]
    assert entry.status == "submitted"
    assert [proof.met for proof in entry.proofs] == [False]
    (tmp_path / "done").touch()
    verify(project, tmp_path)
    assert project.state.contracts.entries["T-1"].status == "completed"
