"""A command that attacks the program that limits it: it ends in time, and nothing that it started is left."""

import subprocess
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


def test_a_command_and_what_it_starts_have_the_limits_of_its_supervisor(tmp_path: Path) -> None:
    names = "DATA", "FSIZE", "CORE"
    script = f"import resource\nfor name in {names}: print(resource.getrlimit(getattr(resource, 'RLIMIT_' + name)))"
    done = run(["sh", "-c", '"$0" -c "$1"', sys.executable, script], tmp_path, RunLimits(memory=2**30, file_size=2**20))
    assert done.tail.splitlines() == [str((one, one)) for one in (2**30, 2**20, 0)]


def test_a_lower_limit_of_the_machine_is_kept(tmp_path: Path) -> None:
    script = "import resource; print(resource.getrlimit(resource.RLIMIT_FSIZE))"
    lowered = f"""
import resource, sys
from pathlib import Path
from renkei.project.running.criteria import run
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
print(run([sys.executable, "-c", {script!r}], Path({str(tmp_path)!r})).tail)
"""
    printed = subprocess.run([sys.executable, "-c", lowered], capture_output=True, text=True, check=True).stdout
    assert printed == "(4096, 4096)\n"


def test_the_memory_of_all_processes_of_a_command_counts_together(tmp_path: Path) -> None:
    line = 'for n in 1 2 3 4; do "$0" -c \'import time; kept = b"x" * 60_000_000; time.sleep(600)\' & done; wait'
    done = run(["sh", "-c", line, sys.executable], tmp_path, RunLimits(seconds=60, memory=150_000_000))
    assert done.stopped == "used more than 150000000 bytes of memory"
    assert left(tmp_path) == []


def test_a_process_that_leaves_its_parents_and_their_session_ends_with_the_command(tmp_path: Path) -> None:
    done = run(
        ["sh", "-c", f"(setsid sh -c '{QUIET}; sleep 600 & echo > begun' &) ; until [ -e begun ]; do :; done"], tmp_path
    )
    assert (done.exit_status, done.stopped) == (0, "")
    assert left(tmp_path) == []


def test_threads_count_as_well_although_they_are_no_processes(tmp_path: Path) -> None:
    script = """
import threading, time
threading.stack_size(65536)
for _ in range(1500):
    threading.Thread(target=time.sleep, args=(600,)).start()
time.sleep(600)
"""
    done = run([sys.executable, "-c", script], tmp_path, RunLimits(seconds=60, processes=8))
    is_refused = "can't start new thread" in done.tail  # where the kernel limits an ordinary user
    assert is_refused or done.stopped == "started more than 8 processes"
    assert left(tmp_path) == []
