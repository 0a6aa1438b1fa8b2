"""The coding agents that renkei knows by name, as data: how each is started, and what it calls things.

Any other agent that speaks ACP works too: name its command instead.
"""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.wording.values import quote


@frozen
class AcpProgram:
    """A coding agent that speaks ACP on its standard input and output."""

    name: str
    """Its name in a team file and on the command line; that of its command if it is not in the table."""
    title: str
    """Its name for people."""
    command: tuple[str, ...]
    """The arguments that start it."""
    install: str = ""
    """How to install it."""
    read_only: str = ""
    """The id of its session mode in which it changes nothing; "" if it has none."""
    own_tool: str = r"mcp__renkei__\w+|\w+ \(renkei MCP Server\)|renkei[_.:/]\w+"
    """A regular expression of the titles that it gives to calls of renkei's tools."""

    def is_own_tool(self, kind: str, title: str) -> bool:
        """Return whether a tool call is one of renkei's own, which need no permission."""
        return kind == "other" and re.fullmatch(self.own_tool, title) is not None


PROGRAMS: dict[str, AcpProgram] = {
    one.name: one
    for one in (
        AcpProgram(
            "claude-code",
            "Claude Code",
            ("claude-agent-acp",),
            "npm install -g @agentclientprotocol/claude-agent-acp",
            read_only="plan",
        ),
        AcpProgram(
            "codex", "Codex", ("codex-acp",), "npm install -g @agentclientprotocol/codex-acp", read_only="read-only"
        ),
        AcpProgram("gemini-cli", "Gemini CLI", ("gemini", "--acp"), "npm install -g @google/gemini-cli"),
        AcpProgram("opencode", "OpenCode", ("opencode", "acp"), "npm install -g opencode-ai", read_only="plan"),
        AcpProgram("copilot", "Copilot CLI", ("copilot", "--acp"), "npm install -g @github/copilot"),
        AcpProgram("goose", "Goose", ("goose", "acp"), "see https://block.github.io/goose"),
        AcpProgram("qwen", "Qwen Code", ("qwen", "--acp"), "npm install -g @qwen-code/qwen-code"),
    )
}
"""The coding agents by name."""


def find_program(agent: str | Sequence[str], path: str = "/agent") -> AcpProgram:
    """Return the program of a name in `PROGRAMS`, or of a command given as its arguments.

    Raises BadValueError, which says where with `path`, for an unknown name or an empty command.
    """
    if isinstance(agent, str):
        if agent in PROGRAMS:
            return PROGRAMS[agent]
        hint = f'Agents: {", ".join(PROGRAMS)}. Another one is named by its command, such as ["my-agent", "--acp"].'
        raise BadValueError(path=path, got=agent, problem=f"there is no agent {quote(agent)}", hint=hint)
    if not agent or not agent[0]:
        raise BadValueError(path=path, got=list(agent), expected="a program and its arguments")
    name = Path(agent[0]).name
    return AcpProgram(name, name, tuple(agent))


def find_executable(program: AcpProgram, path: str = "") -> str:
    """Return the path of a program's command; raises BadValueError, with `path`, if it is not installed."""
    found = shutil.which(program.command[0])
    if found is None:
        problem = f"{program.title} is not installed: there is no command `{program.command[0]}` on the path"
        hint = f"Install it: {program.install}" if program.install else "Check the command."
        raise BadValueError(path=path, problem=problem, hint=hint)
    return found
