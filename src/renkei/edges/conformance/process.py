"""A process that is held against the suite: it reads a request a line and answers with a line of JSON.

Whatever it does instead is a fault of the case that was asked: the process is ended, and the next request starts a new
one.
"""

import json
import os
import selectors
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, Any

LONGEST_ANSWER = 4 * 1024 * 1024
"""Most bytes of an answer."""

CHUNK = 65_536

HELLO: Mapping[str, Any] = {"op": "hello", "protocol": "1.0"}
"""The first request to a process, and the last one of every case: nothing else may arrive before its answer."""


class TargetFault(Exception):  # noqa: N818 – a fault of the process, not of the suite
    """The process did not answer as it has to."""


class TargetProcess:
    """A command, started for the first request and again after each fault.

    `timeout`: seconds that an answer may take.
    """

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.command = command
        self.timeout = timeout
        self.started = 0
        """How often the command was started."""
        self._process: subprocess.Popen[bytes] | None = None
        self._received = b""
        self._asked = 0

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a request; raises TargetFault, or OSError if the command cannot be started."""
        try:
            return self._ask(request)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the process, and all that it has started."""
        process, self._process, self._received = self._process, None, b""
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()
        process.wait()

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        self._asked += 1
        line = self._exchange(process.stdin, process.stdout, {"id": self._asked, **request})
        return _answer(line, self._asked)

    def _start(self) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, bufsize=0, start_new_session=True)  # noqa: S603 – the person who runs the suite gives the command
        for end in (self._process.stdin, self._process.stdout):
            assert end is not None
            os.set_blocking(end.fileno(), False)
        self.started += 1
        return self._process

    def _exchange(self, stdin: IO[bytes], stdout: IO[bytes], request: Mapping[str, Any]) -> bytes:
        """Write a request and return the next line. A process may answer before it has read everything."""
        to_write, end = json.dumps(request).encode() + b"\n", monotonic() + self.timeout
        with selectors.DefaultSelector() as ready:
            ready.register(stdin, selectors.EVENT_WRITE)
            ready.register(stdout, selectors.EVENT_READ)
            while b"\n" not in self._received:
                left = end - monotonic()
                found = ready.select(left) if left > 0 else []
                if not found:
                    raise TargetFault(f"no answer within {self.timeout:g} seconds")
                for key, _ in found:
                    if key.fileobj is stdout:
                        self._receive(stdout)
                    else:
                        to_write = _write(stdin, to_write)
                        if not to_write:
                            ready.unregister(stdin)
        line, _, self._received = self._received.partition(b"\n")
        return line

    def _receive(self, stdout: IO[bytes]) -> None:
        chunk = stdout.read(CHUNK)
        if not chunk:
            assert self._process is not None
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1)
            raise TargetFault(f"the process ended ({_ending(self._process.returncode)})")
        self._received += chunk
        if len(self._received) > LONGEST_ANSWER:
            raise TargetFault(f"more than {LONGEST_ANSWER} bytes instead of an answer")


def _write(stdin: IO[bytes], data: bytes) -> bytes:
    """Write what fits, and return the rest; what a process that has ended does not take is seen when it is read."""
    try:
        return data[os.write(stdin.fileno(), data[:CHUNK]) :]
    except BlockingIOError:
        return data
    except BrokenPipeError:
        return b""


def _ending(status: int | None) -> str:
    if status is None:
        return "its output is closed"
    return f"exit status {status}" if status >= 0 else f"signal {-status}"


def _answer(line: bytes, number: int) -> dict[str, Any]:
    """Return an answer; raises TargetFault for a line that is no answer to this request."""
    shown = line[:80].decode(errors="backslashreplace")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise TargetFault(f"not JSON: {shown}") from None
    if not isinstance(answer, dict) or len(answer) != 2 or answer.keys() - {"ok", "error"} != {"id"}:
        raise TargetFault(f"not an answer with `id` and one of `ok`, `error`: {shown}")
    if type(answer["id"]) is not int or answer["id"] != number:
        raise TargetFault(f"an answer to request {answer['id']!r}, while {number} was asked: {shown}")
    if not all(isinstance(one, dict) for name, one in answer.items() if name != "id"):
        raise TargetFault(f"`ok` and `error` are objects: {shown}")
    return answer
