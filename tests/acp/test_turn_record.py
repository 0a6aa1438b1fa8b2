"""What is kept of the updates of a turn."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.acp.activity import ToolActivity
from renkei.acp.turn_record import KEPT_CHARACTERS, MOST_CALLS, MOST_LINES, TurnRecord
from renkei.acp.usage import usage_of


def taken(*updates: dict[str, Any], **more: Any) -> TurnRecord:
    record = TurnRecord(lambda path: path.removeprefix("/w/"), lambda activity: None, **more)
    for one in updates:
        record.take(one)
    return record


def said(text: object) -> dict[str, Any]:
    return {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}


def call(name: str, **more: Any) -> dict[str, Any]:
    return {"sessionUpdate": "tool_call", "toolCallId": name, **more}


def test_the_last_text_is_what_was_said_after_the_last_call() -> None:
    assert taken(said("I look. "), call("1"), said("Do"), said("ne.")).text == "Done."


def test_a_call_that_changes_does_not_end_a_text() -> None:
    assert taken(call("1"), said("Done."), call("1", status="completed")).text == "Done."


def test_long_text_is_kept_in_part_and_given_in_full() -> None:
    given = list[str]()
    record = taken(said("x" * KEPT_CHARACTERS), said("yz"), on_text=given.append)
    assert (len(record.text), len("".join(given))) == (KEPT_CHARACTERS, KEPT_CHARACTERS + 2)


def test_what_is_known_of_a_call_grows() -> None:
    place = [{"path": "/w/a.py", "line": 3}]
    diff = [{"type": "diff", "path": "/w/a.py", "oldText": None, "newText": "1\n2\n"}]
    record = taken(
        call("1", title=" ", rawInput={}),
        call("1", kind="edit", title="Write\na.py", locations=place),
        call("1", status="completed", content=diff),
        call("1", title=None, status="odd", kind=7, locations="none", content=None),
    )
    assert record.lines() == ["- edit – Write ⏎ a.py: a.py (2 lines) – completed"]
    assert record.calls["1"].edits[0].before is None


@pytest.mark.parametrize(
    ("kind", "title", "shown"),
    [
        ("edit", "w/a.py", "a.py"),
        ("edit", "v/a.py", "v/a.py"),
        ("execute", "w/a.py", "w/a.py"),
        ("read", "a.py", "a.py"),
    ],
)
def test_a_title_that_is_a_path_from_the_root_is_shortened(kind: str, title: str, shown: str) -> None:
    assert taken(call("1", kind=kind, title=title)).calls["1"].title == shown


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ({"rawOutput": {"exitCode": 2}}, "exit status 2"),
        ({"rawOutput": {"exit_code": 0}}, "exit status 0"),
        ({"rawOutput": {"metadata": {"exit": 1}}}, "exit status 1"),
        ({"_meta": {"terminal_exit": {"exit_code": 3}}}, "exit status 3"),
        ({"rawOutput": "text", "status": "failed"}, "failed"),
        ({"rawOutput": {"exitCode": None}}, "pending"),
    ],
)
def test_a_command_s_exit_status_is_found_where_programs_put_it(more: dict[str, Any], shown: str) -> None:
    assert taken(call("1", kind="execute", title="make", **more)).lines() == [f"- execute – make – {shown}"]


def test_calls_of_the_team_s_tools_are_no_lines_since_the_log_has_what_they_do() -> None:
    record = taken(
        call("1", title="mcp__renkei__x"), call("2", title="Read"), is_of_team=lambda kind, title: "renkei" in title
    )
    assert record.lines() == ["- other – Read – pending"]


def test_many_calls_are_counted() -> None:
    record = taken(*(call(str(number), title="t") for number in range(MOST_CALLS + 5)))
    assert len(record.lines()) == MOST_LINES + 1
    assert record.lines()[-1] == f"- … {MOST_CALLS + 5 - MOST_LINES} more calls"


def test_an_activity_is_announced_only_when_it_changed() -> None:
    seen = list[ToolActivity]()
    record = TurnRecord(str, seen.append)
    for _ in range(2):
        record.take(call("1", title="Read", status="completed"))
    assert [one.status for one in seen] == ["completed"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(
    ["content", "toolCallId", "entries", "cost", "locations", "rawOutput", "title", "kind", "_meta"]
)
KINDS = st.sampled_from(["agent_message_chunk", "tool_call", "tool_call_update", "plan", "usage_update", "other"])


@given(st.lists(st.tuples(KINDS, st.dictionaries(NAMES, JSON)), max_size=5))
def test_no_update_is_too_strange(updates: list[tuple[str, dict[str, Any]]]) -> None:
    record = taken(*({"sessionUpdate": kind, **more} for kind, more in updates))
    assert all("\n" not in line for line in (*record.lines(), *record.plan))


@pytest.mark.parametrize(
    ("answer", "tokens"),
    [
        ({"usage": {"inputTokens": 1, "outputTokens": 2, "cachedReadTokens": 3, "cachedWriteTokens": 4}}, (1, 2, 3, 4)),
        ({"usage": {"inputTokens": 1}}, (1, 0, 0, 0)),
        ({"_meta": {"quota": {"token_count": {"input_tokens": 5, "output_tokens": 6}}}}, (5, 6, 0, 0)),
        ({"usage": {"inputTokens": "many"}}, None),
        ({"usage": None, "_meta": []}, None),
    ],
)
def test_tokens_are_read_as_each_program_tells_them(answer: dict[str, Any], tokens: tuple[int, ...] | None) -> None:
    assert usage_of(answer) == tokens
