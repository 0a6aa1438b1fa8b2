"""OpenCode: the tool server and a plugin, both in `opencode.json`.

The plugin is a JavaScript file of this package that runs inside OpenCode. An idle session waits for work in the plugin,
which lives as long as OpenCode.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from renkei.edges.coding_agents.program import JoiningAgent, Launch, Moment, Program, Said, Setting

CONFIG = "opencode.json"
"""The settings of a directory."""

PLUGIN = Path(__file__).with_name("opencode_plugin.js")

TIMEOUT_MILLISECONDS = 60_000
"""Milliseconds to wait for a tool's answer; waiting for work takes up to 50 seconds."""

MOMENTS: Mapping[str, Moment] = {
    "session.start": "start",
    "session.compacted": "compacted",
    "chat.message": "prompt",
    "tool.execute.after": "step",
    "session.idle": "stop",
}
"""The plugin's name for each moment."""


def server(member: JoiningAgent) -> dict[str, Any]:
    """Return the entry of renkei's tool server. It inherits OpenCode's environment."""
    environment = {"RENKEI_PROJECT": str(member.project), "RENKEI_AS": member.agent}
    command = member.command("mcp", "--hooks")
    return {
        "type": "local",
        "command": command,
        "environment": environment,
        "enabled": True,
        "timeout": TIMEOUT_MILLISECONDS,
    }


def settings(member: JoiningAgent) -> tuple[Setting, ...]:
    """Return the settings that `connect` writes."""
    return (
        Setting(CONFIG, "/mcp/renkei", server(member)),
        Setting(CONFIG, "/plugin/-", PLUGIN.as_uri()),
        Setting(CONFIG, "/tools/renkei_hook", False),
    )


def launch(member: JoiningAgent) -> Launch:
    """Return the same settings for one session."""
    own = {"mcp": {"renkei": server(member)}, "plugin": [PLUGIN.as_uri()], "tools": {"renkei_hook": False}}
    return Launch((), {"OPENCODE_CONFIG_CONTENT": json.dumps(own)})


def write(_: str, said: Said) -> str:
    """Return the answer in the plugin's format."""
    return json.dumps({"text": said.text}, ensure_ascii=False)


PROGRAM = Program(
    name="opencode",
    title="OpenCode",
    executable="opencode",
    install="npm install -g opencode-ai",
    settings=settings,
    launch=launch,
    moments=MOMENTS,
    before_tool="tool.execute.before",
    after_tool="tool.execute.after",
    write=write,
    waits_in_stop=lambda _: True,
    reads_comments=True,
)
