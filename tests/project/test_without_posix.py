"""On Windows everything in memory works, and the rest says what is missing before anything starts."""

import subprocess
import sys
from pathlib import Path

import pytest
from portable import EVERYWHERE, IN_MEMORY, ON_POSIX

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "tests" / "without_posix.py"

A_COMMAND = """
import without_posix
from pathlib import Path
from renkei.project.running.supervise import RunLimits, supervised
supervised(["true"], Path("."), {}, RunLimits())
"""


def python(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, arguments)]
    env = {"PYTHONPATH": str(PROGRAM.parent), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=60)


def test_a_project_in_memory_works(tmp_path: Path) -> None:
    done = python("-c", f"import without_posix\n{IN_MEMORY}", cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("True None\n", "")


@pytest.mark.short("replay")
@pytest.mark.parametrize("command", EVERYWHERE, ids=lambda command: command[0])
def test_documents_and_scenarios_need_no_posix(command: tuple[str, ...], tmp_path: Path) -> None:
    done = python(PROGRAM, *command, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.short("init*")
@pytest.mark.parametrize("command", [*ON_POSIX, ("demo", "--serve")], ids=" ".join)
def test_a_directory_is_refused_before_anything_is_written(command: tuple[str, ...], tmp_path: Path) -> None:
    done = python(PROGRAM, *command, cwd=tmp_path)
    assert (done.returncode, done.stderr.partition(":")[0]) == (1, "error UNSUPPORTED_SYSTEM")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_project_that_another_system_made_is_refused(tmp_path: Path) -> None:
    made = python("-c", "import renkei; renkei.create('shop', goal='ship').close()", cwd=tmp_path)
    assert made.stderr == ""
    for command in ("status", "serve", "doctor"):
        done = python(PROGRAM, "-C", "shop", command, cwd=tmp_path)
        assert (done.returncode, "WSL on Windows" in done.stderr) == (1, True)


def test_a_command_is_refused_before_it_starts(tmp_path: Path) -> None:
    done = python("-c", A_COMMAND, cwd=tmp_path)
    assert done.stderr.splitlines()[-1].startswith(
        "renkei.errors.projects.UnsupportedSystemError: renkei cannot run commands within limits on this system"
    )
