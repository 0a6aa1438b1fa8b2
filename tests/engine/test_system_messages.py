"""The messages that the system sends, by their headers and payloads."""

from typing import Any

import pytest

from engine.factory import START, after, message, team, terms
from renkei.board.decide import Write
from renkei.contracts.events import LimitReached
from renkei.contracts.state import Contract
from renkei.dispatch.intents import Notify
from renkei.dispatch.match import Occurrence
from renkei.engine.system_messages import (
    ask_for_acceptance,
    notify_humans,
    numbered,
    report_limit,
    report_stranded,
    rule_message,
)
from renkei.protocol.payloads import ConflictReport

STATE = team()
CAUSE = Occurrence(("field", "/goal"), {"because": "the goal changed", "contract": "TC-1"})


def ruled(kind: Any, content: str = "first\nsecond", occurrence: Occurrence = CAUSE) -> Any:
    return rule_message(STATE, Notify("ann", kind, "high", content), "mine", occurrence)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("STATUS_UPDATE", {"new_status": "completed", "progress_summary": "first\nsecond"}),
        (
            "KNOWLEDGE_SHARE",
            {
                "topic": "mine",
                "content": "first\nsecond",
                "relevance_to_recipients": "the goal changed",
                "actionable": True,
            },
        ),
        (
            "FREEFORM",
            {"intent_hint": "mine", "body": "first\nsecond", "requires_response": False, "urgency": "high"},
        ),
    ],
)
def test_a_rule_sends_its_text_in_the_payload_of_the_type(kind: str, payload: dict[str, Any]) -> None:
    found = ruled(kind)
    assert payload.items() <= found.payload.model_dump().items()
    assert (found.type, found.from_, found.receivers, found.priority) == (kind, "renkei", ("ann",), "high")
    assert (found.context_summary, found.task_ref, found.timestamp) == ("first", "TC-1", START)
    assert found.expected_response_type == ()


def test_a_rule_without_a_text_is_summed_up_by_its_name() -> None:
    assert ruled("FREEFORM", "").context_summary == "mine"


def test_a_conflict_report_is_forwarded_as_it_came() -> None:
    report = ConflictReport(conflict_description="two ports", severity="critical")
    source = message("clash", "bob", "lead", report, context_summary="ports")
    found = ruled("CONFLICT_REPORT", occurrence=Occurrence(("message", "CONFLICT_REPORT"), {}, source=source))
    assert found.payload == report
    assert (found.context_summary, found.in_reply_to, found.receivers) == ("ports", "clash", ("ann",))
    assert (found.priority, found.expected_response_type) == ("high", ())


def test_a_conflict_that_a_rule_found_is_a_warning() -> None:
    found = ruled("CONFLICT_REPORT", "two ports")
    assert (found.payload.conflict_description, found.payload.severity) == ("two ports", "warning")
    assert (found.context_summary, found.in_reply_to) == ("two ports", None)


def test_the_id_of_a_system_message_counts_all_messages() -> None:
    assert numbered(STATE, ruled("FREEFORM")).id == "renkei-1"


def test_a_limit_is_reported_once_to_each_party_with_its_instruction() -> None:
    event = LimitReached(contract_id="TC-1", limit="max_steps", instruction="stop", at=START)
    entry = Contract(terms("TC-1"), assignee="ann")
    found = report_limit(STATE, entry, event)
    assert (found.receivers, found.priority, found.task_ref) == (("lead", "ann"), "blocking", "TC-1")
    assert found.context_summary == "TC-1 (ann) has reached max_steps. Contract instruction: stop"
    assert found.payload.content == found.context_summary
    assert (found.payload.topic, found.payload.relevance_to_recipients, found.payload.actionable) == (
        "max_steps",
        "TC-1",
        True,
    )
    assert found.expected_response_type == ()
    assert report_limit(STATE, Contract(terms("TC-1"), assignee="lead"), event).receivers == ("lead",)
    assert report_limit(STATE, Contract(terms("TC-1")), event).receivers == ("lead",)


def test_stranded_work_is_reported_to_its_delegator() -> None:
    found = report_stranded(STATE, Contract(terms("TC-2")), Contract(terms("TC-1")))
    assert (found.receivers, found.priority, found.task_ref) == (("lead",), "blocking", "TC-2")
    assert found.context_summary.startswith("TC-2 depends on TC-1, which was cancelled")
    assert (found.payload.topic, found.payload.content) == ("stranded", found.context_summary)
    assert (found.payload.relevance_to_recipients, found.payload.actionable) == ("TC-2", True)
    assert found.expected_response_type == ()


def test_humans_are_notified_of_what_needs_them() -> None:
    found = notify_humans(STATE, "repetition", actors="ann", first="ann")
    assert (found.receivers, found.priority, found.payload.topic) == (("human",), "blocking", "repetition")
    assert found.payload.content == found.context_summary
    assert "renkei resume ann" in found.context_summary
    assert (found.payload.relevance_to_recipients, found.payload.actionable) == ("", True)
    assert found.expected_response_type == ()


def test_the_request_to_accept_does_not_block_its_delegator() -> None:
    entry = Contract(terms("TC-1"), assignee="ann", notes=("ann: no cache", "ann: begun"), deviations=("no cache",))
    found = ask_for_acceptance(STATE, entry)
    assert (found.payload.artifact_ref, found.payload.blocking, found.task_ref) == ("TC-1", False, "TC-1")
    assert found.payload.review_focus == ("runs – no claim made", "Note: no cache")
    assert found.context_summary.startswith("ann reports TC-1 as done")


def test_deliverables_that_no_output_names_are_listed_for_the_reviewer() -> None:
    listed = ["the files in src/auth", "api-report", "the tests", "a drawing"]
    wanted = terms("TC-1", expected_output={"format": "code", "deliverables": listed}, assignee="ann")
    entries = {"auth": {"path": "src/auth"}, "t-1": {"description": "the tests of the login"}}
    state = after(team(), "ann", *(Write(f"/agents/ann/artifacts/{ref}", entry) for ref, entry in entries.items()))
    entry = Contract(wanted, assignee="ann", outputs=("auth", "api-report", "t-1"), to_prove=False)
    assert ask_for_acceptance(state, entry).payload.review_focus == ("Not among the outputs: a drawing",)


def test_what_the_text_of_a_rule_names_stands_in_the_message_as_data() -> None:
    about = (("contract", "TC-2"), ("artifact", "api"), ("decision", "D-1"))
    found = rule_message(STATE, Notify("ann", "STATUS_UPDATE", "high", "done", about), "mine", CAUSE)
    assert (found.task_ref, found.payload.task_ref) == ("TC-2", "TC-2")
    assert [(ref.type, ref.id) for ref in found.related_state_refs] == [("artifact", "api"), ("decision", "D-1")]
    assert ruled("STATUS_UPDATE").task_ref == "TC-1"
