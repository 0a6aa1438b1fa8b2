"""Codex: hooks in `.codex/hooks.json`, the tool server in `.codex/config.toml`, in a directory that it trusts.

Its hooks have the same form as Claude Code's. It runs only hooks that a person has trusted, which it asks for in a
terminal; `renkei run` marks its own as trusted by arguments, for one session. No hook can wake an idle session, so in a
session that stays, the stop hook waits for work.

Codex identifies a trusted hook by a digest that only it can compute. So it is asked for the digests of the hooks given
by arguments, in the same way as its terminal asks. No other hook becomes trusted.
"""

import json
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import replace
from threading import Timer
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
from renkei.edges.coding_agents.toml_text import inline
from renkei.errors import BadValueError

ANSWER_SECONDS = 20.0
"""Seconds for Codex to answer."""

OURS = "sessionFlags"
"""Codex's word for hooks given by arguments."""

LAST_REQUEST = 2
"""The id of the last request."""

QUESTIONS: tuple[dict[str, Any], ...] = (
    {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "renkei", "version": "0"}}},
    {"method": "initialized"},
    {"id": LAST_REQUEST, "method": "hooks/list", "params": {}},
)
"""The requests, in the protocol of Codex's own terminal."""

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


def trusted(executable: str, launch: Launch) -> Launch:
    """Return the launch with the digests of its hooks; raises BadValueError if Codex does not return them."""
    if not launch.arguments:
        return launch
    found = digests(executable, launch)
    if not found:
        problem = "Codex does not tell how it knows the hooks that it is given"
        raise BadValueError(path="", problem=problem, hint="Update it: npm install -g @openai/codex@latest")
    state = {key: {"trusted_hash": digest} for key, digest in found.items()}
    return replace(launch, arguments=(*launch.arguments, "-c", f"hooks.state={inline(state)}"))


def digests(executable: str, launch: Launch) -> Mapping[str, str]:
    """Return Codex's key and digest of each hook given by arguments; empty if it does not answer."""
    command = [executable, "app-server", *launch.arguments]
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    try:
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=quiet, text=True) as process:  # noqa: S603 – no shell
            timer = Timer(ANSWER_SECONDS, process.kill)
            timer.start()
            try:
                return dict(_ask(process))
            finally:
                timer.cancel()
                process.kill()
    except (OSError, ValueError):
        return {}


def _ask(process: "subprocess.Popen[str]") -> Iterator[tuple[str, str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.writelines(json.dumps(one) + "\n" for one in QUESTIONS)
    process.stdin.flush()
    for line in process.stdout:
        answer = json.loads(line)
        if answer.get("id") != LAST_REQUEST:
            continue
        for place in answer.get("result", {}).get("data", ()):
            yield from ((one["key"], one["currentHash"]) for one in place["hooks"] if one.get("source") == OURS)
        return


def server(member: JoiningAgent) -> dict[str, Any]:
    """Return the entry of renkei's tool server.

    It is `required`: the session waits for it. Otherwise a model might not find its tools in the first request.
    """
    command, *arguments = member.command("mcp", "--hooks")
    return {
        "command": command,
        "args": arguments,
        "env": {"RENKEI_PROJECT": str(member.project), "RENKEI_AS": member.agent},
        "env_vars": [AGENT, STAY],
        "required": True,
        "default_tools_approval_mode": "approve",
    }


def hooks(member: JoiningAgent) -> dict[str, list[dict[str, Any]]]:
    """Return the hooks of each event. The server may not run yet at the start."""
    start = member.command("-C", str(member.project), "hook", "codex", "--as", member.agent)
    return {
        "SessionStart": [{"type": "command", "command": shlex.join(start), "timeout": 15}],
        "UserPromptSubmit": [hook_by_server("codex", "UserPromptSubmit")],
        "PostToolUse": [hook_by_server("codex", "PostToolUse", CALL)],
        "Stop": [hook_by_server("codex", "Stop", timeout=DAY_SECONDS)],
    }


def settings(member: JoiningAgent) -> tuple[Setting, ...]:
    """Return the settings that `connect` writes."""
    return (
        *(Setting(HOOKS, f"/hooks/{event}/-", {"hooks": ours}) for event, ours in hooks(member).items()),
        Setting(CONFIG, "/mcp_servers/renkei", server(member)),
    )


def launch(member: JoiningAgent) -> Launch:
    """Return the same settings as arguments for one session."""
    ours = {f"hooks.{event}": [{"hooks": ours}] for event, ours in hooks(member).items()}
    values = {"mcp_servers.renkei": server(member), **ours}
    return Launch(tuple(word for key, one in values.items() for word in ("-c", f"{key}={inline(one)}")), {})


PROGRAM = Program(
    name="codex",
    title="Codex",
    executable="codex",
    install="npm install -g @openai/codex",
    settings=settings,
    launch=launch,
    moments=MOMENTS,
    after_tool="PostToolUse",
    complete=trusted,
    waits_in_stop=lambda environment: STAY in environment,
    once="Codex asks once whether you trust the directory and its hooks; without that it runs none of them.",
)
