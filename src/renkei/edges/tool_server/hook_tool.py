"""The tool that the hooks of a coding agent call, to give the agent news at certain moments of its work.

A model does not call it. Its answer is JSON as the programs read it from a hook: a text to add to the conversation, a
reason to continue, or nothing.
"""

import json
from collections.abc import Callable
from typing import Any

from renkei.agent_tools.refusals import HINTS
from renkei.agent_tools.tool import Tool
from renkei.errors import TurnLostError
from renkei.project.turns.session import TOLD, Session
from renkei.protocol.primitives import Frozen


class Hook(Frozen):
    """Arguments of `hook`. Programs fill them in as texts, truth values too."""

    event: str
    """The program's name of the moment."""
    program: str = ""
    """The coding agent."""
    session: str = ""
    """The program's id of the session."""
    active: str = ""
    """`true`: the agent has gone on because of a hook already."""
    tool: str = ""
    """The program's tool that is called."""
    input: Any = None
    """Its arguments, as an object or as JSON."""
    output: Any = None
    """Its answer."""
    call: str = ""
    """The id of the call."""
    directory: str = ""
    """Where the program works."""


Answering = Callable[[Session, Hook], str]
"""The answer of a hook."""

MOMENTS: dict[str, Callable[[Session], str | None]] = {
    "SessionStart": lambda session: session.next_turn(fresh=True),
    "UserPromptSubmit": lambda session: session.news(tiers=TOLD),
    "PreToolUse": Session.news,
    "PostToolUse": Session.news,
    "PostToolBatch": Session.news,
}
"""The text for an agent at each moment, except at the end of its work."""


def answer_hook(session: Session, hook: Hook) -> str:
    """Return a hook's answer for Claude Code and Codex; empty for an unknown event."""
    try:
        if hook.event == "Stop":
            reason = session.stop()
            return "{}" if reason is None else _json({"decision": "block", "reason": reason})
        text = MOMENTS[hook.event](session) if hook.event in MOMENTS else None
    except TurnLostError as error:  # programs do not show a hook's errors to the model
        text = f"{error.message} {HINTS[error.code]}"
    if text is None:
        return "{}"
    return _json({"hookSpecificOutput": {"hookEventName": hook.event, "additionalContext": text}})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def hook_tool(answering: Answering = answer_hook) -> Tool:
    """Return the tool that answers hooks."""
    return Tool("hook", "For hooks only; never call it.", Hook, answering, hidden=True)
