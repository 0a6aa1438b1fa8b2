"""Kills a process at every call with which it changes a file: before the call, or in the middle of a write.

The child is traced (ptrace), so that the points are those of the whole process, SQLite's own among them, and nothing
in renkei knows of it.
"""

import os
import shutil
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from fault_outcome import Outcome, check, failure
from power import Unsynced
from ptrace.binding import ptrace_traceme
from ptrace.debugger import PtraceDebugger, PtraceProcess
from ptrace.debugger.process_event import ProcessExit
from ptrace.func_call import FunctionCallOptions

from renkei.project.writing.sequencer import Sequencer

CHANGES = frozenset(
    """write writev pwrite64 pwritev fsync fdatasync sync_file_range ftruncate truncate rename renameat renameat2
    unlink unlinkat link linkat symlink mkdir mkdirat rmdir fallocate copy_file_range sendfile chmod fchmod""".split()  # noqa: SIM905
)
"""Calls that change files."""

WRITES = frozenset(("write", "pwrite64"))
"""Calls of which half may be done."""

SIZE = "rdx"
"""The register that holds how many bytes a write has (x86-64; elsewhere writes are not torn)."""

FAILED = "the work failed: "
"""How a line begins that acknowledges nothing."""

Work = Callable[[Path, Callable[[str], None]], None]
"""Does something in a project's directory and tells of each command that was acknowledged."""


def can_trace() -> bool:
    """Tell whether this system lets a process trace its child; some containers do not."""
    child = os.fork()
    if child == 0:
        try:
            ptrace_traceme()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def step_through(
    fault: str, made: Path, work: Work, scratch: Path, *, torn: bool = False, power: bool = False, every: int = 1
) -> Outcome:
    """Do the work again and again on copies of a project, killed at one call further each time, until it ends.

    `torn`: killed in the middle of a write. `power`: every write that was not synced is dropped.
    """
    tried = acknowledged = lost = 0
    wrong: list[str] = []
    _rehearse(made, work, scratch)
    for point in range(0, 1_000_000, every):
        place = scratch / "p"
        shutil.copytree(made, place)
        unsynced = Unsynced(place) if power else None
        told, ended = _until(place, work, point, torn, unsynced)
        said = [line for line in told if not line.startswith(FAILED)]
        wrong += [f"call {point}: {line}" for line in told if line.startswith(FAILED)]
        if unsynced is not None and not ended:
            unsynced.drop()
        gone, unsound = check(place, said)
        tried, acknowledged, lost = tried + 1, acknowledged + len(said), lost + gone
        wrong += [f"call {point}: {text}" for text in unsound]
        shutil.rmtree(place)
        if ended:
            break
    return Outcome(fault, tried, acknowledged, lost, tuple(wrong))


def _rehearse(made: Path, work: Work, scratch: Path) -> None:
    """Do the work once in this process, so that no child has to load and build what takes most of its time."""
    place = scratch / "rehearsed"
    shutil.copytree(made, place)
    with suppress(Exception):  # the children tell what is wrong
        work(place, lambda name: None)
    shutil.rmtree(place)


def _until(place: Path, work: Work, point: int, torn: bool, unsynced: Unsynced | None) -> tuple[list[str], bool]:
    """Let a child work until its call number `point`; give what it acknowledged, and whether it came to its end."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _work(place, work, write)
    os.close(write)
    debugger = PtraceDebugger()
    try:
        process = debugger.addProcess(child, is_attached=True)
        ended = _trace(debugger, process, point, torn, unsynced)
    finally:
        debugger.quit()
    with os.fdopen(read) as told:
        return [line.strip() for line in told.read().splitlines(keepends=True) if line.endswith("\n")], ended


def _work(place: Path, work: Work, told: int) -> None:
    """Work in this thread, which is the one that is traced: no other thread may append or write a file for it."""
    threading.main_thread = lambda: None  # type: ignore[assignment,return-value]
    Sequencer._wake = lambda self: None  # type: ignore[method-assign]
    ptrace_traceme()
    os.kill(os.getpid(), signal.SIGSTOP)  # until the tracer is there
    try:
        work(place, lambda name: _tell(told, name))
    except BaseException as error:
        _tell(told, f"{FAILED}{failure(error)}")
    os._exit(0)


def _tell(told: int, name: str) -> None:
    os.write(told, f"{name}\n".encode())


def _trace(debugger: PtraceDebugger, process: PtraceProcess, point: int, torn: bool, unsynced: Unsynced | None) -> bool:
    seen = -1
    try:
        while True:
            process.syscall()
            event = debugger.waitSyscall(process)
            call = event.process.syscall_state.event(FunctionCallOptions())
            fits = call is not None and call.result is None and call.name in (WRITES if torn else CHANGES)
            seen += fits
            if fits and seen == point:
                if torn:
                    process.setreg(SIZE, process.getreg(SIZE) // 2)
                    process.syscall()
                    debugger.waitSyscall(process)
                process.kill(signal.SIGKILL)
                process.waitExit()
                return False
            if unsynced is not None and call is not None and call.result is None:
                unsynced.observe(event.process.pid, call)
    except ProcessExit:
        return True
