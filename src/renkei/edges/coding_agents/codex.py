"""Codex: hooks in `.codex/hooks.json`, the tool server in `.codex/config.toml`, in a directory that it trusts.

Its hooks have the same form as Claude Code's. It runs only hooks that a person has trusted, which it asks for in a
terminal; `renkei run` marks its own as trusted by arguments, for one session. No hook can wake an idle session, so in a
session that stays, the stop hook waits for work.
"""

import json
import shlex
from collections.abc import Mapping
from typing import Any

from renkei.edges.coding_agents.codex_trust import trusted
from renkei.edges.coding_agents.program import AGENT, STAY, Launch, Member, Moment, Program, Said, Setting
from renkei.edges.coding_agents.toml_text import inline

HOOKS = ".codex/hooks.json"
"""The hooks of a directory."""

CONFIG = ".codex/config.toml"
"""The settings of a directory."""

DAY_SECONDS = 86_400

MOMENTS: Mapping[str, Moment] = {
    "SessionStart": "start",
    "UserPromptSubmit": "prompt",
    "PostToolUse": "step",
    "Stop": "stop",
}


def server(member: Member) -> dict[str, Any]:
    """Return the entry of renkei's tool server.

    It is `required`: the session waits for it. Otherwise a model might not find its tools in the first request.
    """
    command, *arguments = member.command("mcp")
    return {
        "command": command,
        "args": arguments,
        "env": {"RENKEI_PROJECT": str(member.project), "RENKEI_AS": member.agent},
        "env_vars": [AGENT, STAY],
        "required": True,
        "default_tools_approval_mode": "approve",
    }


def by_server(event: str, **more: Any) -> dict[str, Any]:
    """Return a hook that calls the tool server; the program fills in `${…}`."""
    given = {"program": "codex", "event": event, "session": "${session_id}"}
    return {"type": "mcp_tool", "server": "renkei", "tool": "hook", "input": given, **more}


def hooks(member: Member) -> dict[str, list[dict[str, Any]]]:
    """Return the hooks of each event. The server may not run yet at the start."""
    start = member.command("-C", str(member.project), "hook", "codex", "--as", member.agent)
    return {
        "SessionStart": [{"type": "command", "command": shlex.join(start), "timeout": 15}],
        "UserPromptSubmit": [by_server("UserPromptSubmit")],
        "PostToolUse": [by_server("PostToolUse")],
        "Stop": [by_server("Stop", timeout=DAY_SECONDS)],
    }


def settings(member: Member) -> tuple[Setting, ...]:
    """Return the settings that `connect` writes."""
    return (
        *(Setting(HOOKS, f"/hooks/{event}/-", {"hooks": ours}) for event, ours in hooks(member).items()),
        Setting(CONFIG, "/mcp_servers/renkei", server(member)),
    )


def launch(member: Member) -> Launch:
    """Return the same settings as arguments for one session."""
    ours = {f"hooks.{event}": [{"hooks": ours}] for event, ours in hooks(member).items()}
    values = {"mcp_servers.renkei": server(member), **ours}
    return Launch(tuple(word for key, one in values.items() for word in ("-c", f"{key}={inline(one)}")), {})


def write(event: str, said: Said) -> str:
    """Return the text that a hook prints, or its tool answers."""
    if said.go_on:
        return json.dumps({"decision": "block", "reason": said.text}, ensure_ascii=False)
    context = {"hookEventName": event, "additionalContext": said.text}
    return json.dumps({"hookSpecificOutput": context}, ensure_ascii=False)


PROGRAM = Program(
    name="codex",
    title="Codex",
    executable="codex",
    install="npm install -g @openai/codex",
    settings=settings,
    launch=launch,
    moments=MOMENTS,
    write=write,
    complete=trusted,
    waits_in_stop=lambda environment: STAY in environment,
    once="Codex asks once whether you trust the directory and its hooks; without that it runs none of them.",
)
