"""Which message asks for which replies, and which message replies to it."""

import pytest

from renkei.protocol.messages import MESSAGE_CLASSES, AnyMessage, make_message
from renkei.protocol.replies import REPLIES, answers, expected_replies, subject

PAYLOADS = {
    "TASK_HANDOFF": {
        "task_description": "Build it.",
        "expected_output": {"format": "code"},
        "authority_scope": "",
        "fallback_on_failure": "",
    },
    "TASK_RESULT": {"original_task_ref": "TC-7", "status": "completed", "summary": "Done."},
    "TASK_BLOCKED": {"original_task_ref": "TC-7", "blocked_by": "db-schema", "reason": "No schema yet."},
    "DECISION_REQUEST": {"decision_id": "D-12", "question": "Which?"},
    "DECISION_RESULT": {"decision_id": "D-12", "chosen_option": "JWT", "rationale": ""},
    "STATUS_UPDATE": {"task_ref": "TC-7", "new_status": "working", "progress_summary": "Half."},
    "CONFLICT_REPORT": {"conflict_description": "Two paths.", "severity": "warning"},
    "KNOWLEDGE_SHARE": {"topic": "Cache", "content": "Slow.", "relevance_to_recipients": "", "actionable": True},
    "REVIEW_REQUEST": {"artifact_ref": "auth-api", "blocking": True},
    "REVIEW_RESULT": {"artifact_ref": "auth-api", "verdict": "approved", "summary": "Good."},
    "FREEFORM": {"intent_hint": "", "body": "Hello.", "requires_response": False, "urgency": "low"},
}


def message(kind: str, payload: dict | None = None, **header: object) -> AnyMessage:
    values = {
        "id": "M-2",
        "from": "ann",
        "to": "bob",
        "priority": "normal",
        "timestamp": "2026-01-05T09:00:00Z",
        "context_summary": "",
    }
    return make_message({**values, "type": kind, "payload": {**PAYLOADS[kind], **(payload or {})}, **header})


OWED = {
    "TASK_HANDOFF": ("TASK_RESULT", "TASK_BLOCKED"),
    "DECISION_REQUEST": ("DECISION_RESULT",),
    "CONFLICT_REPORT": ("DECISION_RESULT", "TASK_HANDOFF"),
    "REVIEW_REQUEST": ("REVIEW_RESULT",),
}
ABOUT = {
    "TASK_RESULT": "TC-7",
    "TASK_BLOCKED": "TC-7",
    "STATUS_UPDATE": "TC-7",
    "DECISION_REQUEST": "D-12",
    "DECISION_RESULT": "D-12",
    "REVIEW_REQUEST": "auth-api",
    "REVIEW_RESULT": "auth-api",
}


@pytest.mark.parametrize("kind", MESSAGE_CLASSES)
def test_a_message_asks_for_the_replies_of_the_specification(kind):
    assert expected_replies(message(kind)) == OWED.get(kind, ())


def test_every_type_of_the_table_of_replies_is_a_message_type():
    assert {one for kind, replies in REPLIES.items() for one in (kind, *replies)} <= set(MESSAGE_CLASSES)


@pytest.mark.parametrize("kind", MESSAGE_CLASSES)
def test_a_sender_may_ask_for_other_replies_than_the_table(kind):
    assert expected_replies(message(kind, expected_response_type="FREEFORM | TASK_RESULT")) == (
        "FREEFORM",
        "TASK_RESULT",
    )


@pytest.mark.parametrize("kind", OWED)
def test_an_empty_list_of_replies_asks_for_nothing(kind):
    assert expected_replies(message(kind, expected_response_type=[])) == ()


def test_free_text_that_requires_a_response_asks_for_free_text():
    assert expected_replies(message("FREEFORM", {"requires_response": True})) == ("FREEFORM",)


@pytest.mark.parametrize("kind", MESSAGE_CLASSES)
def test_a_message_is_about_what_its_payload_names(kind):
    assert subject(message(kind)) == ABOUT.get(kind)


def test_a_status_update_of_no_task_is_about_nothing():
    assert subject(message("STATUS_UPDATE", {"task_ref": None})) is None


BLOCKED = {"new_status": "blocked"}
TASK = ("M-1", "TC-7", ("TASK_RESULT", "TASK_BLOCKED"))
DECISION = ("M-1", "D-12", ("DECISION_RESULT",))
REVIEW = ("M-1", "auth-api", ("REVIEW_RESULT",))
CONFLICT = ("M-1", None, ("DECISION_RESULT", "TASK_HANDOFF"))
QUESTION = ("M-1", None, ("FREEFORM",))

ANSWERS = {
    "a result that names the contract": (message("TASK_RESULT"), TASK),
    "a result that names the message": (message("TASK_RESULT", {"original_task_ref": "M-1"}), TASK),
    "a result in reply to the message": (message("TASK_RESULT", {"original_task_ref": "X"}, in_reply_to="M-1"), TASK),
    "a result in reply to a reminder": (message("TASK_RESULT", in_reply_to="M-9"), TASK),
    "a word that the task is blocked": (message("TASK_BLOCKED"), TASK),
    "a status update that says blocked": (message("STATUS_UPDATE", BLOCKED), TASK),
    "a decision on the same question": (message("DECISION_RESULT"), DECISION),
    "a review of the same artifact": (message("REVIEW_RESULT"), REVIEW),
    "a decision in reply to a conflict": (message("DECISION_RESULT", in_reply_to="M-1"), CONFLICT),
    "a task in reply to a conflict": (message("TASK_HANDOFF", in_reply_to="M-1"), CONFLICT),
    "free text in reply to a question": (message("FREEFORM", in_reply_to="M-1"), QUESTION),
}
NO_ANSWERS = {
    "another type in reply to it": (message("KNOWLEDGE_SHARE", in_reply_to="M-1"), TASK),
    "a result of another task": (message("TASK_RESULT", {"original_task_ref": "TC-8"}), TASK),
    "a result that replies to another message": (
        message("TASK_RESULT", {"original_task_ref": "TC-8"}, in_reply_to="M-9"),
        TASK,
    ),
    "a status update that says working": (message("STATUS_UPDATE", in_reply_to="M-1"), TASK),
    "a status update that says another task is blocked": (
        message("STATUS_UPDATE", {**BLOCKED, "task_ref": "TC-8"}),
        TASK,
    ),
    "a status update of no task": (message("STATUS_UPDATE", {**BLOCKED, "task_ref": None}), TASK),
    "a word that the task is blocked, to a review": (message("TASK_BLOCKED", in_reply_to="M-1"), REVIEW),
    "a decision on another question": (message("DECISION_RESULT", {"decision_id": "D-13"}), DECISION),
    "a review of another artifact": (message("REVIEW_RESULT", {"artifact_ref": "db-schema"}), REVIEW),
    "a decision that names no conflict": (message("DECISION_RESULT"), CONFLICT),
    "free text that names no question": (message("FREEFORM"), QUESTION),
    "free text in the same thread": (message("FREEFORM", thread="M-1"), QUESTION),
}


@pytest.mark.parametrize(("reply", "request_"), ANSWERS.values(), ids=ANSWERS)
def test_this_answers_the_request(reply, request_):
    assert answers(reply, *request_)


@pytest.mark.parametrize(("reply", "request_"), NO_ANSWERS.values(), ids=NO_ANSWERS)
def test_this_does_not_answer_the_request(reply, request_):
    assert not answers(reply, *request_)


def test_a_status_update_that_says_blocked_answers_who_asked_for_status_updates():
    assert answers(message("STATUS_UPDATE", BLOCKED), "M-1", "TC-7", ("STATUS_UPDATE",))
