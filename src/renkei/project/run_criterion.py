"""Runs the commands of acceptance criteria: argument lists without a shell, within limits.

Whatever a command does (hang, print without end, ask for input, leave children behind), it ends within its time, with
everything that it started, and sees only the environment variables that it is given. `supervisor` sees to that.
"""

import hashlib
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from renkei.contracts.events import Proof
from renkei.contracts.state import Contract
from renkei.frozen import frozen
from renkei.project import supervisor

ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV")
"""Variables that a command sees by default."""

_CHUNK = 65_536
_SHOWN = 400


@frozen
class RunLimits:
    """The most that a command may use: seconds, bytes of output, of memory and of one file, and processes.

    Memory and processes count for everything that the command starts, together.
    """

    seconds: float = 300.0
    output: int = 10 * 1024 * 1024
    memory: int = 2 * 1024**3
    file_size: int = 256 * 1024**2
    processes: int = 256


@frozen
class Run:
    """How a command ended.

    `exit_status` is None when the command was stopped, and `stopped` says why. `content_hash` is the SHA-256 of its
    output, `tail` the last 400 characters.
    """

    exit_status: int | None
    stopped: str
    content_hash: str
    seconds: float
    tail: str


def run(
    command: Sequence[str],
    directory: Path,
    limits: RunLimits | None = None,
    environment: Sequence[str] = ENVIRONMENT,
) -> Run:
    """Run a command in a directory and return how it ended; one that cannot be started counts as stopped."""
    limits = limits or RunLimits()
    env = {name: os.environ[name] for name in environment if name in os.environ}
    start = time.monotonic()
    if not command or not command[0]:
        return Run(None, "cannot be started: the command is empty", "", 0.0, "")
    try:
        control, report, process = _supervised(command, directory, env, limits)
    except (OSError, ValueError) as error:
        return Run(None, f"cannot be started: {error}", "", 0.0, "")
    with process, os.fdopen(report, "rb") as reported:
        try:
            content_hash, tail, stopped = _collect(process, limits, start + limits.seconds)
        finally:
            os.close(control)  # the supervisor ends what is left
            process.wait()
        kind, _, detail = reported.read(_CHUNK).partition(b"\n")[0].decode(errors="replace").partition(" ")
    if not stopped and kind not in ("exit", "signal"):
        stopped = f"cannot be started: {detail}" if kind == "failed" else detail or "its supervisor was killed"
    status = None if stopped else int(detail) * (1 if kind == "exit" else -1)
    return Run(status, stopped, content_hash, time.monotonic() - start, tail)


def _supervised(
    command: Sequence[str], directory: Path, env: dict[str, str], limits: RunLimits
) -> tuple[int, int, subprocess.Popen[bytes]]:
    """Start a command; return the pipe whose closing ends it, the pipe with the report, and its supervisor."""
    controlled, control = os.pipe()
    report, reporting = os.pipe()
    numbers = (controlled, reporting, limits.memory, limits.file_size, limits.processes)
    try:
        process = subprocess.Popen(  # noqa: S603 – running what the contract says is the task; no shell, within limits
            [sys.executable, "-I", "-S", supervisor.__file__, *map(str, numbers), *command],
            cwd=directory,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=(controlled, reporting),
        )
    except BaseException:
        os.close(control)
        os.close(report)
        raise
    finally:
        os.close(controlled)
        os.close(reporting)
    return control, report, process


def _collect(process: subprocess.Popen[bytes], limits: RunLimits, deadline: float) -> tuple[str, str, str]:
    """Read the output to its end or to a limit; return its hash, its tail, and the limit that was reached or ""."""
    assert process.stdout is not None
    digest, tail, total = hashlib.sha256(), b"", 0
    stopped = ""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while not stopped:
            left = deadline - time.monotonic()
            if left <= 0:
                stopped = f"ran longer than {limits.seconds:g} s"
            elif selector.select(left):
                chunk = os.read(process.stdout.fileno(), _CHUNK)
                if not chunk:
                    break
                total += len(chunk)
                digest.update(chunk)
                tail = (tail + chunk)[-_SHOWN * 4 :]
                stopped = f"printed more than {limits.output} bytes" if total > limits.output else ""
    if not stopped:
        stopped = _wait(process, deadline, limits)
    return digest.hexdigest(), tail.decode(errors="replace").strip()[-_SHOWN:], stopped


def _wait(process: subprocess.Popen[bytes], deadline: float, limits: RunLimits) -> str:
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return f"ran longer than {limits.seconds:g} s"
    return ""


def gather(
    entry: Contract,
    directory: Path,
    by: str,
    limits: RunLimits | None = None,
    environment: Sequence[str] = ENVIRONMENT,
) -> list[tuple[Proof, Run]]:
    """Run the command of each criterion that has one; return the proof that each gives, and how it ran."""
    found = []
    for index, criterion in enumerate(entry.terms.acceptance_criteria):
        if criterion.command is None:
            continue
        done = run(criterion.command, directory, limits, environment)
        ended = done.stopped or f"exit status {done.exit_status}"
        proof = Proof(
            criterion=index,
            method="command",
            by=by,
            met=done.exit_status == 0,
            detail=f"{criterion.criterion}: {' '.join(criterion.command)} ({ended})",
            exit_status=done.exit_status,
            content_hash=done.content_hash,
            seconds=round(done.seconds, 3),
        )
        found.append((proof, done))
    return found
