"""How posts read, and how a text is split."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.edges.chat.bridge.post_text import LINES, post_text
from renkei.edges.chat.bridge.splitting import MOST_POSTS, NUMBER, split
from renkei.edges.chat.fenced import fenced, find_block, may_continue
from renkei.protocol.messages import MESSAGE_CLASSES, make_message
from renkei.protocol.payloads import DecisionOption, DecisionRequest, Finding, ReviewResult, TaskResult
from team import START, handoff


def message(payload, **header):
    from renkei.protocol.messages import message_type_of

    values = {"id": "m1", "from": "ann", "to": "kim", "priority": "normal", "timestamp": START, "context_summary": ""}
    return make_message(values | {"type": message_type_of(payload), "payload": payload} | header)


def test_every_type_has_its_lines_and_every_field_exists():
    assert set(LINES) == set(MESSAGE_CLASSES)
    for name, rows in LINES.items():
        payload = MESSAGE_CLASSES[name].model_fields["payload"].annotation
        for row in rows:
            first = row.field.split(".")[0]
            assert row.field.startswith("/") or first in payload.model_fields


def test_a_question_has_its_options_and_one_line_to_answer():
    options = (DecisionOption(label="A", analysis="simple"), DecisionOption(label="B", analysis=""))
    asked = message(DecisionRequest(decision_id="D-1", question="Which?", options=options, recommended="B"))
    assert post_text(asked, "en").splitlines() == [
        "ann → kim · DECISION_REQUEST D-1",
        "Which?",
        "1. A – simple",
        "2. B (recommended)",
        "Answer: /decide D-1 OPTION because REASON",
    ]
    assert post_text(asked, "ja").splitlines()[-2:] == ["2. B（推奨）", "返答: /decide D-1 選択肢 理由: …"]
    assert "Answer" not in post_text(asked, "en", asks=False)


def test_a_request_says_how_to_answer_it_in_its_chat():
    options = (DecisionOption(label="A", analysis=""),)
    asked = message(DecisionRequest(decision_id="D-1", question="Which?", options=options))
    lines = {
        way: post_text(asked, "en", prefix="!", way=way).splitlines()[-1] for way in (".reply", ".react", ".press")
    }
    assert lines == {
        ".reply": "Answer: reply with an option or its number, or write: !decide D-1 OPTION because REASON",
        ".react": "Answer: reply with an option or its number, react with the number (1️⃣), or write: "
        "!decide D-1 OPTION because REASON",
        ".press": "Answer: press a button, or reply with an option or its number",
    }
    free = message(DecisionRequest(decision_id="D-1", question="Which?"))  # a number would choose nothing
    assert post_text(free, "en", way=".press").endswith("Answer: /decide D-1 OPTION because REASON")


def test_a_result_has_each_criterion_with_its_evidence():
    claims = [{"criterion": "runs", "met": True, "evidence": "12 passed"}, {"criterion": "fast", "met": False}]
    result = TaskResult(original_task_ref="T-1", status="partial", summary="half")
    text = post_text(message(result, extensions={"evidence": claims}), "en")
    assert text.splitlines() == ["ann → kim · TASK_RESULT T-1 · partial", "half", "✓ runs – 12 passed", "✗ fast"]


@pytest.mark.parametrize("evidence", ["no list", [1], {"a": 1}, None])
def test_an_extension_of_another_form_has_no_lines(evidence):
    result = TaskResult(original_task_ref="T-1", status="partial", summary="half")
    assert post_text(message(result, extensions={"evidence": evidence}), "en").count("\n") == 1


def test_a_hand_over_has_its_criteria_and_no_empty_field():
    assert post_text(message(handoff("build it", "it runs")), "en").splitlines() == [
        "ann → kim · TASK_HANDOFF",
        "build it",
        "Done when:",
        "• it runs",
        "Result: code",
    ]


def test_what_is_said_is_not_said_again_and_a_text_adds_no_line_of_its_own():
    finding = Finding(severity="major", location="a:3", description="no\ncheck", suggested_fix="check")
    review = ReviewResult(artifact_ref="a", verdict="rejected", findings=(finding,), summary="Not yet.")
    text = post_text(message(review, context_summary="Not yet."), "en")
    assert text.splitlines()[1:] == ["Not yet.", "• major a:3: no ⏎ check (fix: check)"]
    forged = message(DecisionRequest(decision_id="D-1", question="x\x1b[31m", options=()), thread="t")
    assert "\x1b" not in post_text(forged, "en")


def test_a_reply_is_named_where_there_are_no_threads():
    assert post_text(message(handoff()), "en", "m0").splitlines()[0] == "ann → kim · TASK_HANDOFF · re m0"


@given(st.text(min_size=1), st.integers(20, 200))
def test_nothing_is_lost_by_splitting_and_no_part_is_too_long(text, limit):
    parts = split(text, limit, "rest")
    assert all(len(one.encode("utf-8", "surrogatepass")) <= limit for one in parts)
    if len(parts) > 1:
        parts = [one.partition(") ")[2] for one in parts]
    if not parts[-1].endswith("rest"):
        assert "".join("".join(parts).split()) == "".join(text.split())


def test_a_text_is_split_between_paragraphs_and_the_rest_is_named():
    assert split("a" * 60 + "\n\n" + "b" * 40, 80) == [f"(1/2) {'a' * 60}", f"(2/2) {'b' * 40}"]
    assert split("short", 80) == ["short"]
    many = split("word " * 1000, 50, "more")
    assert len(many) == MOST_POSTS
    assert many[-1].endswith("\nmore")
    assert len(NUMBER) == len("(12/12) ")


def test_a_character_is_never_cut_in_two():
    parts = split("漢字" * 50, 40)
    assert "".join(one.partition(") ")[2] for one in parts) == "漢字" * 50


def test_a_block_continues_wherever_its_json_was_cut_and_with_nothing_else():
    written = '{"a": [1, -2.5e3, true, false, null], "b": {"c": "x\\\\ \\u3042\\ud83d\\ude00 日本"}}'
    for end in range(1, len(written) + 1):
        assert may_continue("", written[:end])
        assert may_continue(written[: end - 1], written[end - 1])
    for begun, text in (("", "hello"), ("{", "hello"), ('{"a": 1', "hello"), ('{"a": 1}', "hi"), ("{", '{"a": 1}')):
        assert not may_continue(begun, text)
    assert not may_continue("", '{"a":' * 100_000)


def test_a_block_is_found_when_it_is_the_only_one():
    block = fenced({"a": "```\nx"})
    assert find_block(f"text\n{block}\nmore") == '{"a": "```\\nx"}'
    assert find_block(f"{block}\n{block}") is None
    assert find_block("```python\nx\n```") is None
