"""The terms of a contract that a message quotes (section 4): a clause that applies, assumptions that no longer hold.

A DECISION_REQUEST, CONFLICT_REPORT or STATUS_UPDATE names a clause of `authority` as `extensions.clause`. A
STATUS_UPDATE or TASK_RESULT lists assumptions that no longer hold as `extensions.violated_assumptions`.
"""

from collections.abc import Mapping
from typing import Any

from renkei.protocol.messages import AnyMessage

CLAUSE, ASSUMPTIONS = "clause", "violated_assumptions"

QUOTED_BY: dict[str, tuple[str, ...]] = {
    CLAUSE: ("DECISION_REQUEST", "CONFLICT_REPORT", "STATUS_UPDATE"),
    ASSUMPTIONS: ("STATUS_UPDATE", "TASK_RESULT"),
}
"""The message types of each of these extensions."""


def clause_of(message: AnyMessage) -> str | None:
    """Return the clause that a message names."""
    clause = message.extensions.get(CLAUSE) if message.type in QUOTED_BY[CLAUSE] else None
    return clause if isinstance(clause, str) else None


def assumptions_of(message: AnyMessage) -> list[str]:
    """Return the assumptions that a message reports as no longer valid."""
    assumptions = message.extensions.get(ASSUMPTIONS) if message.type in QUOTED_BY[ASSUMPTIONS] else None
    return [text for text in assumptions if isinstance(text, str)] if isinstance(assumptions, list) else []


def without_quotes(message: AnyMessage, extensions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the extensions of a message without those that `clause_of` and `assumptions_of` return whole."""
    quoted = {CLAUSE: clause_of(message), ASSUMPTIONS: assumptions_of(message)}
    return {name: value for name, value in extensions.items() if name not in quoted or value != quoted[name]}
