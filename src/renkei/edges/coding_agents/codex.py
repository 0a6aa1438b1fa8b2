"""Codex: hooks and the tool server in `.codex/config.toml`."""

import json
import shlex
from collections.abc import Mapping
from typing import Any

from renkei.edges.coding_agents.program import Launch, Member, Moment, Program, Said, Setting

MOMENTS: Mapping[str, Moment] = {
    "SessionStart": "start",
    "UserPromptSubmit": "prompt",
    "PostToolUse": "step",
    "Stop": "stop",
}


def settings(member: Member) -> tuple[Setting, ...]:
    return ()


def launch(member: Member) -> Launch:
    return Launch((), {})


def write(event: str, said: Said) -> str:
    """Return what a hook prints, or its tool answers."""
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
)
