"""A coding agent's process: started with its input and output as pipes, and ended with everything that it started.

The end of its input tells an agent to end, also when this process is killed. An agent that does not end is
terminated and then killed, with its process group. If this process was killed, the next one does it.
"""

import asyncio
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from acp.connection import Connection

from renkei.acp.pipe import LONGEST_LINE, Pipe
from renkei.acp.programs import AcpProgram, find_executable
from renkei.errors import BadValueError

KEPT_LINES = 20
"""Lines of its standard error that are kept, to say why it ended."""

GRACE = 2.0
"""Seconds that an agent has to end after its input has ended, and again after SIGTERM."""

Handler = Callable[[str, Any, bool], Awaitable[Any]]
"""Answers a request of the agent, or takes a notification: its method, its parameters, and whether it is the latter."""


class RunningProgram:
    """A running coding agent. All methods belong to the event loop that started it."""

    def __init__(self, program: AcpProgram, process: Process, handler: Handler) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.program = program
        self._process = process
        self._stderr: deque[str] = deque(maxlen=KEPT_LINES)
        self.heard = monotonic()
        """When its last message arrived or its last request was made, as `monotonic` tells."""
        self._pipe = Pipe(process.stdout, process.stdin, self.hear)
        self.connection = Connection(handler, self._pipe)
        self._reading = asyncio.create_task(self._read_stderr())

    @classmethod
    async def start(
        cls, program: AcpProgram, directory: Path, environment: Mapping[str, str], handler: Handler
    ) -> "RunningProgram":
        """Start a program in a directory; raises BadValueError if it is not installed or cannot be started."""
        try:
            process = await asyncio.create_subprocess_exec(
                find_executable(program),
                *program.command[1:],
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                cwd=directory,
                env={**program.environment, **environment},
                limit=LONGEST_LINE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise BadValueError(path="", problem=f"{program.title} cannot be started: {error}") from None
        return cls(program, process, handler)

    @property
    def pid(self) -> int:
        """The id of its process and its process group."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.returncode is None

    async def how_ended(self) -> str:
        """Return how it ended, in words, with the last line of its standard error; waits a moment for the end."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), GRACE)
            await asyncio.wait_for(asyncio.shield(self._reading), GRACE)
        status = self._process.returncode
        if self._pipe.fault:
            ended = self._pipe.fault
        elif status is None:
            ended = "it closed its output"
        elif status < 0:
            ended = f"it was ended by {signal.Signals(-status).name}"
        else:
            ended = f"it ended with exit status {status}"
        last = next((one for one in reversed(self._stderr) if one), "")
        return f"{ended}: {last}" if last else ended

    async def end(self) -> None:
        """End it, and everything that it started in its process group."""
        with suppress(Exception):
            await self.connection.close()
        for number in (None, signal.SIGTERM, signal.SIGKILL):
            if number is not None:
                self._signal(number)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), GRACE)
                break
        self._signal(signal.SIGKILL)  # what it started and left behind
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading
        transport = getattr(self._process, "_transport", None)
        if transport is not None:  # or its pipes are closed by the garbage collector, with a warning
            transport.close()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def hear(self, message: Mapping[str, Any] | None = None) -> None:
        """Note that the agent is alive, or that it is given something to do."""
        self.heard = monotonic()

    async def _read_stderr(self) -> None:
        """Read the standard error to its end: an agent whose pipe is full would stop."""
        assert self._process.stderr is not None
        rest = b""
        while chunk := await self._process.stderr.read(65_536):
            *lines, rest = (rest + chunk).split(b"\n")
            rest = rest[-1_000:]
            self._stderr.extend(one.decode(errors="replace").strip()[:300] for one in lines)
        self._stderr.append(rest.decode(errors="replace").strip())


def started_at(pid: int) -> str:
    """Return the start time of a process, which tells it from a later one with the same id; "" if it is unknown."""
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[19]  # see proc(5)
    return ""


def end_left_over(pid: int, started: str) -> None:
    """End an agent that has survived the process that drove it, with its process group."""
    if started and started == started_at(pid):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
