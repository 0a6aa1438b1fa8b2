"""Runs the command line as people do, and starts what people leave running in processes of its own."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import termios
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from contextvars import copy_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from runpy import run_module
from tempfile import TemporaryDirectory
from unittest.mock import patch

FORKS = multiprocessing.get_context("forkserver")
"""Starts processes by forking one that has loaded the library, which takes most of the time of a short one."""
FORKS.set_forkserver_preload(["loaded_commands", "process"])

APART = frozenset({"acp", "bridge", "hook", "mcp", "notify", "run", "serve", "team"})
"""Commands that serve, wait for signals or become another program: each gets a process, wherever it is called."""


def renkei(*arguments: object, cwd: Path, stdin: str = "", fresh: bool = False) -> subprocess.CompletedProcess[str]:
    """Run `renkei` with arguments in a directory; it may refuse, but never with a traceback.

    A process for each command takes several times as long as the command, and tests run thousands. So a command runs in
    the process of the test, with streams, variables and a directory of its own, unless it is `APART` or is to be
    `fresh`: for a test of what is loaded, or of the order of sets. `make test-thorough` gives each a process.
    """
    from thoroughness import THOROUGH  # which imports pytest, that a forked process does without

    words = [*map(str, arguments)]
    is_apart = THOROUGH or not APART.isdisjoint(words) or threading.current_thread() is not threading.main_thread()
    begin = _started if fresh else _forked if is_apart else _called
    done = begin(words, cwd, _environment(), stdin)
    assert "Traceback" not in done.stderr
    return done


def _started(arguments: list[str], cwd: Path, env: dict[str, str], stdin: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "renkei", *arguments]
    return subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, text=True, env=env, timeout=60)


def _environment() -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return ours | {"PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1", "TZ": "UTC"}


def _called(arguments: list[str], cwd: Path, env: dict[str, str], stdin: str) -> subprocess.CompletedProcess[str]:
    with streams(stdin) as files:
        status = copy_context().run(_call, arguments, cwd, env, files)
        return subprocess.CompletedProcess(arguments, status, *(file.read_bytes().decode() for file in files[1:]))


def _forked(arguments: list[str], cwd: Path, env: dict[str, str], stdin: str) -> subprocess.CompletedProcess[str]:
    with streams(stdin) as files:
        process = fork(arguments, cwd, env, files)
        process.join(60)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(arguments, 60)
        return subprocess.CompletedProcess(
            arguments, process.exitcode, *(file.read_bytes().decode() for file in files[1:])
        )


@contextmanager
def streams(stdin: str) -> Iterator[list[Path]]:
    """Make files for the three standard streams of a command; the first one holds what it reads."""
    with TemporaryDirectory() as place:
        files = [Path(place, name) for name in ("stdin", "stdout", "stderr")]
        files[0].write_text(stdin)
        yield files


def _call(arguments: list[str], cwd: Path, env: dict[str, str], files: list[Path]) -> int:
    """Be `renkei` for as long as a command takes, and return its exit status."""
    from renkei.edges.cli.main import main

    with ExitStack() as after:
        after.callback(os.chdir, Path.cwd())
        after.callback(time.tzset)
        after.enter_context(patch.dict(os.environ))
        after.enter_context(patch.multiple(sys, stdin=sys.stdin, stdout=sys.stdout, stderr=sys.stderr, argv=sys.argv))
        for number in range(3):
            kept = os.dup(number)
            after.callback(os.close, kept)
            after.callback(os.dup2, kept, number)
        _become(arguments, cwd, env, files)
        try:
            main()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:  # a process would also end with it
            traceback.print_exc()
            return 1
        finally:
            for stream in (sys.stdout, sys.stderr):
                stream.close()
    return 0


def fork(
    arguments: list[str], cwd: Path, env: dict[str, str], files: list[Path], first: Callable[[], None] | None = None
) -> BaseProcess:
    """Start `renkei` in a process forked from one that has loaded it; `files` are its three standard streams.

    The process calls `first` before it begins.
    """
    with patch.dict(os.environ, env):  # of the process that is forked, which the first command starts
        process = FORKS.Process(target=_run, args=(arguments, cwd, env, files, first))
        process.start()
    return process


def _run(
    arguments: list[str], cwd: Path, env: dict[str, str], files: list[Path], first: Callable[[], None] | None
) -> None:
    """Become `renkei` in a new process."""
    _become(arguments, cwd, env, files)
    if first is not None:
        first()
    run_module("renkei", run_name="__main__", alter_sys=True)


def _become(arguments: list[str], cwd: Path, env: dict[str, str], files: list[Path]) -> None:
    """Let this process have the streams, variables, directory and arguments of a command."""
    for number, (file, mode) in enumerate(zip(files, ("rb", "wb", "wb"), strict=True)):
        with file.open(mode) as opened:
            os.dup2(opened.fileno(), number)
    # The streams live as long as the process. The ones of the parent may be files, which a terminal is not.
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding=sys.stderr.encoding, errors=sys.stderr.errors, closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    os.chdir(cwd)
    sys.argv = ["renkei", *arguments]


class Running:
    """A forked `renkei` that does not end by itself, with what tests use of `subprocess.Popen`."""

    def __init__(self, process: BaseProcess, outputs: list[Path]) -> None:
        self._process = process
        self.stdout, self.stderr = (pipe.open(encoding="utf-8") for pipe in outputs)  # waits until it is opened there
        self.pid = process.pid or 0

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float = 60) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("renkei", timeout)
        return self._process.exitcode

    def communicate(self, timeout: float = 60) -> tuple[str, str]:
        """Return the rest of both outputs when it has ended."""
        with ThreadPoolExecutor(2) as readers:
            found = [readers.submit(stream.read) for stream in (self.stdout, self.stderr)]
            self.wait(timeout)
            return found[0].result(), found[1].result()

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it has ended, and its exit status is still on its way from its parent
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@contextmanager
def running(
    *arguments: object, cwd: Path, stdin: int | None = None, first: Callable[[], None] | None = None, **variables: str
) -> Iterator[Running]:
    """Run a forked `renkei` that does not end by itself, until the block ends; `stdin` is a handle that it reads.

    `variables` are added to its environment. The process calls `first` before it begins.
    """
    given = Path(os.devnull) if stdin is None else Path(f"/proc/{os.getpid()}/fd/{stdin}")
    with TemporaryDirectory() as place:
        outputs = [Path(place, name) for name in ("stdout", "stderr")]
        for pipe in outputs:
            os.mkfifo(pipe)
        process = Running(
            fork([*map(str, arguments)], cwd, _environment() | variables, [given, *outputs], first), outputs
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()


def on_terminal(*arguments: object, cwd: Path, typed: str = "", columns: int = 80) -> tuple[int, str]:
    """Run `renkei` on a terminal of its own and type a text; return the exit status and what the terminal shows."""
    env = _environment() | {"TERM": "xterm"}
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (50, columns))
    command = [sys.executable, "-m", "renkei", *map(str, arguments)]
    with subprocess.Popen(command, cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = b"".join(_read_terminal(ours))
    os.close(ours)
    return process.returncode, re.sub(r"\x1b\[[0-9;]*m", "", shown.decode().replace("\r\n", "\n"))


def _read_terminal(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other end is closed
            return
        if not part:
            return
        yield part
