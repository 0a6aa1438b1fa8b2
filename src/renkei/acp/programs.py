"""The coding agents that renkei knows by name, as data: how each is started, and what it calls things.

Any other agent that speaks ACP works too: name its command instead.
"""

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import field
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
    sign_in: str = ""
    """The command with which a person signs in to it, as Markdown; "" if it is not known."""
    read_only: str = ""
    """The id of its session mode in which it changes nothing; "" if it has none."""
    mode: str = ""
    """The id of its session mode in which it asks its client for permission; "" if it begins in that one."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables with which it is started, unless they are set already."""
    missing_is_empty: bool = False
    """Whether it can make a file only if a missing one is read as an empty one."""
    own_tool: str = r"mcp__renkei__\w+|\w+ \(renkei MCP Server\)|renkei[_.:/]\w+"
    """A regular expression of the titles that it gives to calls of renkei's tools."""
    own_kind: str = "other"
    """The kind of these calls."""

    def is_own_tool(self, kind: str, title: str) -> bool:
        """Return whether a tool call is one of renkei's own, which need no permission."""
        return kind == self.own_kind and re.fullmatch(self.own_tool, title) is not None


PROGRAMS: dict[str, AcpProgram] = {
    one.name: one
    for one in (
        AcpProgram(
            "claude-code",
            "Claude Code",
            ("claude-agent-acp",),
            "npm install -g @agentclientprotocol/claude-agent-acp",
            "`claude /login`",
        ),
        AcpProgram(
            "codex",
            "Codex",
            ("codex-acp",),
            "npm install -g @agentclientprotocol/codex-acp",
            "`codex login`",
            read_only="read-only",
            mode="workspace-write",  # in `agent`, its first one, a model decides instead of a person
            own_tool=r"mcp\.renkei\.\w+",
            own_kind="execute",
        ),
        AcpProgram(
            "gemini-cli",
            "Gemini CLI",
            ("gemini", "--acp"),
            "npm install -g @google/gemini-cli",
            "`gemini`",
            missing_is_empty=True,  # it does not recognize the error of the protocol
        ),
        AcpProgram(
            "opencode",
            "OpenCode",
            ("opencode", "acp"),
            "npm install -g opencode-ai",
            "`opencode auth login`",
            read_only="plan",
            environment={"OPENCODE_PERMISSION": '{"edit": "ask", "bash": "ask"}'},  # it asks for nothing by itself
        ),
        AcpProgram("copilot", "Copilot CLI", ("copilot", "--acp"), "npm install -g @github/copilot", "`copilot`"),
        AcpProgram("goose", "Goose", ("goose", "acp"), "see https://block.github.io/goose", "`goose configure`"),
        AcpProgram("qwen", "Qwen Code", ("qwen", "--acp"), "npm install -g @qwen-code/qwen-code", "`qwen`"),
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
