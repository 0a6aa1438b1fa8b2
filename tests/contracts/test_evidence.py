"""A command that proves a criterion ends within its limits, whatever it does, and how it ended is the evidence."""

import hashlib
import os
import select
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from renkei import Project, TaskContract, validate
from renkei.engine import commands as c
from renkei.errors import BadValueError, NotAllowedError
from renkei.project.running.criteria import gather, run
from renkei.project.running.supervise import RunLimits
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


SLEEPER = f"[{PYTHON!r}, '-c', 'import time; time.sleep(600)']"
QUIET = "stdin=-3, stdout=-3, stderr=-3"
ESCAPES = {
    "in its group": f"p = subprocess.Popen({SLEEPER}); print(p.pid)",
    "in a session of its own": f"p = subprocess.Popen({SLEEPER}, start_new_session=True); print(p.pid)",
    "with its output closed": f"p = subprocess.Popen({SLEEPER}, start_new_session=True, {QUIET}); print(p.pid)",
    "as a daemon": f"os.fork() and os._exit(0); os.setsid(); p = subprocess.Popen({SLEEPER}, {QUIET}); print(p.pid)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the group of the command is ended")
@pytest.mark.parametrize("escape", ESCAPES.values(), ids=ESCAPES)
@pytest.mark.parametrize("hangs", [False, True])
def test_a_child_that_is_left_behind_is_ended(tmp_path: Path, escape: str, hangs: bool) -> None:
    code = f"import os, subprocess, time; {escape}; sys.stdout.flush(); {hangs} and time.sleep(600)"
    limits = RunLimits(seconds=2 if hangs else 60)
    done = run([PYTHON, "-c", f"import sys; {code}"], tmp_path, limits)
    for child in done.tail.splitlines():
        with suppress(ProcessLookupError):  # gone already
            handle = os.pidfd_open(int(child))
            assert select.select([handle], [], [], 0)[0], "the child still runs"
            os.close(handle)


def test_the_end_of_the_command_counts_and_not_that_of_what_it_leaves_behind(tmp_path: Path) -> None:
    code = f"import subprocess; subprocess.Popen({SLEEPER}, start_new_session=True); raise SystemExit(4)"
    assert run([PYTHON, "-c", code], tmp_path, RunLimits(seconds=60)).exit_status == 4


def test_a_command_that_needs_too_much_memory_fails(tmp_path: Path) -> None:
    done = run([PYTHON, "-c", "bytearray(400_000_000)"], tmp_path, RunLimits(seconds=60, memory=200_000_000))
    assert done.exit_status == 1
    assert "MemoryError" in done.tail


@pytest.mark.skipif(sys.platform != "linux", reason="what processes use together is read from /proc")
def test_processes_that_need_too_much_memory_together_are_stopped(tmp_path: Path) -> None:
    child = "[(a := bytearray(b'x') * 40_000_000), __import__('time').sleep(600)]"
    code = f"import subprocess, sys; [subprocess.Popen([sys.executable, '-c', {child!r}]) for _ in range(5)][0].wait()"
    done = run([PYTHON, "-c", code], tmp_path, RunLimits(seconds=60, memory=120_000_000))
    assert done.stopped == "used more than 120000000 bytes of memory"


@pytest.mark.skipif(sys.platform != "linux", reason="the number of processes is read from /proc")
def test_a_command_that_starts_processes_without_end_is_stopped(tmp_path: Path) -> None:
    code = "import subprocess, time; all = [subprocess.Popen(['sleep', '600']) for _ in range(12)]; time.sleep(600)"
    done = run([PYTHON, "-c", code], tmp_path, RunLimits(seconds=60, processes=10))
    assert done.stopped == "started more than 10 processes"


def test_a_command_cannot_fill_the_disk_with_one_file(tmp_path: Path) -> None:
    code = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); open('large', 'wb').write(bytes(3_000_000))"
    done = run([PYTHON, "-c", code], tmp_path, RunLimits(seconds=60, file_size=1_000_000))
    assert done.exit_status == 1
    assert "File too large" in done.tail
    assert (tmp_path / "large").stat().st_size <= 1_000_000


def test_a_command_that_kills_its_supervisor_proves_nothing(tmp_path: Path) -> None:
    done = run([PYTHON, "-c", "import os; os.kill(os.getppid(), 9)"], tmp_path, RunLimits(seconds=60))
    assert (done.exit_status, done.stopped) == (None, "its supervisor was killed")


def test_a_command_that_ends_by_a_signal_fails(tmp_path: Path) -> None:
    assert run([PYTHON, "-c", "import os; os.kill(os.getpid(), 9)"], tmp_path).exit_status == -9


def test_a_command_inherits_no_open_file(tmp_path: Path) -> None:
    code = "import os; print(len(os.listdir('/dev/fd')) - 1)"
    assert run([PYTHON, "-c", code], tmp_path).tail == "3"


@pytest.mark.parametrize("program", ["true -q", "true ", "/opt/true -q"])
def test_a_program_with_spaces_is_refused(program: str) -> None:
    with pytest.raises(BadValueError, match="has spaces") as raised:
        small_team().do(c.OpenContract(contract([program])), actor="lead")
    assert raised.value.path == "/acceptance_criteria/0/command"


@pytest.mark.parametrize("command", [[], [""], [" "], ["echo", "a\0b"]])
def test_a_command_that_cannot_be_one_is_refused_with_its_place(command: list[str], tmp_path: Path) -> None:
    project = small_team()
    with pytest.raises(BadValueError, match="no command that can be started") as raised:
        project.do(c.OpenContract(contract(command)), actor="lead")
    assert raised.value.path == "/acceptance_criteria/0/command"
    problems = validate({"task_contract": contract(command).model_dump(mode="json", by_alias=True)})
    assert [(one.code, one.path) for one in problems] == [
        ("BAD_COMMAND", "/task_contract/acceptance_criteria/0/command")
    ]
    assert "cannot be started" in run(command, tmp_path).stopped  # as an older log may hold one


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


def test_no_command_is_run_for_a_participant_that_may_not_judge_the_work(tmp_path: Path) -> None:
    project = submitted([PYTHON, "-c", "open('made', 'w')"])
    with pytest.raises(NotAllowedError):
        project.verify("T-1", directory=str(tmp_path), actor="ann")
    assert list(tmp_path.iterdir()) == []
    project.verify("T-1", directory=str(tmp_path), run=True, actor="lead")
    assert [one.name for one in tmp_path.iterdir()] == ["made"]
