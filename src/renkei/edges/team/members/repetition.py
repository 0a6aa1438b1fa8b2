"""Ends turns that make no progress, by repeating a call or by too many calls, and notifies the delegator.

The loop guard of the core looks at messages; this looks at tool calls, which are not in the log.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from renkei.edges.team.models.model import ToolCall
from renkei.edges.team.standings import lead_of
from renkei.engine.state import HUMAN
from renkei.project.project import Project
from renkei.protocol.payloads import Freeform

WARNED, ENDED = 3, 5
"""Repetitions of the same calls before a model is warned, and before its turn is ended."""

Verdict = Literal["", "warn", "end"]


class Repetition:
    """Counts how often a model repeats the same calls within one turn."""

    def __init__(self) -> None:
        self._last = ""
        self.count = 0

    def look(self, calls: Sequence[ToolCall]) -> Verdict:
        """Return the verdict on the calls of an answer."""
        text = json.dumps([(one.name, one.arguments) for one in calls], sort_keys=True, default=str)
        self.count = self.count + 1 if text == self._last else 1
        self._last = text
        return "end" if self.count >= ENDED else "warn" if self.count >= WARNED else ""


def give_up(project: Project, agent: str, reason: str) -> None:
    """Record that a turn made no progress: the agent's work is blocked, which notifies the delegator, or its lead.

    Raises ProtocolError.
    """
    state = project.state
    begun = (one for one in state.contracts.of(agent) if one.status == "in_progress" and one.paused is None)
    contract = next(begun, None)
    if contract is not None and contract.terms.delegator != agent:
        project.block(contract.terms.id, reason, actor=agent)
        return
    lead = lead_of(state)
    to = HUMAN if lead in ("", agent) else lead
    payload = Freeform(intent_hint="STATUS_UPDATE", body=reason, requires_response=False, urgency="high")
    project.send(project.message(agent, payload, to, "high", reason[:120]))
