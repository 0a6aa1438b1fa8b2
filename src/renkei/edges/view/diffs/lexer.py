"""The process that finds the tokens of code. It is kept, because its start takes longer than most texts."""

import atexit
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from signal import SIGALRM
from subprocess import DEVNULL, PIPE
from threading import Lock, Timer

PROGRAM = Path(__file__).with_name("lexing.py")

Line = list[tuple[str, str]]
"""The pieces of a line, each with its class or ""."""


class Lexer:
    """Answers for one text after the other. A text that takes too long ends the process; the next has a new one.

    `seconds`: of work on one text. `longest`: seconds until it is ended, on a machine with much else to do.
    """

    def __init__(self, program: Path = PROGRAM, seconds: int = 2, longest: float = 10) -> None:
        self._command = [sys.executable, "-I", str(program), str(seconds)]
        self._longest = longest
        self._process: subprocess.Popen[str] | None = None
        self._lock = Lock()
        atexit.register(self.close)

    def lines_of(self, named: Sequence[tuple[str, str]]) -> list[list[Line]]:
        """Return the lines of the texts up to the first that could not be finished; each has the name of its lexer."""
        with self._lock:
            answers, status = self._ask(named)
            if status == -SIGALRM and not answers:  # it had nothing to do for long, and ended just now
                answers, _ = self._ask(named)
        return answers

    def _ask(self, named: Sequence[tuple[str, str]]) -> tuple[list[list[Line]], int | None]:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        answers: list[list[Line]] = []
        timer = Timer(self._longest, process.kill)
        timer.start()
        try:
            process.stdin.write(f"{json.dumps(named)}\n")
            process.stdin.flush()
            while len(answers) < len(named) and (line := process.stdout.readline()).endswith("\n"):
                answers.append(json.loads(line))
        except OSError:  # it has ended
            pass
        finally:
            timer.cancel()
        if len(answers) < len(named):
            process.kill()
            return answers, self._ended(process)
        return answers, None

    def _running(self) -> "subprocess.Popen[str]":
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, encoding="utf-8")  # noqa: S603 – our own file
        return self._process

    def _ended(self, process: "subprocess.Popen[str]") -> int:
        for one in (process.stdin, process.stdout):
            try:
                if one is not None:
                    one.close()
            except OSError:  # what it has not read
                pass
        return process.wait()

    def close(self) -> None:
        """End the process; the next text starts a new one."""
        if self._process is not None:
            self._ended(self._process)
            self._process = None
