"""Claude Code: hooks and permissions in `.claude/settings.local.json`, the tool server in `.mcp.json`.

Frequent hooks are tools of the running tool server: a call takes 1 ms, a command 100 ms. A hook is a command only where
no server runs yet (at the start) or where a process must outlive the hook (the waiter). Only the waiter can wake an
idle session: a command hook with `asyncRewake` that exits with status 2.
"""

import json
from collections.abc import Mapping
from typing import Any

from renkei.edges.coding_agents.program import (
    AGENT,
    CALL,
    STAY,
    JoiningAgent,
    Launch,
    Moment,
    Program,
    Setting,
    hook_by_server,
)

SETTINGS = ".claude/settings.local.json"
"""The settings of one person in one directory."""

SERVERS = ".mcp.json"
"""The tool servers of a directory. Each must be approved in `enabledMcpjsonServers`."""

DAY_SECONDS = 86_400

SHELL, EDITORS = "Bash", "Edit|MultiEdit|Write|NotebookEdit"
"""The tools whose calls are followed."""

ENTRYPOINT, TERMINAL = "CLAUDE_CODE_ENTRYPOINT", "cli"
"""The variable that tells hooks how the program was started, and its value in a terminal."""

PROCESS = "CLAUDE_PID"
"""The variable that tells hooks the program's process id."""

MOMENTS: Mapping[str, Moment] = {
    "SessionStart": "start",
    "UserPromptSubmit": "prompt",
    "PostToolBatch": "step",
    "Stop": "stop",
    "TeammateIdle": "idle",
}


def server(member: JoiningAgent) -> dict[str, Any]:
    """Return the entry of renkei's tool server."""
    command, *arguments = member.command("mcp", "--hooks")
    environment = {"RENKEI_PROJECT": str(member.project), "RENKEI_AS": f"${{{AGENT}:-{member.agent}}}"}
    return {"command": command, "args": arguments, "env": environment, "alwaysLoad": True}


def by_command(member: JoiningAgent, *options: str, timeout: int, **more: Any) -> dict[str, Any]:
    """Return a hook that runs a command."""
    command, *arguments = member.command(
        "-C", str(member.project), "hook", "claude-code", "--as", member.agent, *options
    )
    return {"type": "command", "command": command, "args": [*arguments], "timeout": timeout, **more}


def hooks(member: JoiningAgent) -> dict[str, dict[str, Any]]:
    """Return the entry of each event."""
    patch = {**CALL, "output": "${tool_response.structuredPatch}"}
    before, after = (
        hook_by_server("claude-code", "PreToolUse", CALL),
        hook_by_server("claude-code", "PostToolUse", patch),
    )
    waiter = by_command(member, "--wait", timeout=DAY_SECONDS, asyncRewake=True)
    return {
        "SessionStart": {"hooks": [by_command(member, timeout=15)]},
        "UserPromptSubmit": {"hooks": [hook_by_server("claude-code", "UserPromptSubmit")]},
        "PreToolUse": {"matcher": SHELL, "hooks": [before]},
        "PostToolUse": {"matcher": f"{EDITORS}|{SHELL}", "hooks": [after]},
        "PostToolBatch": {"hooks": [hook_by_server("claude-code", "PostToolBatch")]},
        "Stop": {"hooks": [hook_by_server("claude-code", "Stop"), waiter]},
        "TeammateIdle": {"hooks": [by_command(member, timeout=15)]},
    }


def settings(member: JoiningAgent) -> tuple[Setting, ...]:
    """Return the settings that `connect` writes."""
    return (
        Setting(SETTINGS, "/permissions/allow/-", "mcp__renkei__*"),
        Setting(SETTINGS, "/enabledMcpjsonServers/-", "renkei"),
        Setting(SETTINGS, "/env/RENKEI_AS", member.agent),  # else the model's shell would act as the person
        *(Setting(SETTINGS, f"/hooks/{event}/-", entry) for event, entry in hooks(member).items()),
        Setting(SERVERS, "/mcpServers/renkei", server(member)),
    )


def launch(member: JoiningAgent) -> Launch:
    """Return the same settings as arguments for one session."""
    own = {
        "permissions": {"allow": ["mcp__renkei__*"]},
        "hooks": {event: [entry] for event, entry in hooks(member).items()},
    }
    servers = {"mcpServers": {"renkei": server(member)}}
    return Launch(("--settings", json.dumps(own), "--mcp-config", json.dumps(servers)), {})


def as_another(member: JoiningAgent) -> Launch:
    """Return settings that override the agent in the settings files, which win over the environment."""
    return Launch(("--settings", json.dumps({"env": {"RENKEI_AS": member.agent}})), {})


def idle_session(environment: Mapping[str, str]) -> int | None:
    """Return the process id of the program if its session may wait for work.

    None for a session that ends with its answer, such as `claude -p`: a waiter would keep it from ending.
    """
    stays = environment.get(ENTRYPOINT) == TERMINAL or STAY in environment
    process = environment.get(PROCESS, "")
    return int(process) if stays and process.isdecimal() else None


PROGRAM = Program(
    name="claude-code",
    title="Claude Code",
    executable="claude",
    install="npm install -g @anthropic-ai/claude-code",
    settings=settings,
    launch=launch,
    moments=MOMENTS,
    before_tool="PreToolUse",
    after_tool="PostToolUse",
    as_another=as_another,
    idle_session=idle_session,
    prompts_woken=lambda environment: environment.get(ENTRYPOINT) == TERMINAL,
)
