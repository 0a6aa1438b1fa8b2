"""A process that a test kills or freezes: an agent, a service, a team of yours."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread

PATIENCE = 30.0
"""Seconds within which a process must have printed or ended."""


class ChildProcess:
    """A process in its own group, for the time of a block; at its end the whole group is killed.

    `variables` are added to the environment. Its output and errors are read together, line by line.
    """

    def __init__(
        self, command: Sequence[str | Path], cwd: str | Path | None = None, variables: Mapping[str, str] | None = None
    ) -> None:
        self._process = subprocess.Popen(  # noqa: S603 – the command is the test's
            [str(one) for one in command],
            cwd=cwd,
            env=os.environ | (variables or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        self._changed = Condition()
        self._ended = False
        self.output: list[str] = []
        """The complete lines that it has printed, without line feeds."""
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The id of the process, and of its group."""
        return self._process.pid

    def wait_for(self, text: str, timeout: float = PATIENCE) -> str:
        """Return the first line that contains a text, as soon as it is printed.

        Raises AssertionError with the output if the process ends or the time is over before.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self._found(text) is not None, timeout)
            found = self._found(text)
        if found is None:
            self._fail(f"It has not printed {text!r}")
        return found or ""

    def wait_for_lines(self, count: int, timeout: float = PATIENCE) -> list[str]:
        """Return its output when it has so many lines; raises AssertionError as `wait_for` does."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or len(self.output) >= count, timeout)
        if len(self.output) < count:
            self._fail(f"It has not printed {count} lines")
        return self.output

    def wait(self, timeout: float = PATIENCE) -> int:
        """Wait for its end, and return its exit status, or the negative number of the signal that killed it."""
        try:
            status = self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self._fail("It has not ended")
            raise
        self._reader.join(timeout)
        return status

    def kill(self) -> int:
        """Kill the group with SIGKILL, without a chance to clear up, and return its status when it has ended."""
        self._signal(signal.SIGKILL)
        return self.wait()

    def terminate(self) -> int:
        """Ask the group to end, with SIGTERM, and return its status when it has ended."""
        self._signal(signal.SIGTERM)
        return self.wait()

    def freeze(self) -> None:
        """Stop the group where it is, as a machine does that is out of memory or asleep; `thaw` lets it continue."""
        self._signal(signal.SIGSTOP)
        if hasattr(os, "waitid"):  # macOS has none; there it stops a moment later
            os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def thaw(self) -> None:
        """Let a frozen group continue."""
        self._signal(signal.SIGCONT)

    def __enter__(self) -> "ChildProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        if (
            self._process.stdout is not None and not self._reader.is_alive()
        ):  # a process that left the group may hold it
            self._process.stdout.close()

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):  # the last process of the group has ended
            os.killpg(self.pid, number)

    def _read(self) -> None:
        """Collect lines until the output is closed, which a process that left the group may do after the block."""
        assert self._process.stdout is not None
        with self._process.stdout as output:
            for line in output:
                if line.endswith("\n"):  # a killed process may leave the beginning of a line
                    with self._changed:
                        self.output.append(line.removesuffix("\n"))
                        self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _found(self, text: str) -> str | None:
        return next((line for line in self.output if text in line), None)

    def _fail(self, problem: str) -> None:
        printed = "\n".join(f"  {line}" for line in self.output) or "  nothing"
        raise AssertionError(f"{problem}. It has printed:\n{printed}")
