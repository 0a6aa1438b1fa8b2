"""The tool `bash`: runs command lines in a member's workspace, if the team's file or a person allows them.

Each command ends within its time limit, with every process that it started, or as soon as its member is ended. It reads
no input, and its environment holds none of the team's keys. See `project.running.supervise`, and `cage` there for what
it can reach. Without a cage, every line needs a person's consent.
"""

import re
import shutil
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

from renkei.agent_tools.tool import Tool
from renkei.errors import BadValueError
from renkei.log.port import never
from renkei.project.running.cage import Cage
from renkei.project.running.repositories import disable_new
from renkei.project.running.supervise import ENVIRONMENT, Ended, RunLimits, supervise, variables
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Frozen, Locale, Positive
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.workspace.command_lines import Words, commands_of, is_allowed, names_git, plain_line
from renkei.workspace.consent import (
    Asking,
    ask_for_consent,
    find_consent,
    reason_of,
    shown,
    use_consent,
    wait_for_consent,
)
from renkei.workspace.errors import WorkspaceError

COMMAND_CHARACTERS = 10_000
"""Most characters of a command line."""

RENEWAL_SECONDS = 60.0
"""Seconds between renewals of the turn's lease while a command runs."""

_TERMINAL = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


class Bash(Frozen):
    """Arguments of `bash`."""

    command: str
    """A command line."""
    seconds: Positive | None = None
    """After which it is ended, if that is less than the team allows."""


class CommandOutput:
    """A command's output: its beginning, its end and its size."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._room = 4 * limit  # the longest character has four bytes
        self._head, self._tail, self._total = bytearray(), bytearray(), 0

    def take(self, chunk: bytes) -> None:
        """Add a part of the output."""
        self._total += len(chunk)
        taken = chunk[: self._room - len(self._head)]
        self._head += taken
        self._tail += chunk[len(taken) :]
        del self._tail[: -self._room]

    def text(self, locale: Locale) -> str:
        """Return the output, or its beginning and end with the number of omitted bytes."""
        if self._total <= len(self._head) + len(self._tail):
            whole = _text(self._head + self._tail)
            if len(whole) <= self._limit:
                return whole
            head, tail = whole[: self._limit // 2], whole[-(self._limit // 2) :]
        else:
            head, tail = _text(self._head)[: self._limit // 2], _text(self._tail)[-(self._limit // 2) :]
        left = self._total - len((head + tail).encode())
        return f"{head}\n{say(locale, 'shell.left_out', count=max(1, left))}\n{tail}"


class Shell:
    """The command lines of one member, each in a cage if there is one. `cancelled` is polled while one runs."""

    def __init__(
        self,
        directory: Path,
        allowed: Sequence[str] = (),
        *,
        seconds: float = 120,
        output: int = 30_000,
        cancelled: Callable[[], bool] = never,
        cage: Cage | None = None,
        known: Collection[Path] = (),
        around: Callable[[Session, str], AbstractContextManager[None]] = lambda *_: nullcontext(),
    ) -> None:
        """`known`: the repositories that were there before any command. `around` is entered while a line runs.

        Raises BadValueError for no allowed command.
        """
        self.directory = directory
        self._cage = cage
        self._known = known
        self._around = around
        self._allowed = tuple(_allowed(place, one) for place, one in enumerate(allowed))
        self._seconds = seconds
        self._output = output
        self._cancelled = cancelled
        self._said = ", ".join(f"`{one}`" for one in allowed) if cage is not None else ""

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool of this shell."""
        unasked = f"Lines that begin with {self._said} run at once, also joined by |. " if self._said else ""
        return (
            Tool(
                "bash",
                "Run a command line in your workspace; what it leaves running is ended. "
                f"{unasked}{'Other lines' if unasked else 'Lines'} wait until a person allows them.",
                Bash,
                partial(_bash, self),
            ),
        )

    def line(self, session: Session, command: str) -> tuple[str, str]:
        """Return the line that may run now, or "" and the reason. Raises WorkspaceError for an invalid command line."""
        if not command.strip() or "\0" in command or len(command) > COMMAND_CHARACTERS:
            problem = f"A command line has 1 to {COMMAND_CHARACTERS} characters, none of them zero"
            raise WorkspaceError(problem=problem, hint="Nothing was run.")
        commands = commands_of(command)
        if self._cage is not None and commands is not None and is_allowed(commands, self._allowed, self.directory):
            return plain_line(commands), ""
        locale = session.project.state.locale
        asking = Asking(session.agent, command, self.directory, self._cage, reason_of(session))
        consent = find_consent(session, asking)
        if consent is not None and consent.answer in ("once", "always"):
            if use_consent(session, consent, asking):
                return command, ""
            consent = None  # a file that it names has just changed
        if consent is None:
            consent = ask_for_consent(session, asking)
        elif consent.answer is None:
            wait_for_consent(session, consent)
        key = "shell.asked" if consent.answer is None else "shell.refused"
        return "", say(locale, key, command=shown(command), decision=consent.decision, answer=consent.said)

    def run(self, session: Session, line: str, seconds: float | None = None) -> str:
        """Run a line and return its output and exit status."""
        locale, output = session.project.state.locale, CommandOutput(self._output)
        renewed = time.monotonic()

        def cancelled() -> bool:
            nonlocal renewed
            if time.monotonic() > renewed + RENEWAL_SECONDS:
                renewed = time.monotonic()
                session.renew()
            return self._cancelled()

        limits = RunLimits(seconds=min(seconds or self._seconds, self._seconds))
        given, run = variables(ENVIRONMENT), _command(line)
        with self._around(session, line):
            try:
                ended = supervise(run, self.directory, limits, given, output.take, cancelled, self._cage)
            finally:
                made = disable_new(self.directory, self._known)
        said = [output.text(locale), _how(ended, locale)]
        said += [say(locale, "shell.repositories", names=", ".join(map(quote, made)))] if made else []
        return "\n".join(filter(None, said))


def _bash(shell: Shell, session: Session, arguments: Bash) -> str:
    line, refusal = shell.line(session, arguments.command)
    return refusal or shell.run(session, line, arguments.seconds)


def _how(ended: Ended, locale: Locale) -> str:
    seconds = f"{ended.seconds:.1f}"
    if ended.exit_status is None:
        return say(locale, "shell.stopped", reason=ended.stopped, seconds=seconds)
    return say(locale, "shell.ended", status=ended.exit_status, seconds=seconds)


def _command(line: str) -> list[str]:
    bash = shutil.which("bash")
    return [bash, "-o", "pipefail", "-c", line] if bash else ["/bin/sh", "-c", line]


def _allowed(place: int, line: str) -> Words:
    found = commands_of(line)
    if found is None or len(found) != 1:
        expected = "the words that a command begins with, such as `pytest`"
        raise BadValueError(path=f"/team/workspace/commands/{place}", got=line, expected=expected)
    if names_git(found[0]):
        problem = "git is not listed, because its options overwrite files and run programs"
        hint = "Remove it: members have the tools `git_diff` and `git_log`, and ask you for everything else."
        raise BadValueError(path=f"/team/workspace/commands/{place}", got=line, problem=problem, hint=hint)
    return found[0]


def _text(data: bytes | bytearray) -> str:
    return _TERMINAL.sub("", data.decode(errors="replace")).replace("\r\n", "\n").rstrip("\n")
