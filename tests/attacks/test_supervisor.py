"""A command that attacks the program that limits it: it ends in time, and nothing that it started is left."""

import sys
from pathlib import Path

import pytest

from renkei.project.running import supervise
from renkei.project.running.criteria import run
from renkei.project.running.supervise import RunLimits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the processes are found in /proc")

QUIET = "exec >/dev/null 2>&1"
STOPPED = {
    "once": "kill -STOP $PPID; sleep 600",
    "again and again": f"{QUIET}; while :; do kill -STOP $PPID; done",
    "by a process of another session": f"{QUIET}; setsid sh -c 'while :; do kill -STOP '$PPID'; done' & sleep 600",
    "at its end": "kill -STOP $PPID",
}


def left(directory: Path) -> list[str]:
    """Return the command lines of processes that work in a directory."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve(strict=True) == directory:
                found.append((process / "cmdline").read_bytes().decode().replace("\0", " "))
        except OSError:
            continue  # it has ended
    return found


@pytest.mark.parametrize("attack", STOPPED)
def test_a_command_that_stops_its_supervisor_is_ended(
    attack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervise, "GRACE", 0.5)
    done = run(["sh", "-c", STOPPED[attack]], tmp_path, RunLimits(seconds=0.5))
    assert (done.exit_status, done.stopped) == (None, "ran longer than 0.5 s")
    assert left(tmp_path) == []
