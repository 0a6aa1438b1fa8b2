"""The settings that each program reads to use renkei, written a second time."""

from pathlib import Path
from typing import Any

import pytest

from renkei.edges.coding_agents.opencode import PLUGIN
from renkei.edges.coding_agents.program import JoiningAgent, find_program

PROJECT = {"RENKEI_PROJECT": "/work/.renkei"}
SERVE = ["-m", "renkei", "mcp", "--hooks"]


CALL = {"tool": "${tool_name}", "input": "${tool_input}", "call": "${tool_use_id}", "directory": "${cwd}"}


def by_server(program: str, event: str, call: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    given = {"program": program, "event": event, "session": "${session_id}", **(call or {})}
    return {"type": "mcp_tool", "server": "renkei", "tool": "hook", "input": given, **more}


def by_claude_code(*more: str, timeout: int = 15, **wakes: bool) -> dict[str, Any]:
    arguments = ["-m", "renkei", "-C", "/work/.renkei", "hook", "claude-code", "--as", "ann", *more]
    return {"type": "command", "command": "py thon", "args": arguments, "timeout": timeout, **wakes}


def by_gemini_cli(timeout: int) -> dict[str, Any]:
    line = "'py thon' -m renkei -C /work/.renkei hook gemini-cli --as ann"
    return {"hooks": [{"name": "renkei", "type": "command", "command": line, "timeout": timeout}]}


SETTINGS: dict[str, dict[str, Any]] = {
    "claude-code": {
        ".claude/settings.local.json /permissions/allow/-": "mcp__renkei__*",
        ".claude/settings.local.json /enabledMcpjsonServers/-": "renkei",
        ".claude/settings.local.json /env/RENKEI_AS": "ann",
        ".claude/settings.local.json /hooks/SessionStart/-": {"hooks": [by_claude_code()]},
        ".claude/settings.local.json /hooks/UserPromptSubmit/-": {
            "hooks": [by_server("claude-code", "UserPromptSubmit")]
        },
        ".claude/settings.local.json /hooks/PreToolUse/-": {
            "matcher": "Bash",
            "hooks": [by_server("claude-code", "PreToolUse", CALL)],
        },
        ".claude/settings.local.json /hooks/PostToolUse/-": {
            "matcher": "Edit|MultiEdit|Write|NotebookEdit|Bash",
            "hooks": [by_server("claude-code", "PostToolUse", CALL | {"output": "${tool_response.structuredPatch}"})],
        },
        ".claude/settings.local.json /hooks/PostToolBatch/-": {"hooks": [by_server("claude-code", "PostToolBatch")]},
        ".claude/settings.local.json /hooks/Stop/-": {
            "hooks": [by_server("claude-code", "Stop"), by_claude_code("--wait", timeout=86400, asyncRewake=True)]
        },
        ".claude/settings.local.json /hooks/TeammateIdle/-": {"hooks": [by_claude_code()]},
        ".mcp.json /mcpServers/renkei": {
            "command": "py thon",
            "args": SERVE,
            "env": {**PROJECT, "RENKEI_AS": "${RENKEI_AGENT:-ann}"},
            "alwaysLoad": True,
        },
    },
    "codex": {
        ".codex/hooks.json /hooks/SessionStart/-": {
            "hooks": [
                {
                    "type": "command",
                    "command": "'py thon' -m renkei -C /work/.renkei hook codex --as ann",
                    "timeout": 15,
                }
            ]
        },
        ".codex/hooks.json /hooks/UserPromptSubmit/-": {"hooks": [by_server("codex", "UserPromptSubmit")]},
        ".codex/hooks.json /hooks/PostToolUse/-": {"hooks": [by_server("codex", "PostToolUse", CALL)]},
        ".codex/hooks.json /hooks/Stop/-": {"hooks": [by_server("codex", "Stop", timeout=86400)]},
        ".codex/config.toml /mcp_servers/renkei": {
            "command": "py thon",
            "args": SERVE,
            "env": {**PROJECT, "RENKEI_AS": "ann"},
            "env_vars": ["RENKEI_AGENT", "RENKEI_STAY"],
            "required": True,
            "default_tools_approval_mode": "approve",
        },
    },
    "gemini-cli": {
        ".gemini/settings.json /hooks/SessionStart/-": by_gemini_cli(15_000),
        ".gemini/settings.json /hooks/BeforeAgent/-": by_gemini_cli(15_000),
        ".gemini/settings.json /hooks/AfterTool/-": by_gemini_cli(15_000),
        ".gemini/settings.json /hooks/AfterAgent/-": by_gemini_cli(86_400_000),
        ".gemini/settings.json /hooks/BeforeTool/-": by_gemini_cli(15_000) | {"matcher": "run_shell_command"},
        ".gemini/settings.json /mcpServers/renkei": {
            "command": "py thon",
            "args": SERVE,
            "env": {
                **PROJECT,
                "RENKEI_AS": "ann",
                "RENKEI_AGENT": "$RENKEI_AGENT",
                "RENKEI_STAY": "$RENKEI_STAY",
            },
            "trust": True,
            "excludeTools": ["hook"],
        },
    },
    "opencode": {
        "opencode.json /mcp/renkei": {
            "type": "local",
            "command": ["py thon", *SERVE],
            "environment": {**PROJECT, "RENKEI_AS": "ann"},
            "enabled": True,
            "timeout": 60_000,
        },
        "opencode.json /plugin/-": PLUGIN.as_uri(),
        "opencode.json /tools/renkei_hook": False,
    },
}


@pytest.mark.parametrize(("name", "settings"), SETTINGS.items(), ids=SETTINGS)
def test_a_connected_program_reads_these_settings(name: str, settings: dict[str, Any]) -> None:
    member = JoiningAgent("ann", Path("/work/.renkei"), "py thon")
    written = {f"{one.file} {one.pointer}": one.value for one in find_program(name).settings(member)}
    assert written == settings
    assert list(written) == list(settings)


PROGRAMS = {
    "claude-code": ("Claude Code", "claude", "npm install -g @anthropic-ai/claude-code", False, False),
    "codex": ("Codex", "codex", "npm install -g @openai/codex", False, False),
    "gemini-cli": ("Gemini CLI", "gemini", "npm install -g @google/gemini-cli", True, True),
    "opencode": ("OpenCode", "opencode", "npm install -g opencode-ai", False, True),
}
MOMENTS = {
    "claude-code": {
        "SessionStart": "start",
        "UserPromptSubmit": "prompt",
        "PostToolBatch": "step",
        "Stop": "stop",
        "TeammateIdle": "idle",
    },
    "codex": {"SessionStart": "start", "UserPromptSubmit": "prompt", "PostToolUse": "step", "Stop": "stop"},
    "gemini-cli": {"SessionStart": "start", "BeforeAgent": "prompt", "AfterTool": "step", "AfterAgent": "stop"},
    "opencode": {
        "session.start": "start",
        "session.compacted": "compacted",
        "chat.message": "prompt",
        "tool.execute.after": "step",
        "session.idle": "stop",
    },
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_program_is_known_by_these_names_and_moments(name: str) -> None:
    one = find_program(name)
    assert one.name == name
    assert PROGRAMS[name] == (
        one.title,
        one.executable,
        one.install,
        one.hooks_by_command,
        one.reads_comments,
    )
    assert one.moments == MOMENTS[name]
