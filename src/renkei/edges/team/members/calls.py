"""The result of a model's tool call, or a text that says why there is none."""

import json
from collections.abc import Mapping
from typing import Any

from renkei.edges.agent_tools.refusals import refusal
from renkei.edges.agent_tools.tool import Tool
from renkei.edges.team.members.conversation import result_block
from renkei.edges.team.models.model import Block, ToolCall
from renkei.edges.team.standings import LEAD_TOOLS, lead_of
from renkei.errors import LogError, RenkeiError, TurnLostError
from renkei.project.turns.session import Session
from renkei.texts.say import say

LONGEST_RESULT = 60_000
"""Characters of one result: what is longer would fill a model's memory."""

HINTS = {"SUSPENDED": "A human or lead can resume it. Until then every call is refused: end your answer."}
"""The hint for each code whose own hint names a tool that a member does not have: the runtime takes its turns."""


def result_of(session: Session, tools: Mapping[str, Tool], call: ToolCall) -> Block:
    """Return the result of a call. What is refused is data for the model; storage that fails raises LogError.

    Raises TurnLostError when another process acts as the agent.
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
    """Return why there is no such tool: it is the lead's, or nobody's."""
    state = session.project.state
    lead = lead_of(state)
    if name in LEAD_TOOLS and session.agent != lead:
        return say(state.locale, "teammate.lead_tool", name=name, lead=lead)
    return say(state.locale, "teammate.no_tool", name=name, tools=", ".join(tools))


def _text(session: Session, answer: str | Mapping[str, Any]) -> str:
    """Return an answer as text, shortened if it is too long. The name of a file may hold bytes that are not UTF-8."""
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    text = text.encode(errors="backslashreplace").decode()
    left = len(text) - LONGEST_RESULT
    if left <= 0:
        return text
    return f"{text[:LONGEST_RESULT]}\n{say(session.project.state.locale, 'teammate.cut', count=left)}"
