"""A message may quote a contract's terms: a clause that applies, and assumptions that no longer hold."""

from typing import Any, get_args

import pytest

from renkei.protocol.messages import FreeformMessage, MessageType, StatusUpdateMessage
from renkei.protocol.quoted_terms import QUOTED_BY, assumptions_of, clause_of, without_quotes

HEADER: dict[str, Any] = {
    "id": "M-1",
    "from": "ann",
    "to": "bob",
    "priority": "low",
    "timestamp": "2026-01-05T09:00:00Z",
    "context_summary": "Hello.",
}
TALK = {"intent_hint": "none", "body": "Hi.", "requires_response": False, "urgency": "low"}
UPDATE = {"task_ref": "T-1", "new_status": "working", "progress_summary": "half"}


def update(**extensions: Any) -> StatusUpdateMessage:
    return StatusUpdateMessage.model_validate(
        {**HEADER, "type": "STATUS_UPDATE", "payload": UPDATE, "extensions": extensions}
    )


def test_these_message_types_quote_a_clause_or_assumptions() -> None:
    quoting = {name: {kind for kind in get_args(MessageType) if kind in kinds} for name, kinds in QUOTED_BY.items()}
    assert quoting == {
        "clause": {"DECISION_REQUEST", "CONFLICT_REPORT", "STATUS_UPDATE"},
        "violated_assumptions": {"STATUS_UPDATE", "TASK_RESULT"},
    }


def test_the_clause_and_the_assumptions_of_a_message_are_read() -> None:
    message = update(clause="must_escalate", violated_assumptions=["The API is stable.", 5])
    assert clause_of(message) == "must_escalate"
    assert assumptions_of(message) == ["The API is stable."]


@pytest.mark.parametrize("wrong", [5, {"a": "b"}, None])
def test_a_quote_of_another_type_is_none(wrong: object) -> None:
    message = update(clause=wrong, violated_assumptions=wrong)
    assert (clause_of(message), assumptions_of(message)) == (None, [])


def test_another_type_of_message_quotes_nothing() -> None:
    extensions = {"clause": "must_escalate", "violated_assumptions": ["x"]}
    message = FreeformMessage.model_validate({**HEADER, "type": "FREEFORM", "payload": TALK, "extensions": extensions})
    assert (clause_of(message), assumptions_of(message)) == (None, [])
    assert without_quotes(message, extensions) == extensions


def test_extensions_without_the_quotes_keep_what_was_not_read_whole() -> None:
    extensions = {"clause": "must_escalate", "violated_assumptions": ["x", 5], "mood": "good"}
    assert without_quotes(update(**extensions), extensions) == {"violated_assumptions": ["x", 5], "mood": "good"}
