"""A member that is a program instead of a model: a coding agent without a terminal, or a script (section 6).

Each turn is one run: the program reads the context from standard input, and its output answers the requests to the
member. It acts through renkei's tool server or command line, which find the project in its environment, or prints
calls, each as one line of JSON: `{"tool": "submit_work", "arguments": {…}}`. If a call was rejected or only reads,
another run receives the results; otherwise the next turn does. The log records how each run ended.
"""

import json
import os
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from renkei.acts.names import first_line
from renkei.agent_tools.tool import Tool
from renkei.edges.team.members.life import Life
from renkei.edges.team.members.program_member import IN_WORK, KEPT_CHARACTERS, LOOK_SECONDS, ProgramMember
from renkei.edges.team.models.model import ToolCall
from renkei.edges.team.team_file import MemberFile
from renkei.engine.state import HUMAN
from renkei.errors import TurnLostError
from renkei.immutable.frozen import frozen
from renkei.project.running.supervise import RunLimits, end_supervised, how_ended, supervised
from renkei.project.turns.pauses import Pauses

MOST_RUNS = 4
"""Most runs within one turn."""

RECORDED_CHARACTERS = 1_000
"""Characters of the output in the record."""

LIMITS = RunLimits(output=64 * 1024**2, memory=32 * 1024**3, file_size=4 * 1024**3, processes=1024, disk=1024**4)
"""Limits of a run besides its time: for a program that a person chose, not for a criterion's command."""

MCP_CONFIG = "{mcp_config}"
"""Placeholder in a command's words for the path of a file that configures renkei's tool server for its run."""


@frozen
class Printed:
    """How a run ended: its output without calls, and whether the program must see its calls' results."""

    status: int | None
    stopped: str
    seconds: float
    text: str
    must_learn: bool
    refused: tuple[str, ...] = ()
    """Its rejected calls, each with the reason."""

    @property
    def ended(self) -> str:
        """How it ended, in words."""
        return self.stopped or f"exit status {self.status}"


class CommandMember(ProgramMember):
    """An agent whose turns are runs of a program."""

    def __init__(
        self, life: Life, member: MemberFile, tools: Sequence[Tool], directory: Path, pauses: Pauses | None = None
    ) -> None:
        super().__init__(life, member, tools, directory, pauses)
        self._calls = 0
        self._refused: list[str] = []
        """The rejected calls of the current run."""

    def take_turn(self, reason: str) -> str:
        """Run the program with new messages, and again while it must see its calls' results.

        Return why the turn had no result: how the program failed; else "".
        """
        with self.life.atomic_block():
            text = self._session.next_turn(self._member.budget.context, fresh=True)
        text = f"{self._say('teammate.woken', reason=reason)}\n\n{text}"
        text = f"{self._how_to_act()}\n\n{text}"
        if self._member.instructions:
            text = f"{self._member.instructions.strip()}\n\n{text}"
        for _ in range(MOST_RUNS):
            done = self._run(text + self._results())
            if self.life.is_over:
                return ""
            self._record(done)
            if done.status != 0:
                self._session.close()  # what it was given counts as unread
                last = first_line(done.text.strip().rpartition("\n")[2])
                return self._say("teammate.command_failed", ended=done.ended, last=last)
            if not done.must_learn:
                break
        self._answer(done.text)
        with suppress(TurnLostError):  # the program has taken turns itself, through the tool server
            self._session.rest()
        return ""

    def _run(self, text: str) -> Printed:
        """Run the program once, and its calls as it prints them.

        Earlier calls' results are forgotten only after a successful run: until then the program may not have read them.
        """
        self._refused = []
        start, before = monotonic(), len(self.conversation.messages)
        self._looked = start
        with (
            tempfile.TemporaryFile() as given,
            tempfile.NamedTemporaryFile("w", suffix=".json") as config,
            self.program_context(self.agent),
        ):
            given.write(text.encode("utf-8", "replace"))
            given.seek(0)
            json.dump(self._mcp_config(), config)
            config.flush()
            command = [word.replace(MCP_CONFIG, config.name) for word in self._member.command]
            try:
                started = supervised(command, self._directory, self._environment(), LIMITS, given)
            except (OSError, ValueError) as error:
                return Printed(None, f"cannot be started: {error}", 0.0, "", must_learn=False)
            status, stopped, said, must_learn = self._follow(*started, start + self._member.budget.seconds)
        if status == 0:
            self.conversation.replace(self.conversation.messages[before:])
        return Printed(status, stopped, monotonic() - start, said, must_learn, tuple(self._refused))

    def _follow(
        self, control: int, report: int, process: "subprocess.Popen[bytes]", end: float
    ) -> tuple[int | None, str, str, bool]:
        """Read a run to its end; return its exit status, why it was stopped, its text, and if it must see results."""
        with process, os.fdopen(report, "rb") as reported:
            try:
                stopped, said, must_learn = self._read(process, end)
            finally:
                end_supervised(process, control)
            status, stopped = how_ended(reported.read(), stopped)
        return status, stopped, said, must_learn

    def _how_to_act(self) -> str:
        """Return how a program acts and hands its task in: its model knows neither from the context."""
        work = self._contracts_in(*IN_WORK)
        lines = [self._say("teammate.command_acts")]
        return "\n".join([*lines, *([self._say("teammate.command_submits", task=work[0])] if work else [])])

    def _mcp_config(self) -> dict[str, Any]:
        """Return the settings of renkei's tool server in the form that coding agents read: it acts as the member."""
        directory = self._project.directory
        if directory is None:
            return {"mcpServers": {}}
        own = {"RENKEI_PROJECT": str(directory.absolute()), "RENKEI_AS": self.agent}
        server = {"command": sys.executable, "args": ["-m", "renkei", "mcp", "--hooks"], "env": own}
        return {"mcpServers": {"renkei": server}}

    def _read(self, process: subprocess.Popen[bytes], end: float) -> tuple[str, str, bool]:
        """Read lines until the output ends; return why to stop the program, its text, and if it must see results."""
        assert process.stdout is not None
        said, rest, must_learn, total, kept = list[str](), bytearray(), False, 0, 0
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                left = end - monotonic()
                if left <= 0:
                    return f"ran longer than {self._member.budget.seconds} s", "\n".join(said), must_learn
                if self.life.is_over:
                    return "the member was ended", "\n".join(said), must_learn
                self._keep_going()
                if not selector.select(min(left, LOOK_SECONDS)):
                    continue
                chunk = os.read(process.stdout.fileno(), 65_536)
                total += len(chunk)
                if total > LIMITS.output:
                    return f"printed more than {LIMITS.output} bytes", "\n".join(said), must_learn
                rest += chunk
                if chunk and b"\n" not in chunk:
                    continue
                *lines, rest = rest.split(b"\n")
                for line in [*lines, *([rest] if not chunk and rest else [])]:
                    text = line.decode("utf-8", "replace")
                    found = self._take(text)
                    if found is None and kept < KEPT_CHARACTERS:
                        said.append(text[: KEPT_CHARACTERS - kept])
                        kept += len(said[-1]) + 1
                    must_learn |= bool(found)
                if not chunk:
                    return self._wait(process, end), "\n".join(said).strip(), must_learn

    def _wait(self, process: subprocess.Popen[bytes], end: float) -> str:
        """Wait for a program that has closed its output; return the reason to stop it, or "" if it exits."""
        while not self.life.is_over and monotonic() < end:
            with suppress(subprocess.TimeoutExpired):
                process.wait(min(LOOK_SECONDS, max(0.0, end - monotonic())))
                return ""
        return f"ran longer than {self._member.budget.seconds} s"

    def _take(self, line: str) -> bool | None:
        """Run the call in a line; return whether the program must see its result, None for a line without a call.

        The call is stored before it runs, so that after a kill it is known that it may have happened.
        """
        found = _call_in(line)
        if found is None:
            return None
        self._calls += 1
        name, arguments = found
        call = ToolCall(f"call-{self._calls}", name, arguments)
        self.conversation.add("assistant", [{"type": "tool_use", "id": call.id, "name": name, "input": arguments}])
        result = self._call(call)
        self.conversation.add("user", [result])
        if result.get("is_error"):
            self._refused.append(f"{name}: {_reason(result['content'])}")
        tool = self._tools.get(name)
        return bool(result.get("is_error")) or tool is None or tool.reads

    def _results(self) -> str:
        """Return the results of the last run's calls, for the next run."""
        names = dict[str, str]()
        lines = list[str]()
        for message in self.conversation.messages:
            for one in message["content"]:
                if one["type"] == "tool_use":
                    names[one["id"]] = one["name"]
                elif one["type"] == "tool_result":
                    lines.append(f"- {names.get(one['tool_use_id'], '')}: {one['content']}"[:KEPT_CHARACTERS])
        return "\n".join(["", "", self._say("teammate.command_results"), *lines]) if lines else ""

    def _record(self, done: Printed) -> None:
        """Record how a run ended, for the leads if the member has no work."""
        state = self._project.state
        command = Path(self._member.command[0]).name
        values = {"agent": self.agent, "command": command, "ended": done.ended, "seconds": f"{done.seconds:.1f}"}
        text = self._say("teammate.command_ended", **values)
        if done.text:
            text += f"\n{self._say('teammate.command_printed')}\n{done.text[-RECORDED_CHARACTERS:]}"
        if done.refused:
            lines = "\n".join(done.refused)[:RECORDED_CHARACTERS]
            text += f"\n{self._say('teammate.command_refused')}\n{lines}"
        leads = [one.id for one in state.everybody() if one.lead and one.id != self.agent] or [HUMAN]
        self._report(text, leads)


def _reason(result: str) -> str:
    """Return why a call was rejected, as text: errors are JSON, the answer about an unknown tool is text."""
    with suppress(ValueError, LookupError, TypeError):
        found = json.loads(result)
        problems = [one["message"] for one in found["details"].get("problems", ())]
        return "; ".join(problems) or f"{found['message']} {found['hint']}".strip()
    return result


def _call_in(line: str) -> tuple[str, dict[str, Any]] | None:
    """Return the tool and the arguments of a line that is a call, or None."""
    if not line.lstrip().startswith("{"):
        return None
    try:
        found = json.loads(line)
        name, arguments = found["tool"], found.get("arguments", {})
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return (name, arguments) if isinstance(name, str) and isinstance(arguments, dict) else None
