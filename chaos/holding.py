"""A process is stopped while it holds the writers' lock; a writer waits for it, and appends when it goes or dies."""

import os
import select
import signal
import subprocess
import time
from pathlib import Path

from fault_outcome import Outcome, check, make, python

APPENDS = 3
DEADLINE = 20.0
"""Seconds for the writer to reach the lock; then the try counts as one in which it did not wait."""

HOLD = """
import sys, renkei
with renkei.open(sys.argv[1]).log.exclusive():
    print("held", flush=True)
    sys.stdin.readline()
"""

WRITE = """
import sys, renkei
from renkei.board.decide import Write
project = renkei.open(sys.argv[1])
print("open", flush=True)
sys.stdin.readline()
for number in range(int(sys.argv[3])):
    record = project.do(Write("/goal", f"goal {number}"), command_id=f"{sys.argv[2]}-{number}")
    print(record.id, flush=True)
"""

Process = subprocess.Popen[str]


def stopped(scratch: Path, scale: float, hold: str = HOLD) -> Outcome:
    """Stop the holder, see a writer wait for the lock, then continue or kill the holder; all appends must follow.

    `hold` is the program that holds the lock; with one that holds nothing the outcome is unsound.
    """
    place = make(scratch / "stopped", 10)
    names: list[str] = []
    wrong: list[str] = []
    tries = max(2, round(6 * scale))
    for number in range(tries):
        said, unsound = _try(place, hold, f"h{number}", kill=number % 2 == 0)
        names += said
        wrong += unsound
    lost, unsound_log = check(place, names)
    note = "a writer waits; continued and released, or killed"
    return Outcome("SIGSTOP while holding the lock", tries, len(names), lost, (*wrong, *unsound_log), note)


def _try(place: Path, hold: str, name: str, *, kill: bool) -> tuple[list[str], list[str]]:
    """Return what the writer was told, and what is wrong."""
    with python(WRITE, place, name, APPENDS) as writer, _hold(hold, place, writer) as holder:
        holder.send_signal(signal.SIGSTOP)
        os.waitpid(holder.pid, os.WUNTRACED)  # until it has stopped
        _go(writer)
        wrong = [] if _waits(writer) else [f"{name}: the writer did not wait for the lock"]
        if kill:
            holder.kill()
        else:
            holder.send_signal(signal.SIGCONT)
            _go(holder)
        said = writer.communicate()[0].split()
    if len(said) != APPENDS:
        wrong.append(f"{name}: {len(said)} of {APPENDS} appends were acknowledged")
    return said, wrong


def _hold(hold: str, place: Path, writer: Process) -> Process:
    """Start the holder once the writer has opened the project; return when it holds the lock."""
    _expect(writer, "open")
    holder = python(hold, place)
    _expect(holder, "held")
    return holder


def _waits(writer: Process) -> bool:
    """Return whether the kernel lists the writer among those that wait for a lock; not once it has said something."""
    assert writer.stdout is not None
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        waiting = [line.split() for line in Path("/proc/locks").read_text().splitlines() if "->" in line]
        if any(str(writer.pid) in words for words in waiting):
            return True
        if select.select([writer.stdout.fileno()], [], [], 0.005)[0]:
            return False
    return False


def _expect(process: Process, word: str) -> None:
    assert process.stdout is not None
    if (found := process.stdout.readline().strip()) != word:
        raise RuntimeError(f"expected {word!r}, found {found!r}")


def _go(process: Process) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
