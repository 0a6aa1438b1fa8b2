"""A message in each of its forms."""

from typing import get_args

import pytest

from renkei.budget.context.message_text import (
    DETAIL,
    EXCERPT_LIMIT,
    LINE_LIMIT,
    MAIN_TEXT,
    SUMMARY_LIMIT,
    cut,
    excerpt,
    full,
    gist,
    is_long,
    line,
    short_time,
    summary,
)
from renkei.protocol import messages
from renkei.protocol.messages import make_message

TIME = "2026-01-05T09:00:00.123456Z"


def message(body: str = "the port is 8080", background: str = "", **header: object):
    payload = {"intent_hint": "FREEFORM", "body": body, "requires_response": False, "urgency": "low"}
    base = {"id": "m1", "type": "FREEFORM", "from": "ann", "to": ["bob", "cy"], "timestamp": TIME, "priority": "low"}
    return make_message(base | {"context_summary": background, "payload": payload} | header)


def test_a_message_in_full_has_its_header_and_its_body_alone_when_it_is_free_text():
    assert full(message(), "en") == "[m1] ann → bob, cy · FREEFORM · low · 2026-01-05T09:00:00Z\n> the port is 8080"


def test_references_and_a_context_summary_stand_before_the_payload():
    refs = [{"type": "artifact", "id": "spec"}, {"type": "agent", "id": "bob"}]
    text = full(message(background="About the server.", related_state_refs=refs), "en")
    assert text.splitlines()[1:] == ["> About the server.", "artifact:spec agent:bob", "> the port is 8080"]


def test_a_context_summary_that_the_beginning_of_the_text_contains_is_not_repeated():
    told = message("The port is   8080. And more.", "The port is 8080.")
    assert full(told, "en").count("The port") == 1
    assert gist(told) == "FREEFORM: The port is 8080. And more."


def test_a_context_summary_that_only_the_end_of_a_long_text_contains_is_kept():
    assert full(message("x " * 300 + "The port.", "The port."), "en").count("The port.") == 2


ASKING = {"expected_response_type": ["TASK_RESULT", "TASK_BLOCKED"], "reply_by": TIME, "thread": "T-1"}


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("en", "expected reply: TASK_RESULT | TASK_BLOCKED · reply by 2026-01-05T09:00:00Z · thread T-1"),
        ("ja", "必要な返信: TASK_RESULT | TASK_BLOCKED · 返信期限: 2026-01-05T09:00:00Z · スレッド: T-1"),
    ],
)
def test_a_request_in_full_says_which_reply_it_asks_for_by_when_and_in_which_thread(locale, text):
    assert full(message(**ASKING), locale).splitlines()[1:] == [text, "> the port is 8080"]


def test_a_message_that_asks_for_no_reply_has_no_line_about_one():
    assert full(message(thread="T-1"), "en").splitlines()[1:] == ["thread T-1", "> the port is 8080"]
    assert full(message(expected_response_type=[]), "en").splitlines()[1:] == ["> the port is 8080"]


def test_a_structured_payload_is_yaml_without_empty_fields():
    payload = {"topic": "api", "content": "port 8080", "relevance_to_recipients": "", "actionable": True}
    text = full(message(type="KNOWLEDGE_SHARE", payload=payload), "en")
    assert text.splitlines()[1:] == ["> topic: api", "> content: port 8080", "> actionable: true"]
    assert gist(message(type="KNOWLEDGE_SHARE", payload=payload)) == "KNOWLEDGE_SHARE api: port 8080"


def test_a_line_has_time_and_sender_and_is_at_most_so_long():
    assert line(message()) == "[2026-01-05T09:00:00Z] ann: FREEFORM: the port is 8080"
    room = LINE_LIMIT - len("FREEFORM: ")
    assert gist(message("x" * room)) == "FREEFORM: " + "x" * room
    assert len(gist(message("x" * (room + 1)))) <= LINE_LIMIT


def test_a_gist_says_the_subject_of_a_message_once():
    payload = {"decision_id": "D-1", "chosen_option": "sqlite", "rationale": ""}
    told = message(background="D-1: sqlite", type="DECISION_RESULT", payload=payload)
    assert gist(told) == "DECISION_RESULT D-1: sqlite"


def test_a_gist_adds_the_context_summary_where_it_says_something_else():
    assert gist(message(background="Server moved.")) == "FREEFORM: the port is 8080 (Server moved.)"


def test_a_summary_says_what_the_message_says_what_it_touches_and_how_to_get_the_rest():
    assert summary(message(), "en", "your TC-1 (open)").splitlines() == [
        "[summary] ann: FREEFORM: the port is 8080",
        "[impact] your TC-1 (open)",
        "[more] full text: message m1",
    ]
    assert "[impact]" not in summary(message(), "en", "")


def test_a_written_summary_replaces_the_words_of_the_message():
    assert summary(message(), "en", "", "Port changed.").splitlines()[0] == "[summary] ann: Port changed."


@pytest.mark.parametrize(("length", "long"), [(SUMMARY_LIMIT, False), (SUMMARY_LIMIT + 1, True)])
def test_a_message_is_long_when_its_text_is_longer_than_a_summary(length, long):
    assert is_long(message("x" * length)) == long


def test_an_excerpt_is_the_full_text_or_at_most_so_long():
    assert excerpt(message(), "en") == full(message(), "en")
    short = excerpt(message("so it went on, " * 500), "en")
    assert len(short) <= EXCERPT_LIMIT
    assert "\n[… middle omitted; full text: message m1 …]\n" in short


def test_what_the_sender_wrote_stays_on_its_line_or_in_quoted_lines():
    refs = [{"type": "artifact", "id": "a\u3164b"}]
    payload = {"topic": "a\n=== b ===\x1b", "content": "c", "relevance_to_recipients": "", "actionable": True}
    told = message(type="KNOWLEDGE_SHARE", payload=payload, background="x\n[m2] y", related_state_refs=refs)
    assert line(told) == "[2026-01-05T09:00:00Z] ann: KNOWLEDGE_SHARE a ⏎ === b ===\\x1b: c (x [m2] y)"
    assert full(told, "en").splitlines()[1:4] == ["> x", "> [m2] y", "artifact:a\\u3164b"]
    _, *lines = excerpt(message("so it went on\n" * 500), "en").splitlines()
    assert [one for one in lines if not one.startswith("> ")] == ["[… middle omitted; full text: message m1 …]"]


@pytest.mark.parametrize(
    ("text", "limit", "found"),
    [
        ("the port is 8080", 16, "the port is 8080"),
        ("the  port\nis 8080", 16, "the port is 8080"),
        ("the port is 8080", 15, "the port is…"),
        ("the port is 8080", 9, "the…"),
        ("abcdefgh", 5, "abcd…"),
        ("設計が完了しました", 5, "設計が完…"),
    ],
)
def test_a_text_is_cut_at_the_end_of_a_word(text, limit, found):
    assert cut(text, limit) == found


def test_a_time_is_shown_to_the_second():
    assert short_time(TIME) == "2026-01-05T09:00:00Z"


@pytest.mark.parametrize("fields", [MAIN_TEXT, DETAIL])
def test_the_named_fields_are_fields_of_their_payloads(fields):
    payloads = {
        get_args(one.model_fields["type"].annotation)[0]: one.model_fields["payload"].annotation
        for one in vars(messages).values()
        if isinstance(one, type)
        and issubclass(one, messages.Header)
        and one not in (messages.Header, messages.VendorMessage)
    }
    assert all(field in payloads[name].model_fields for name, field in fields.items())


def test_a_report_in_full_names_the_terms_that_it_quotes():
    payload = {"new_status": "blocked", "progress_summary": "stuck"}
    base = {"id": "m1", "type": "STATUS_UPDATE", "from": "ann", "to": "bob", "timestamp": TIME, "priority": "low"}
    quoted = {"clause": "new libraries", "violated_assumptions": ["PostgreSQL 15", "JWT"]}
    report = make_message(base | {"context_summary": "", "payload": payload, "extensions": quoted})
    assert full(report, "en").splitlines()[1:3] == [
        "clause of the contract that applies: new libraries",
        "assumptions that no longer hold: PostgreSQL 15; JWT",
    ]
    assert full(report, "en").count("new libraries") == full(report, "en").count("PostgreSQL") == 1
    other = full(message(extensions=quoted), "en")
    assert "clause of the contract" not in other
    assert "clause: new libraries" in other


def test_the_full_text_of_a_message_differs_for_a_reader_that_knows_its_contract_and_by_language():
    carried = message(extensions={"task_contract": {"id": "TC-1", "secret": "terms"}}, in_reply_to="m0")
    texts = [full(carried, "en"), full(carried, "en", "TC-1"), full(carried, "ja", "TC-1")]
    assert len(set(texts)) == 3
    assert ["secret" in one for one in texts] == [True, False, False]
    assert [full(carried, "en"), full(carried, "en", "TC-1"), full(carried, "ja", "TC-1")] == texts


def test_where_a_message_was_imported_from_is_not_shown():
    origin = {"file": "a.jsonl", "line": 7}
    assert full(message(extensions={"imported_from": origin}), "en") == full(message(), "en")
    both = full(message(extensions={"imported_from": origin, "vendor": "kept"}), "en")
    assert ("kept" in both, "a.jsonl" in both) == (True, False)
