"""Ctrl-C at every place at which Python can deliver it, in a thread that shares a project with others.

CPython runs signal handlers in the main thread, after a call, at the beginning of a function and when it jumps back. At
each of these places in turn, in the code that shares state, the main thread is interrupted while other threads write.
"""

import dis
import gc
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from types import FrameType
from typing import Any

import pytest

import renkei
from faults_of_the_system import needs_proc_locks, wait_until_somebody_waits_for
from renkei import KnowledgeShare, Project, Write, replay
from renkei.log.collecting import seldom_collected
from renkei.log.memory import MemoryLog
from team import small_team

SECONDS = 30
ROOMS = tuple(str(Path(renkei.__file__).parent / room) for room in ("project", "log", "store"))
"""Where state that threads share is touched; everything else is pure and changes nothing."""

CHECKED_AFTER = {"CALL", "CALL_KW", "CALL_FUNCTION_EX", "JUMP_BACKWARD", "RESUME"}
"""Instructions after which CPython looks for signals."""

SHARED = KnowledgeShare(topic="t", content="c", relevance_to_recipients="", actionable=False)


@pytest.fixture(autouse=True)
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restore the collector: a reader that is interrupted as it begins or ends leaves it seldom, which is harmless."""
    monkeypatch.setattr(seldom_collected, "_readers", seldom_collected._readers)
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


class Interrupter:
    """Raises KeyboardInterrupt at the place with a number."""

    def __init__(self, place: int) -> None:
        self.left = place
        self._names: dict[Any, dict[int, str]] = {}
        self._before: dict[FrameType, int] = {}

    def trace(self, frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(ROOMS):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            names = self._names.get(frame.f_code)
            if names is None:
                names = self._names[frame.f_code] = {
                    one.offset: one.opname for one in dis.get_instructions(frame.f_code)
                }
            before = self._before.get(frame)
            self._before[frame] = frame.f_lasti
            if before is not None and names[before] in CHECKED_AFTER:
                self.left -= 1
                if self.left == 0:
                    raise KeyboardInterrupt
        return self.trace


def interrupt_everywhere(act: Callable[[], object], check: Callable[[], None], most: int) -> int:
    """Repeat an act, each time interrupted at the next place, until it ends before its place is reached."""
    for place in range(1, most):
        interrupter = Interrupter(place)
        sys.settrace(interrupter.trace)
        try:
            act()
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(None)
        if interrupter.left > 0:
            return place
        check()
    return most


@contextmanager
def others_at_work(project: Project, acknowledged: list[tuple[str, int]]) -> Iterator[threading.Semaphore]:
    """Have two other threads write to the project once for each release; each notes what was acknowledged."""
    turn = threading.Semaphore(0)
    stop = threading.Event()

    def work(name: str) -> None:
        number = 0
        while turn.acquire() and not stop.is_set():
            number += 1
            record = project.do(Write(f"/agents/{name}/current_task", f"{name}-{number}"))
            if record is not None:
                acknowledged.append((record.id, record.seq))

    threads = [threading.Thread(target=work, args=(name,), daemon=True) for name in ("ann", "bob")]
    for thread in threads:
        thread.start()
    try:
        yield turn
    finally:
        stop.set()
        turn.release(len(threads))
        for thread in threads:
            thread.join(SECONDS)
        assert not any(thread.is_alive() for thread in threads)


def a_turn(project: Project) -> None:
    with project.turn("eve") as turn:
        turn.send(SHARED, to="bob")
        turn.set(status="working")


ACTS: dict[str, Callable[[Project], object]] = {
    "send": lambda project: project.send(project.message("eve", SHARED, "bob")),
    "turn": a_turn,
    "read": lambda project: (list(project.log.read(project.log.last() - 3)), project.obligations("eve"), project.state),
}


@pytest.mark.short("read-memory", "send-*")
# An interrupt that comes while an object is finalized is printed by Python and ignored.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", ["memory", "file"])
@pytest.mark.parametrize("act", ACTS)
def test_an_interrupt_anywhere_loses_nothing_and_blocks_nobody(act: str, kind: str, tmp_path: Path) -> None:
    project = small_team(":memory:" if kind == "memory" else tmp_path / "team", guarded=False)
    project.join("eve")
    acknowledged: list[tuple[str, int]] = []

    def interrupted(turn: threading.Semaphore) -> None:
        turn.release(2)
        ACTS[act](project)

    def nobody_is_blocked() -> None:
        thread = threading.Thread(target=project.do, args=(Write("/goal", "next"),), daemon=True)
        thread.start()
        thread.join(SECONDS)
        assert not thread.is_alive()

    with others_at_work(project, acknowledged) as turn:
        places = interrupt_everywhere(lambda: interrupted(turn), nobody_is_blocked, most=5000)
    assert 5 < places < 5000
    records = list(project.records())
    assert [one.seq for one in records] == list(range(1, len(records) + 1))
    assert set(acknowledged) <= {(one.id, one.seq) for one in records}
    assert replay(records) == project.state
    assert "eve" not in project.state.turns
    project.close()


WAITING = """
import sys, renkei
project = renkei.open(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
project.do(renkei.Write("/goal", "never"))
"""


@needs_proc_locks
def test_a_program_that_waits_for_another_writer_ends_at_once_on_ctrl_c(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    program = subprocess.Popen(
        [sys.executable, "-c", WAITING, str(tmp_path)], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True
    )
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    with project.log.exclusive():
        print(file=program.stdin, flush=True)
        wait_until_somebody_waits_for(tmp_path / "log.lock")
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=SECONDS)
    assert "KeyboardInterrupt" in errors
    assert project.state.board.get("/goal") == "a goal"


def test_the_test_finds_a_lock_that_an_interrupt_leaves_locked() -> None:
    """The proof that the test above can fail: a log with a lock that is acquired outside of `with`."""
    lock = threading.Lock()
    interrupted_while_locked = 0

    class Careless(MemoryLog):
        def last(self) -> int:
            lock.acquire()
            found = super().last()
            lock.release()
            return found

    # The careless code must lie in the package to be interrupted.
    code = Careless.last.__code__.replace(co_filename=f"{ROOMS[0]}/careless.py")
    Careless.last.__code__ = code
    log = Careless()

    def check() -> None:
        nonlocal interrupted_while_locked
        if lock.locked():
            interrupted_while_locked += 1
            lock.release()

    interrupt_everywhere(log.last, check, most=100)
    assert interrupted_while_locked
