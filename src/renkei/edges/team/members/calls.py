"""The result of a model's tool call, or the reason why it failed."""

import json
from collections.abc import Mapping
from typing import Any

from renkei.agent_tools.refusals import refusal
from renkei.agent_tools.tool import Tool
from renkei.edges.team.members.conversation import result_block
from renkei.edges.team.models.model import Block, ToolCall
from renkei.edges.team.standings import LEAD_TOOLS, lead_of
from renkei.errors import LogError, RenkeiError, TurnLostError
from renkei.project.turns.session import Session
from renkei.texts.say import say

LONGEST_RESULT = 60_000
"""Most characters of a result: a longer one would fill a model's memory."""

HINTS = {"SUSPENDED": "A human or lead can resume it. Until then every call is refused: end your answer."}
"""Hints for codes whose own hint names a tool that members lack, because the runtime handles their turns."""


def result_of(session: Session, tools: Mapping[str, Tool], call: ToolCall) -> Block:
    """Return the result of a call; a rejected call is a result too. Raises LogError if storage fails.

    Raises TurnLostError if another process acts as the agent.
    """
    if call.problem:
        locale = session.project.state.locale
        return result_block(call.id, say(locale, "teammate.not_run", problem=call.problem), is_error=True)
    tool = tools.get(call.name)
    if tool is None:
        return result_block(call.id, _unknown(session, tools, call.name), is_error=True)
    try:
        return result_block(call.id, _text(session, tool.call(session, tool.parse(call.arguments))))
    except (LogError, TurnLostError):
        raise
    except RenkeiError as error:
        found = refusal(error)
        return result_block(
            call.id, _text(session, found | {"hint": HINTS.get(error.code, found["hint"])}), is_error=True
        )


def _unknown(session: Session, tools: Mapping[str, Tool], name: str) -> str:
    """Return why a tool does not exist: it is reserved for the lead, or unknown."""
    state = session.project.state
    lead = lead_of(state)
    if name in LEAD_TOOLS and session.agent != lead:
        return say(state.locale, "teammate.lead_tool", name=name, lead=lead)
    return say(state.locale, "teammate.no_tool", name=name, tools=", ".join(tools))


def _text(session: Session, answer: str | Mapping[str, Any]) -> str:
    """Return an answer as text, shortened if too long. File names in it may contain bytes that are not UTF-8."""
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    text = text.encode(errors="backslashreplace").decode()
    left = len(text) - LONGEST_RESULT
    if left <= 0:
        return text
    return f"{text[:LONGEST_RESULT]}\n{say(session.project.state.locale, 'teammate.cut', count=left)}"
