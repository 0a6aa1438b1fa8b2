"""Run the commands of members and of acceptance criteria: argument lists without a shell, within limits.

A command that hangs, prints without end, asks for input or leaves children behind ends in time, with everything it
started, and its environment holds only the given variables. `supervisor` ensures that. In a cage (`cage`), a command
reaches neither the supervisor nor anything else outside. Without a cage, a hostile command runs as the same user, so it
can kill the supervisor, and what it started then keeps running.
"""

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

from renkei.errors import UnsupportedSystemError
from renkei.immutable.frozen import frozen
from renkei.log.port import never
from renkei.log.posix import IS_SUPPORTED
from renkei.project.running.cage import Cage, OpenCage

ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV")
"""Variables that a command sees by default."""

SUPERVISOR = Path(__file__).with_name("supervisor.py")

SLICE = 0.2
"""Seconds after which a quiet command is checked for cancellation."""

GRACE = 5.0
"""Seconds in which a supervisor ends a command that is to end; it needs three at most."""

_CHUNK = 65_536


@frozen
class RunLimits:
    """The limits of a command: seconds, bytes of output, of memory, of one file and of disk, and processes.

    Memory, disk and processes are totals of everything that the command starts. `disk` is what the free space of the
    working directory's file system may shrink by while the command runs; the machine's memory outside of processes, as
    of shared files and the kernel, may grow by `memory`.
    """

    seconds: float = 300.0
    output: int = 10 * 1024 * 1024
    memory: int = 2 * 1024**3
    file_size: int = 256 * 1024**2
    processes: int = 256
    disk: int = 4 * 1024**3


@frozen
class Ended:
    """How a command ended: if it was stopped, `stopped` is the reason and there is no `exit_status`."""

    exit_status: int | None
    stopped: str
    seconds: float = 0.0


def variables(names: Sequence[str]) -> dict[str, str]:
    """Return those of the named environment variables that are set."""
    return {name: os.environ[name] for name in names if name in os.environ}


def supervise(
    command: Sequence[str],
    directory: Path,
    limits: RunLimits,
    environment: Mapping[str, str],
    take: Callable[[bytes], None],
    cancelled: Callable[[], bool] = never,
    cage: Cage | None = None,
) -> Ended:
    """Run a command, in a cage if there is one, and pass its output to `take`.

    `cancelled` is called now and then, and may raise. The exit status of a caged command that a signal ended is 128
    and the signal's number.
    """
    start = time.monotonic()
    if not command or not command[0]:
        return Ended(None, "cannot be started: the command is empty")
    with ExitStack() as stack:
        try:
            opened = OpenCage() if cage is None else stack.enter_context(cage.opened(directory))
            given = environment if cage is None else cage.environment(environment)
            line = [*opened.words, *command]
            control, report, process = supervised(line, directory, given, limits, passed=opened.descriptors)
        except (OSError, ValueError) as error:
            return Ended(None, f"cannot be started: {error}")
        stack.enter_context(process)
        reported = stack.enter_context(os.fdopen(report, "rb"))
        try:
            stopped = _collect(process, limits, start + limits.seconds, take, cancelled)
        finally:
            end_supervised(process, control)
        status, stopped = how_ended(reported.read(_CHUNK), stopped)
        if status is not None and not opened.was_entered():
            status, stopped = None, "cannot be started in its cage; the end of its output says why"
    return Ended(status, stopped, time.monotonic() - start)


def end_supervised(process: subprocess.Popen[bytes], control: int) -> None:
    """End a command with everything that it started, and its supervisor.

    Closing the pipe tells the supervisor. A command may have stopped it, and may stop it again. Its
    processes are then killed from here, while they are still below the supervisor.
    """
    os.close(control)
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        from renkei.project.running.supervisor import end_below  # does not load on Windows

        end_below(process.pid)
        process.send_signal(signal.SIGCONT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        process.kill()
        process.wait()


def how_ended(report: bytes, stopped: str) -> tuple[int | None, str]:
    """Return the exit status of a command and the reason for stopping it, from its supervisor's report."""
    kind, _, detail = report.partition(b"\n")[0].decode(errors="replace").partition(" ")
    if not stopped and kind not in ("exit", "signal"):
        stopped = f"cannot be started: {detail}" if kind == "failed" else detail or "its supervisor was killed"
    return (None if stopped else int(detail) * (1 if kind == "exit" else -1)), stopped


def supervised(
    command: Sequence[str],
    directory: Path,
    env: Mapping[str, str],
    limits: RunLimits,
    given: int | IO[bytes] = subprocess.DEVNULL,
    passed: Sequence[int] = (),
) -> tuple[int, int, subprocess.Popen[bytes]]:
    """Start a command; return the pipe whose closing ends it, the pipe with the report, and its supervisor.

    `given` is its standard input, `passed` are further descriptors that it keeps. Raises OSError, ValueError,
    or UnsupportedSystemError on Windows.
    """
    if not IS_SUPPORTED:
        raise UnsupportedSystemError(act="run commands within limits")
    controlled, control = os.pipe()
    report, reporting = os.pipe()
    numbers = (controlled, reporting, limits.memory, limits.file_size, limits.processes, limits.disk)
    try:
        process = subprocess.Popen(  # noqa: S603 – running what the contract says is the task; no shell, within limits
            [sys.executable, "-I", "-S", str(SUPERVISOR), *map(str, numbers), *command],
            cwd=directory,
            env=env,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=(controlled, reporting, *passed),
        )
    except BaseException:
        os.close(control)
        os.close(report)
        raise
    finally:
        os.close(controlled)
        os.close(reporting)
    return control, report, process


def _collect(
    process: subprocess.Popen[bytes],
    limits: RunLimits,
    deadline: float,
    take: Callable[[bytes], None],
    cancelled: Callable[[], bool],
) -> str:
    """Read the output to its end or to a limit, and wait; return the reason to stop the command, or ""."""
    assert process.stdout is not None
    total = 0
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while not (stopped := _why_stopped(limits, deadline, cancelled)):
            if selector.select(min(SLICE, max(0.0, deadline - time.monotonic()))):
                chunk = os.read(process.stdout.fileno(), _CHUNK)
                if not chunk:
                    break
                total += len(chunk)
                take(chunk)
                if total > limits.output:
                    return f"printed more than {limits.output} bytes"
    while not stopped:
        try:
            process.wait(min(SLICE, max(0.0, deadline - time.monotonic())))
        except subprocess.TimeoutExpired:
            stopped = _why_stopped(limits, deadline, cancelled)
        else:
            break
    return stopped


def _why_stopped(limits: RunLimits, deadline: float, cancelled: Callable[[], bool]) -> str:
    if cancelled():
        return "was cancelled"
    return f"ran longer than {limits.seconds:g} s" if time.monotonic() >= deadline else ""
