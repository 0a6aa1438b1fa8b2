"""Gemini CLI: hooks and the tool server in `.gemini/settings.json`, in a directory that it trusts.

Its hooks are commands that ask the tool server through a socket. It accepts no settings as arguments, so it must be
connected; `renkei run` then only sets the agent. No hook can wake an idle session, so in a session that stays, the hook
after the model's answer waits for work.
"""

import shlex
from collections.abc import Mapping
from functools import partial
from typing import Any

from renkei.edges.coding_agents.program import AGENT, STAY, JoiningAgent, Launch, Moment, Program, Setting, hook_text
from renkei.errors import BadValueError

SETTINGS = ".gemini/settings.json"
"""The settings of a directory."""

DAY_MILLISECONDS = 86_400_000
"""Milliseconds."""

BEFORE, AFTER = "BeforeTool", "AfterTool"
"""The events before and after a tool's call."""

SHELL = "run_shell_command"
"""The tool before whose calls the files are looked at."""

MOMENTS: Mapping[str, Moment] = {
    "SessionStart": "start",
    "BeforeAgent": "prompt",
    AFTER: "step",
    "AfterAgent": "stop",
}


def server(member: JoiningAgent) -> dict[str, Any]:
    """Return the entry of renkei's tool server."""
    command, *arguments = member.command("mcp", "--hooks")
    environment = {
        "RENKEI_PROJECT": str(member.project),
        "RENKEI_AS": member.agent,
        **{name: f"${name}" for name in (AGENT, STAY)},
    }
    return {"command": command, "args": arguments, "env": environment, "trust": True, "excludeTools": ["hook"]}


def hook(member: JoiningAgent, timeout: int) -> dict[str, Any]:
    """Return a hook; its input names the event."""
    command = member.command("-C", str(member.project), "hook", "gemini-cli", "--as", member.agent)
    return {"name": "renkei", "type": "command", "command": shlex.join(command), "timeout": timeout}


def hooks(member: JoiningAgent) -> dict[str, list[dict[str, Any]]]:
    """Return the hooks of each event."""
    events = (*MOMENTS, BEFORE)
    return {event: [hook(member, DAY_MILLISECONDS if event == "AfterAgent" else 15_000)] for event in events}


def settings(member: JoiningAgent) -> tuple[Setting, ...]:
    """Return the settings that `connect` writes."""
    return (
        *(
            Setting(SETTINGS, f"/hooks/{event}/-", {"hooks": ours} | ({"matcher": SHELL} if event == BEFORE else {}))
            for event, ours in hooks(member).items()
        ),
        Setting(SETTINGS, "/mcpServers/renkei", server(member)),
    )


def launch(member: JoiningAgent) -> Launch:
    """Raise BadValueError: Gemini CLI accepts settings neither as arguments nor through a user's variable.

    A file named by GEMINI_CLI_SYSTEM_DEFAULTS_PATH is read only if root owns it and every directory above it.
    """
    problem = "Gemini CLI reads its settings only from files, and it is not connected in this directory"
    raise BadValueError(
        path="", problem=problem, hint=f"Connect it first: renkei connect gemini-cli --as {member.agent}"
    )


PROGRAM = Program(
    name="gemini-cli",
    title="Gemini CLI",
    executable="gemini",
    install="npm install -g @google/gemini-cli",
    settings=settings,
    launch=launch,
    moments=MOMENTS,
    before_tool=BEFORE,
    after_tool=AFTER,
    write=partial(hook_text, decision="deny"),
    waits_in_stop=lambda environment: bool(environment.get(STAY)),
    hooks_by_command=True,
    once="Gemini CLI asks once whether you trust the directory; without that it reads none of these settings.",
    reads_comments=True,
)
