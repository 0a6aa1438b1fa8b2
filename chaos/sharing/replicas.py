"""What happens to one machine of several: its processes stop or sleep, its replica is deleted, its clock is wrong."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fault_outcome import Outcome, python

from renkei import Project
from renkei.errors import TurnOpenError
from renkei.log.file_lock import try_lock
from sharing.shared import MACHINES, Shared, shared

HERE, THERE = MACHINES
HOUR = timedelta(hours=1)

Harm = Callable[[Shared], Iterator[str]]
"""Does harm to a machine of a project that no process has opened, and yields what is wrong."""


def failing_replicas(scratch: Path, scale: float) -> Outcome:
    """Let each harm happen to one machine; both must work during it and afterwards."""
    rounds = max(1, round(3 * scale))
    wrong: list[str] = []
    with shared(scratch) as made:
        for harm in HARMS * rounds:
            wrong += harm(made)
            with made.open(HERE) as here, made.open(THERE) as there:
                made.work(here, there, times=5)
        lost, unsound = made.compared()
    note = "the process that feeds stopped; the replica deleted while in use; clocks an hour apart; a machine asleep"
    tried = len(HARMS) * rounds
    return Outcome("machines that share a stream", tried, len(made.acknowledged), lost, (*wrong, *unsound), note)


@contextmanager
def _process(code: str, made: Shared) -> Iterator["subprocess.Popen[str]"]:
    """Run a program on a machine during a block, which begins when it says so."""
    with python(code, made.place / THERE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline(), "it did not begin"
            yield process
        finally:
            process.kill()


FEED = """
import sys, renkei
project = renkei.open(sys.argv[1])
project.log.catch_up()
print("fed", flush=True)
sys.stdin.readline()
"""


def _feeder_stopped(made: Shared) -> Iterator[str]:
    """Stop the process that feeds the replica of its machine, which keeps its lock, and kill it then."""
    with _process(FEED, made) as feeding, made.open(HERE) as here, made.open(THERE) as there:
        if _is_fed(there):
            yield "the other process does not feed"
        feeding.send_signal(signal.SIGSTOP)
        made.work(here, there, times=3)
        feeding.kill()
        made.work(here, there, times=5)


def _is_fed(project: Project) -> bool:
    """Return whether this process could feed the replica: no other one has the lock."""
    handle = os.open(project.log.path.with_suffix(".feed"), os.O_RDWR)  # type: ignore[attr-defined]
    try:
        return try_lock(handle, 0)
    finally:
        os.close(handle)


def _replica_deleted(made: Shared) -> Iterator[str]:
    """Delete the replica while a process has it open, which may go on with it; others read the stream again."""
    with made.open(HERE) as here, made.open(THERE) as there:
        made.work(here, there, times=3)
        for end in ("", "-wal", "-shm"):
            Path(f"{there.log.path}{end}").unlink(missing_ok=True)  # type: ignore[attr-defined]
        made.work(here, there, times=3)
        with made.open(THERE) as fresh:
            made.work(here, there, fresh, times=3)
            if fresh.log.last() < len(made.acknowledged):
                yield "a replica that was deleted is not read again"


def _clocks_apart(made: Shared) -> Iterator[str]:
    with made.open(THERE) as there, made.open(HERE, now=_later(there)) as here:
        made.work(here, there)
    yield from ()


def _later(project: Project) -> Callable[[], str]:
    """Return a clock that is an hour after the last record."""
    (last,) = project.log.read(project.log.last() - 1)
    ahead = datetime.fromisoformat(last.at) + HOUR - datetime.now(UTC)
    return lambda: (datetime.now(UTC) + ahead).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


SLEEP = """
import sys, renkei
from renkei.board.decide import Write
from renkei.errors import RenkeiError
project = renkei.open(sys.argv[1])
try:
    with project.turn("agent-0") as turn:
        turn.set(status="working")
        print("begun", flush=True)
        name = sys.stdin.readline().strip()
    print("ended")
except RenkeiError as error:
    print(error.code)
while True:
    try:
        project.do(Write("/goal", name), command_id=name)
        print(name)
        break
    except RenkeiError:
        pass
"""


NOT_ENDED = ("TURN_LOST", "STREAM_UNAVAILABLE", "LOG_UNCERTAIN")
"""What the end of a turn may say that another one has replaced; its connection is lost, too."""


def _asleep(made: Shared) -> Iterator[str]:
    """Let a machine sleep in a turn, while an hour passes for the other one and every connection is lost."""
    with _process(SLEEP, made) as sleeping, made.open(HERE) as here:
        try:
            here.turn("agent-0").__enter__()
            yield "another machine began a turn that is open"
        except TurnOpenError:
            pass
        sleeping.send_signal(signal.SIGSTOP)
        for wire in made.wires[THERE]:
            wire.cut()
        with made.open(HERE, now=_later(here)) as later:
            made.work(later)
            with later.turn("agent-0") as turn:
                turn.set(status="idle")
        sleeping.send_signal(signal.SIGCONT)
        said, errors = sleeping.communicate(made.name(), timeout=60)
        ended, *done = said.split()
        if ended not in NOT_ENDED or done != [made.name()]:
            yield f"the machine that slept said {said.split()} {errors[-200:]}"
        made.acknowledged.append(made.name())
        here.log.catch_up()
        if (status := here.state.board.get("/agents/agent-0/status")) != "idle":
            yield f"the turn of the machine that slept took effect: {status}"


HARMS: tuple[Harm, ...] = (_feeder_stopped, _replica_deleted, _clocks_apart, _asleep)
